"""Which claims a list shows, and what carries one."""

import datetime
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import SearchQuery
from django.db.models import OuterRef, Q, QuerySet, Subquery

from memory.models import Claim, Derivation, Node, Predicate, StatusEvent, Workspace
from memory.queries.archive import archived, in_use
from memory.queries.belief import Belief
from memory.queries.beliefs import belief, beliefs
from memory.queries.canonical import one_thing
from memory.rules.refused import Missing, Refused


@dataclass(frozen=True)
class Wanted:
    """What the claims of a list have in common; None leaves a part open.

    `as_of` is the instant of record time at which they are looked at.
    """

    status: str | None = None
    subject: UUID | None = None
    predicate: str | None = None
    words: str | None = None
    as_of: datetime.datetime | None = None
    archived: bool = False

    def digest(self) -> str:
        """A short name of the filters, equal for equal ones."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


def claims(workspace: Workspace, wanted: Wanted) -> QuerySet[Claim]:
    """The claims of a workspace that have a status and match, in no order.

    `status` is the recorded one; what is archived is a list of its own. Raises
    Refused for a predicate that the workspace lacks.
    """
    rows = _with_status(workspace, wanted)
    if wanted.subject is not None:
        named = Node.objects.filter(workspace=workspace, uid=wanted.subject)
        rows = rows.filter(subject__in=one_thing(named.values_list("pk", flat=True)))
    if wanted.predicate is not None:
        rows = rows.filter(predicate=_predicate(workspace, wanted.predicate))
    if wanted.words is not None:
        rows = rows.filter(pk__in=_worded(workspace, wanted.words))
    return rows


def _with_status(workspace: Workspace, wanted: Wanted) -> QuerySet[Claim]:
    """Those of the status wanted, now or at the instant; the past has no archive."""
    mine = Claim.objects.filter(workspace=workspace, state__isnull=False)
    if wanted.as_of is None:
        rows = archived(mine) if wanted.archived else in_use(mine)
        if wanted.status is None:
            return rows
        return rows.filter(state__status=wanted.status)
    by_then = StatusEvent.objects.filter(claim=OuterRef("pk"), at__lte=wanted.as_of)
    last = Subquery(by_then.order_by("-id").values("after")[:1])
    rows = mine.annotate(then=last)
    if wanted.status is None:
        return rows.exclude(then=None)
    return rows.filter(then=wanted.status)


def _predicate(workspace: Workspace, name: str) -> Predicate:
    named = Q(name__iexact=name) | Q(aliases__contains=[name])
    row = Predicate.objects.filter(named, workspace=workspace).order_by("id").first()
    if row is None:
        raise Refused(
            "unknown_predicate",
            f"No predicate is called “{name}”.",
            field="predicate",
            hint="GET /predicates names them all.",
        )
    return row


def _worded(workspace: Workspace, words: str) -> QuerySet[Derivation, Any]:
    query = SearchQuery(words, config="english", search_type="websearch")
    rows = Derivation.objects.filter(workspace=workspace, words__search=query)
    return rows.values("claim_id")


def claim_row(workspace: Workspace, uid: UUID) -> Claim:
    """One claim of this workspace; raises Missing."""
    row = Claim.objects.filter(workspace=workspace, uid=uid).first()
    if row is None:
        raise Missing("claim")
    return row


@dataclass(frozen=True)
class Justification:
    """A belief, and the premises under its live derivations down to the log."""

    belief: Belief
    premises: Sequence[Belief]


def justification(workspace: Workspace, uid: UUID) -> Justification:
    """What a claim rests on now, level by level; raises Missing."""
    head = belief(workspace, uid)
    found: dict[int, Belief] = {}
    waiting = _premises([head])
    while new := waiting - found.keys():
        level = beliefs(workspace, new)
        found |= level
        waiting = _premises(level.values())
    return Justification(head, list(found.values()))


def _premises(wanted: Any) -> set[int]:
    return {
        support.premise.pk
        for each in wanted
        for derivation in each.derivations
        if derivation.live
        for support in derivation.supports
        if support.premise is not None
    }
