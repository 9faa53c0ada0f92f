"""Erasures and holds as they are sent and told."""

import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import BaseModel, Field

from memory.actions.erase import Erased
from memory.api.kinds import Statement, Strict, Uid
from memory.api.schemas.decision import Author
from memory.api.schemas.passes import ToldEffect, effects
from memory.models import Erasure, Hold

MOST_HELD = 200


class SentErasure(Strict):
    """What is erased, an observation or a node, and why; the reason is kept."""

    observation: Uid | None = None
    node: Uid | None = None
    reason: Statement
    dry_run: bool = False


class ToldErasure(BaseModel):
    """A certificate: what was destroyed and how much, never what it said.

    `node` is its id after the erasure; `counts` are rows that lost words, by kind.
    """

    id: UUID
    node: UUID | None
    observations: int
    counts: dict[str, int]
    reason: str
    by: Author
    at: datetime.datetime
    decision: UUID

    @classmethod
    def of(cls, row: Erasure) -> Self:
        """From its row with its decision."""
        words = getattr(row.decision, "words", None)
        return cls(
            id=row.uid,
            node=row.node.uid if row.node else None,
            observations=len(row.observations),
            counts=row.counts,
            reason=words.text if words else "",
            by=Author.of(row.decision),
            at=row.at,
            decision=row.decision.uid,
        )


class ToldErased(BaseModel):
    """What an erasure did or, as a dry run, would do; then its certificate is null.

    `created` is false for what had been erased before. `effects` counts all claims,
    of which `affected` names the first 1,000, the nearest.
    """

    erasure: ToldErasure | None
    created: bool
    counts: dict[str, int]
    effects: dict[str, int]
    affected: list[ToldEffect]

    @classmethod
    def of(cls, erased: Erased, *, dry_run: bool) -> Self:
        """From the action's answer."""
        row = erased.certificate
        foretold = dry_run and erased.created
        return cls(
            erasure=None if foretold else ToldErasure.of(row),
            created=erased.created and not dry_run,
            counts=row.counts,
            effects=erased.passed.counts,
            affected=effects(erased.passed),
        )


class SentHold(Strict):
    """Which observations are held; without a `holder` a new one is made up."""

    observations: Annotated[list[Uid], Field(min_length=1, max_length=MOST_HELD)]
    holder: Uid | None = None


class ToldHold(BaseModel):
    """One observation that is held; `holder` names whatever needs its text."""

    holder: UUID
    observation: UUID
    placed_at: datetime.datetime

    @classmethod
    def of(cls, row: Hold) -> Self:
        """From its row with its observation."""
        return cls(
            holder=row.holder, observation=row.observation.uid, placed_at=row.placed_at
        )


class ToldHeld(BaseModel):
    """Everything that one holder holds."""

    holder: UUID
    items: list[ToldHold]


class ToldReleased(BaseModel):
    """How many observations were let go."""

    holder: UUID
    released: int
