"""Decisions and the history of claims as they are told."""

import datetime
from typing import Any, Self
from uuid import UUID

from pydantic import BaseModel

from memory.api.schemas.belief import ToldCause
from memory.models import Decision, StatusEvent
from memory.queries.history import cause_kind


class Author(BaseModel):
    """A member, an agent, or the system under a named policy."""

    kind: str
    id: UUID | None
    name: str

    @classmethod
    def of(cls, decision: Decision) -> Self:
        """From the one author that a decision has."""
        if decision.by_member is not None:
            member = decision.by_member
            return cls(kind="member", id=member.uid, name=member.name)
        if decision.by_agent is not None:
            agent = decision.by_agent
            return cls(kind="agent", id=agent.uid, name=agent.name)
        return cls(kind="policy", id=None, name=decision.policy)


class ToldDecision(BaseModel):
    """One act: who changed what, when and why."""

    id: UUID
    action: str
    reason: str
    note: str
    by: Author
    at: datetime.datetime
    before: dict[str, Any]
    after: dict[str, Any]
    undoes: UUID | None
    undone_by: UUID | None

    @classmethod
    def of(cls, decision: Decision) -> Self:
        """From its row, with its note, author and what undid it."""
        words = getattr(decision, "words", None)
        undone_by = getattr(decision, "undone_by", None)
        return cls(
            id=decision.uid,
            action=decision.action,
            reason=decision.reason,
            note=words.text if words else "",
            by=Author.of(decision),
            at=decision.at,
            before=decision.before,
            after=decision.after,
            undoes=decision.undoes.uid if decision.undoes else None,
            undone_by=undone_by.uid if undone_by else None,
        )


class ToldEvent(BaseModel):
    """What one decision did to one claim."""

    at: datetime.datetime
    before: str
    status: str
    version: int
    cause: ToldCause
    decision: ToldDecision

    @classmethod
    def of(cls, event: StatusEvent) -> Self:
        """From its row, with its decision."""
        kind = cause_kind(event.decision)
        return cls(
            at=event.at,
            before=event.before,
            status=event.after,
            version=event.version,
            cause=ToldCause(kind=kind, id=event.decision.uid, episode=None),
            decision=ToldDecision.of(event.decision),
        )
