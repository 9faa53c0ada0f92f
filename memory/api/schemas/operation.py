"""Operations as they are told."""

import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel

from memory.queries.operations import OperationView


class Begun(BaseModel):
    """Work that goes on after the reply."""

    operation: UUID


class FailedLine(BaseModel):
    """A line that was refused, by its number in the body, from 0."""

    index: int
    code: str
    message: str


class Outcome(BaseModel):
    """How many lines were recorded, known before, or refused."""

    recorded: int
    known: int
    failed: int


class ToldOperation(BaseModel):
    """How far an operation is; at most the first 1,000 failures are named.

    A retraction is one line, which is done with all that it touches or not at all;
    then `retraction` is its record.
    """

    id: UUID
    kind: str
    state: str
    done: int
    total: int
    failures: list[FailedLine]
    result: Outcome
    retraction: UUID | None
    error: str
    created_at: datetime.datetime

    @classmethod
    def of(cls, view: OperationView) -> Self:
        """From its row and lines."""
        retraction = view.operation.retraction
        return cls(
            id=view.operation.uid,
            kind=view.operation.kind,
            state=view.state,
            done=view.done,
            total=view.total,
            failures=[
                FailedLine(index=row.position, code=row.code, message=row.message)
                for row in view.failures
            ],
            result=Outcome(
                recorded=view.counts["recorded"],
                known=view.counts["known"],
                failed=view.counts["failed"],
            ),
            retraction=retraction.uid if retraction else None,
            error=view.error,
            created_at=view.operation.created_at,
        )
