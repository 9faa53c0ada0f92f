"""Merges as they are sent and told."""

import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel

from memory.api.kinds import Note, Strict
from memory.api.schemas.belief import NodeName
from memory.api.schemas.decision import Author
from memory.api.schemas.statement import AnyNode
from memory.models import Merge, Node


class SentMerge(Strict):
    """What a node counts as from now on, and why."""

    into: AnyNode
    reason: Note = ""


class ToldMerge(BaseModel):
    """A merge; `canonical` is what the node counts as now, at the end of its chain."""

    id: UUID
    node: NodeName
    into: NodeName
    canonical: UUID
    reason: str
    by: Author
    at: datetime.datetime
    decision: UUID
    undone_by: UUID | None

    @classmethod
    def of(cls, merge: Merge, canonical: Node) -> Self:
        """From its row with its decision."""
        words = getattr(merge.decision, "words", None)
        return cls(
            id=merge.uid,
            node=NodeName.of(merge.node),
            into=NodeName.of(merge.into),
            canonical=canonical.uid,
            reason=words.text if words else "",
            by=Author.of(merge.decision),
            at=merge.decision.at,
            decision=merge.decision.uid,
            undone_by=merge.undone_by.uid if merge.undone_by else None,
        )
