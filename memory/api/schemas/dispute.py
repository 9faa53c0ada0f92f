"""Disputes as they are told, and what became of them."""

import datetime
from collections.abc import Iterable
from typing import Self
from uuid import UUID

from pydantic import BaseModel

from memory.actions.resolve_disputes_in_bulk import InBulk
from memory.api.schemas.passes import weighed
from memory.models import Decision
from memory.queries.disputes import DisputeView


class ToldDispute(BaseModel):
    """An affected claim that waits for a person, or that one has settled.

    `confidence_*` are those around what opened it; `now` is how sure the claim is
    now; `downstream` counts the unsettled disputes that rest on it.
    """

    id: UUID
    claim: UUID
    text: str
    status: str
    retraction: UUID | None
    opened_by: UUID
    opened_at: datetime.datetime
    effect: str
    proposal: str
    rests_on: list[UUID]
    downstream: int
    confidence_before: float | None
    confidence_after: float | None
    independent_before: float | None
    independent_after: float | None
    now: float
    state: str
    settled_by: UUID | None
    version: int

    @classmethod
    def of(cls, view: DisputeView) -> Self:
        """From its row, with its claim as it stands now."""
        return cls(**dispute_fields(view))


class ToldSettled(ToldDispute):
    """A dispute after a decision on it.

    `stands` is the claim that stands for its statement now and `along` are the
    disputes settled with it. `decision` is null in a dry run and while a second
    person has to agree.
    """

    decision: UUID | None
    waiting: bool
    stands: UUID
    along: list[UUID]

    @classmethod
    def after(
        cls,
        view: DisputeView,
        *,
        decision: Decision | None,
        stands: UUID,
        along: Iterable[UUID],
        dry_run: bool,
    ) -> Self:
        """From the dispute as it is now, and what was decided."""
        made = None if dry_run or decision is None else decision.uid
        return cls(
            **dispute_fields(view),
            decision=made,
            waiting=decision is None,
            stands=stands,
            along=list(along),
        )


class ToldFailure(BaseModel):
    """A dispute that was left as it was, and why."""

    dispute: UUID
    code: str
    message: str


class ToldBulk(BaseModel):
    """What happened to a set of disputes; `waiting` need a second person's yes."""

    count: int
    fingerprint: str
    settled: list[UUID]
    waiting: list[UUID]
    failures: list[ToldFailure]

    @classmethod
    def of(cls, found: InBulk) -> Self:
        """From what the action answers."""
        return cls(
            count=found.count,
            fingerprint=found.fingerprint,
            settled=list(found.settled),
            waiting=list(found.waiting),
            failures=[
                ToldFailure(dispute=x.dispute, code=x.code, message=x.message)
                for x in found.failures
            ],
        )


class StaleDisputeReply(BaseModel):
    """Somebody else has decided since; `current` is how the dispute is now."""

    code: str = "stale_version"
    message: str
    field: str = "version"
    hint: str
    current: ToldDispute


def dispute_fields(view: DisputeView) -> dict[str, object]:
    """What a dispute is told by."""
    row = view.dispute
    return {
        "id": row.uid,
        "claim": view.belief.uid,
        "text": view.belief.text,
        "status": view.belief.status,
        "retraction": view.retraction,
        "opened_by": row.opened_by.uid,
        "opened_at": row.opened_at,
        "effect": row.effect,
        "proposal": row.proposal,
        "rests_on": list(view.rests_on),
        "downstream": view.downstream,
        **weighed(view.before, view.after),
        "now": view.belief.confidence.by_source,
        "state": row.state,
        "settled_by": row.settled_by.uid if row.settled_by else None,
        "version": row.version,
    }
