"""Collisions as they are judged and told."""

import datetime
from collections.abc import Mapping
from typing import Literal, Self
from uuid import UUID

from pydantic import BaseModel

from memory.api.kinds import Count, Note, Strict, Uid
from memory.models import Claim, Node
from tension.models import Collision
from tension.rules.meeting import score

CollisionStateName = Literal[
    "new", "productive", "coincidental", "wrong_path", "withdrawn"
]


class SentCollisionVerdict(Strict):
    """A verdict on the version of a collision that the person saw; `new` undoes one."""

    version: Count
    verdict: Literal["productive", "coincidental", "wrong_path", "new"]
    finding: Uid | None = None
    note: Note | None = None


class ToldOutcomes(BaseModel):
    """Of judged collisions of one distance and band of degrees, the productive ones.

    `hub_degree` is the lower end of the band.
    """

    distance: int
    hub_degree: int
    judged: int
    productive: int
    share: float


class ToldShares(BaseModel):
    """What came of collisions, so that the threshold of hubs can be judged."""

    hub_threshold: int
    items: list[ToldOutcomes]


class ToldTrigger(BaseModel):
    """The work: a claim, an episode, or the node that was asked about at the gate."""

    kind: Literal["claim", "episode", "gate"]
    id: UUID
    context: str


class ToldCollision(BaseModel):
    """A meeting of a tension and work, `path` from the work's node to the anchor."""

    id: UUID
    tension: UUID
    text: str
    trigger: ToldTrigger
    path: list[UUID]
    claims: list[UUID]
    distance: int
    hub_degree: int
    score: float
    surfaced_before: bool
    state: CollisionStateName
    finding: UUID | None
    version: int
    found_at: datetime.datetime

    @classmethod
    def of(
        cls, row: Collision, nodes: Mapping[int, Node], claims: Mapping[int, Claim]
    ) -> Self:
        """From its row, with the nodes and claims of its path."""
        return cls(
            id=row.uid,
            tension=row.tension.uid,
            text=row.tension.statement,
            trigger=ToldTrigger(
                kind=row.trigger_kind, id=row.trigger_uid, context=row.context
            ),
            path=[nodes[pk].uid for pk in row.path],
            claims=[claims[pk].uid for pk in row.claims],
            distance=row.distance,
            hub_degree=row.degree,
            score=round(score(row.distance, row.degree), 6),
            surfaced_before=row.surfaced_before,
            state=row.state,
            finding=row.finding.uid if row.finding else None,
            version=row.version,
            found_at=row.found_at,
        )
