"""Searches as they are sent, and hits as they are told."""

from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, Field

from memory.api.kinds import Count, Query, Strict
from memory.api.paging import Page
from memory.retrieval.found import Found

Kind = Literal["node", "claim", "source"]


def _all() -> list[Kind]:
    return ["node", "claim", "source"]


class SentSearch(Strict):
    """What is looked for; `k` is how many hits a page holds."""

    query: Query
    k: Annotated[Count, Field(ge=1, le=100)] = 20
    kinds: Annotated[list[Kind], Field(min_length=1, max_length=3)] = Field(
        default_factory=_all
    )
    cursor: Annotated[str, Field(max_length=200)] | None = None


class ToldHit(BaseModel):
    """A row that was found, best first; claims say how they stand now.

    The text of a source that holds credentials is empty, unless the workspace's policy
    shows them.
    """

    kind: str
    id: UUID
    text: str
    score: float
    why: list[str]
    status: str | None
    admissible: bool | None

    @classmethod
    def of(cls, found: Found) -> Self:
        """From what the search resolved."""
        claim, source = found.claim, found.source
        return cls(
            kind=found.hit.kind,
            id=found.uid,
            text=found.text if source is None or source.may_be_shown else "",
            score=found.hit.score,
            why=list(found.hit.why),
            status=claim.status if claim else None,
            admissible=claim.admissible if claim else None,
        )


class Hits(Page[ToldHit]):
    """A page of hits, and in sentences what the search could not look at."""

    degraded: list[str]
