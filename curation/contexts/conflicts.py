"""Conflicts: pairs of claims that cannot both hold, side by side."""

import datetime
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from curation.contexts.activity import LogEntry, decisions, entry
from curation.contexts.evidence import Leaf, evidence
from curation.contexts.words import Statement, statement
from curation.dispute_filters import ConflictsFilter
from memory.models import (
    Cardinality,
    Claim,
    Conflict,
    ConflictKind,
    ConflictState,
    Workspace,
)
from memory.queries.belief import Belief
from memory.queries.conflicting import in_force
from memory.queries.conflicts import ConflictView, conflicts

SIZE = 20
SHOWN_RIVALS = 5


@dataclass(frozen=True)
class Side:
    """One of two claims, with when and where its live evidence is from."""

    belief: Belief
    statement: Statement
    low: float
    high: float
    live: int
    first: datetime.datetime | None
    last: datetime.datetime | None
    leaves: list[Leaf]


@dataclass(frozen=True)
class Pair:
    """A conflict with both sides."""

    uid: UUID
    kind: str
    rule: str
    state: str
    opened_at: datetime.datetime
    in_force: bool
    left: Side
    right: Side

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both claims, in the order in which they were made."""
        return self.left, self.right


@dataclass(frozen=True)
class ConflictsPage:
    """Conflicts of one state, newest first."""

    pairs: list[Pair]
    more: str
    filter: ConflictsFilter
    title: str = "Conflicts"
    toast: Any = None


@dataclass(frozen=True)
class ConflictPage:
    """One conflict."""

    pair: Pair
    settled: LogEntry | None
    title: str
    toast: Any = None


@dataclass(frozen=True)
class Rival:
    """A claim that cannot hold together with another one."""

    uid: UUID
    conflict: UUID
    statement: Statement
    status: str
    rule: str
    kept: bool


def conflicts_page(
    workspace: Workspace, chosen: ConflictsFilter, before: int | None, toast: Any
) -> ConflictsPage:
    """A page of conflicts, in a constant number of statements."""
    found = conflicts(workspace, states=chosen.states, after=before, limit=SIZE + 1)
    shown = found[:SIZE]
    more = str(shown[-1].conflict.pk) if len(found) > SIZE else ""
    return ConflictsPage([pair(each) for each in shown], more, chosen, toast=toast)


def conflict_page(view: ConflictView, toast: Any) -> ConflictPage:
    """One conflict, settled or not."""
    row = view.conflict
    found = decisions(row.workspace)
    shown = pair(view)
    return ConflictPage(
        pair=shown,
        settled=entry(found.get(pk=row.settled_by_id)) if row.settled_by_id else None,
        title=f"Conflict: {shown.left.statement} against {shown.right.statement}",
        toast=toast,
    )


def pair(view: ConflictView) -> Pair:
    """A conflict as a page shows it."""
    return Pair(
        uid=view.uid,
        kind=view.conflict.get_kind_display(),
        rule=rule(view.conflict.kind, view.first.claim),
        state=view.conflict.state,
        opened_at=view.conflict.opened_at,
        in_force=view.in_force,
        left=_side(view.first),
        right=_side(view.second),
    )


def _side(belief: Belief) -> Side:
    times = [
        support.observation.observed_at
        for derivation in belief.derivations
        if derivation.live
        for support in derivation.supports
        if support.observation is not None
    ]
    return Side(
        belief=belief,
        statement=statement(belief.claim),
        low=belief.confidence.by_source,
        high=belief.confidence.independent,
        live=sum(each.live for each in belief.derivations),
        first=min(times, default=None),
        last=max(times, default=None),
        leaves=evidence(belief).leaves,
    )


def rule(kind: str, claim: Claim) -> str:
    """Why two claims cannot both hold, in words."""
    label = claim.predicate.label
    if kind == ConflictKind.NEGATION:
        return "One denies what the other states."
    match claim.predicate.cardinality:
        case Cardinality.INVERSE_FUNCTIONAL:
            return f"At any one time, one thing {label} {claim.object}."
        case Cardinality.ONE_TO_ONE:
            return f"At any one time, “{label}” joins one thing to one other."
    return f"At any one time, {claim.subject} {label} one thing."


def rivals(claim: Claim) -> list[Rival]:
    """What a claim is in conflict with now, as the store has found it."""
    rows = in_force(Conflict.objects.filter(Q(first=claim) | Q(second=claim)))
    ends = (f"{end}__{part}" for end in ("first", "second")
            for part in ("subject", "object", "predicate", "state"))  # fmt: skip
    found = rows.select_related(*ends).order_by("pk")[:SHOWN_RIVALS]
    return [_rival(row, claim) for row in found]


def _rival(row: Conflict, claim: Claim) -> Rival:
    other = row.second if row.first_id == claim.pk else row.first
    return Rival(
        uid=other.uid,
        conflict=row.uid,
        statement=statement(other),
        status=other.state.status,
        rule=rule(row.kind, claim),
        kept=row.state == ConflictState.KEPT,
    )
