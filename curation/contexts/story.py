"""What an episode that the store wrote itself tells: who took whose place, and why."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from curation.contexts.words import Statement, author_of, statement
from memory.models import (
    AffectedClaim,
    Claim,
    Decision,
    Derivation,
    EffectKind,
    Episode,
    EpisodeKind,
    StatusEvent,
    Supersession,
)

TOLD = {EpisodeKind.SUPERSESSION, EpisodeKind.RETIREMENT}
MARKED = (EffectKind.LOST, EffectKind.WEAKENED)


@dataclass(frozen=True)
class Part:
    """One of the claims of the story, with when and where it was concluded."""

    uid: UUID
    statement: Statement
    since: datetime.datetime
    episode: UUID
    status: str


@dataclass(frozen=True)
class Story:
    """Which claim ended, which took its place, by whose decision and on what ground."""

    kind: str
    decision: UUID
    at: datetime.datetime
    who: str
    old: Part
    new: Part | None
    shared: float | None
    disputed: int


def story(episode: Episode) -> Story | None:
    """The story of an episode, in a constant number of statements; none of others."""
    if episode.kind not in TOLD:
        return None
    named = episode.external_id.partition(":")[2]
    rows = Decision.objects.filter(workspace=episode.workspace_id, uid=named)
    decision = rows.select_related("by_member__user", "by_agent").first()
    old = None if decision is None else _ended(decision)
    if decision is None or old is None:
        return None
    marked = AffectedClaim.objects.filter(decision=decision, effect__in=MARKED)
    return Story(
        kind=episode.kind,
        decision=decision.uid,
        at=decision.at,
        who=author_of(decision),
        old=_part(old),
        new=_successor(decision),
        shared=decision.after.get("overlap"),
        disputed=marked.count(),
    )


def _ended(decision: Decision) -> Claim | None:
    ended = ["superseded", "retired"]
    events = StatusEvent.objects.filter(decision=decision, after__in=ended)
    return _claims().filter(history__in=events).first()


def _successor(decision: Decision) -> Part | None:
    taking = Supersession.objects.filter(decision=decision).values("new")
    found = _claims().filter(pk__in=taking).first()
    if found is None and "by" in decision.after:
        mine = _claims().filter(workspace=decision.workspace_id)
        found = mine.filter(uid=decision.after["by"]).first()
    return None if found is None else _part(found)


def _claims() -> QuerySet[Claim]:
    return Claim.objects.select_related("subject", "object", "predicate", "state")


def _part(claim: Claim) -> Part:
    rows = Derivation.objects.filter(claim=claim).select_related("episode")
    first = rows.order_by("pk")[0]
    return Part(
        claim.uid,
        statement(claim),
        first.recorded_at,
        first.episode.uid,
        claim.state.status,
    )
