"""Conflicts as they are told."""

import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel

from memory.queries.belief import Belief
from memory.queries.conflicts import ConflictView


class ToldEnd(BaseModel):
    """One of two claims in conflict."""

    claim: UUID
    text: str
    status: str
    confidence: float

    @classmethod
    def of(cls, belief: Belief) -> Self:
        """From the claim as it stands now."""
        return cls(
            claim=belief.uid,
            text=belief.text,
            status=belief.status,
            confidence=belief.confidence.by_source,
        )


class ToldConflict(BaseModel):
    """Two claims that cannot both hold; in force until one ends or it is settled."""

    id: UUID
    kind: str
    first: ToldEnd
    second: ToldEnd
    opened_at: datetime.datetime
    in_force: bool
    state: str
    version: int

    @classmethod
    def of(cls, view: ConflictView) -> Self:
        """From its row, with both claims as they stand now."""
        row = view.conflict
        return cls(
            id=row.uid,
            kind=row.kind,
            first=ToldEnd.of(view.first),
            second=ToldEnd.of(view.second),
            opened_at=row.opened_at,
            in_force=view.in_force,
            state=row.state,
            version=row.version,
        )


class StaleConflictReply(BaseModel):
    """Somebody else has decided since; `current` is how the conflict is now."""

    code: str = "stale_version"
    message: str
    field: str = "version"
    hint: str
    current: ToldConflict
