"""Retractions and reinstatements as they are sent and told."""

import datetime
from collections.abc import Iterable
from typing import Literal, Self
from uuid import UUID

from pydantic import BaseModel

from memory.actions.reinstate import Reinstated
from memory.actions.retract import Retracted
from memory.api.kinds import Note, PastTime, Statement, Strict, Uid
from memory.api.schemas.decision import Author
from memory.api.schemas.passes import ToldEffect, effects
from memory.queries.retractions import RetractionView
from memory.queries.served import ServedTo


class SentRetraction(Strict):
    """Why something is no longer relied on.

    A correction, and nothing else, names its `replacement`.
    """

    kind: Literal["retraction", "correction", "concern"]
    reason: Statement
    note: Note | None = None
    replacement: Uid | None = None
    dry_run: bool = False


class SentRecall(Strict):
    """Why nothing that an agent said since a time is relied on; ever, without it."""

    kind: Literal["retraction", "concern"]
    reason: Statement
    note: Note | None = None
    since: PastTime | None = None
    dry_run: bool = False


class SentReinstatement(Strict):
    """Why it is relied on again."""

    reason: Statement
    dry_run: bool = False


class ToldServed(BaseModel):
    """Somebody who was served claims that lose evidence; `agent` is null for a member.

    `receipts` are how many passages served how many such `claims`.
    """

    agent: UUID | None
    name: str
    receipts: int
    claims: int
    last_at: datetime.datetime

    @classmethod
    def of(cls, served: ServedTo) -> Self:
        """From what the receipts say."""
        return cls(
            agent=served.agent,
            name=served.name,
            receipts=served.receipts,
            claims=served.claims,
            last_at=served.last_at,
        )


class ToldRetracted(BaseModel):
    """What a retraction touches, and who was served what loses evidence by it.

    `retraction` is null while nothing is retracted; `retractions` names all records
    of one act. `affected` names the first 1,000 of `total` claims, the nearest; where
    it leaves some out, `rest` is the address that lists them all, once retracted.
    """

    retraction: UUID | None
    retractions: list[UUID]
    affected: list[ToldEffect]
    total: int
    rest: str | None
    counts: dict[str, int]
    served_to: list[ToldServed]

    @classmethod
    def of(cls, found: Retracted, served: Iterable[ServedTo]) -> Self:
        """From what the action answers."""
        uid = found.retraction.uid if found.retraction else None
        affected, total = effects(found.passed), len(found.passed.touched)
        cut = uid is not None and total > len(affected)
        return cls(
            retraction=uid,
            retractions=[row.uid for row in found.retractions],
            affected=affected,
            total=total,
            rest=f"/api/v1/retractions/{uid}/affected" if cut else None,
            counts=found.passed.counts,
            served_to=[ToldServed.of(each) for each in served],
        )


class ToldReinstated(BaseModel):
    """What a reinstatement touches; `waiting` while a second person has to agree.

    `affected` names the first 1,000 of `total` claims, the nearest.
    """

    retraction: UUID
    decision: UUID | None
    waiting: bool
    affected: list[ToldEffect]
    total: int
    counts: dict[str, int]

    @classmethod
    def of(cls, found: Reinstated, *, dry_run: bool) -> Self:
        """From what the action answers; a dry run's decision is none."""
        made = None if dry_run and found.created else found.decision
        return cls(
            retraction=found.retraction.uid,
            decision=made.uid if made else None,
            waiting=found.decision is None,
            affected=effects(found.passed),
            total=len(found.passed.touched),
            counts=found.passed.counts,
        )


class ToldRetraction(BaseModel):
    """A retraction, and the size of what it did."""

    id: UUID
    kind: str
    observation: UUID | None
    source: UUID | None
    replacement: UUID | None
    reason: str
    by: Author
    at: datetime.datetime
    decision: UUID
    in_force: bool
    reinstated_by: UUID | None
    counts: dict[str, int]
    disputes: int

    @classmethod
    def of(cls, view: RetractionView) -> Self:
        """From its row; `disputes` are the unsettled ones that it opened."""
        row = view.retraction
        new_source = row.replacement_source
        replacement = row.replacement_observation or (new_source and new_source.node)
        return cls(
            id=row.uid,
            kind=row.kind,
            observation=row.observation.uid if row.observation else None,
            source=row.source.node.uid if row.source else None,
            replacement=replacement.uid if replacement else None,
            reason=view.reason,
            by=Author.of(row.decision),
            at=row.decision.at,
            decision=row.decision.uid,
            in_force=view.in_force,
            reinstated_by=row.reinstated_by.uid if row.reinstated_by else None,
            counts=view.counts,
            disputes=view.disputes,
        )
