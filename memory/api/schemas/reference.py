"""The reference library as it is sent and told."""

import datetime
from typing import Annotated, Any, Self
from uuid import UUID

from pydantic import BaseModel, Field

from memory.api.kinds import Note, Strict
from memory.models import Source

MOST = 2000


class SentNote(Strict):
    """Why a source is vetted, or is not any longer."""

    note: Note


class SentBibliography(Strict):
    """References in CSL-JSON, and why they are vetted."""

    note: Note
    items: Annotated[list[dict[str, Any]], Field(max_length=MOST, fail_fast=True)]


class ToldReference(BaseModel):
    """A source and who vouches for it; all three are null while nobody does.

    `credentials` are the kinds that were found in its title and address.
    """

    source: UUID
    title: str
    uri: str
    as_of: str
    credentials: list[str]
    vetted_at: datetime.datetime | None
    vetted_by: str | None
    note: str | None

    @classmethod
    def of(cls, row: Source) -> Self:
        """From its row with its node and the person."""
        return cls(
            source=row.node.uid,
            title=str(row),
            uri=row.uri,
            as_of=row.as_of,
            credentials=row.credentials,
            vetted_at=row.vetted_at,
            vetted_by=row.vetted_by.name if row.vetted_by else None,
            note=row.vetted_note or None,
        )


class RefusedReference(BaseModel):
    """An item that is no reference, by its place from 0."""

    index: int
    code: str
    field: str
    message: str


class ToldImport(BaseModel):
    """What became of a bibliography: its sources in order, and what was refused."""

    created: int
    vetted: int
    items: list[ToldReference]
    failures: list[RefusedReference]
