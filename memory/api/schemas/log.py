"""Episodes as they are told."""

import datetime
from collections.abc import Iterable
from typing import Any, Self
from uuid import UUID

from pydantic import BaseModel

from memory.api.schemas.belief import ToldClaim
from memory.api.schemas.usage import ToldUsage
from memory.models import Episode, EpisodeSource, RejectedCandidate, Residue
from memory.queries.belief import Belief
from memory.queries.episodes import EpisodeView, ObservationView


class Accepted(BaseModel):
    """An episode that was taken in."""

    id: UUID
    status: str
    url: str


class Opened(BaseModel):
    """An episode that observations may be appended to."""

    id: UUID


class NamedObservation(BaseModel):
    """An observation under its id and its ref."""

    id: UUID
    ref: str


class Appended(BaseModel):
    """The observations that were appended."""

    observations: list[NamedObservation]


class NamedSource(BaseModel):
    """A source under its id and the ref that the episode gave it.

    `credentials` are the kinds that were found in it when it was recorded.
    """

    id: UUID
    ref: str
    title: str
    uri: str
    credentials: list[str]

    @classmethod
    def of(cls, named: EpisodeSource) -> Self:
        """From its row, with the source and its node."""
        source = named.source
        return cls(
            id=source.node.uid,
            ref=named.ref,
            title=str(source),
            uri=source.uri,
            credentials=source.credentials,
        )


class BriefSource(BaseModel):
    """The source of an observation."""

    id: UUID
    ref: str
    title: str


class ToldObservation(BaseModel):
    """An observation; `text` is null once it is gone.

    `credentials` are the kinds that were found in it when it was recorded.
    """

    id: UUID
    ref: str
    source: BriefSource
    locator: str
    observed_at: datetime.datetime
    text: str | None
    state: str
    cited: bool
    credentials: list[str]

    @classmethod
    def of(cls, view: ObservationView) -> Self:
        """From its row, with its words, source and the spans that claims cite."""
        row = view.observation
        return cls(
            id=row.uid,
            ref=row.ref,
            source=BriefSource(
                id=row.source.node.uid,
                ref=view.ref_of_source,
                title=str(row.source),
            ),
            locator=row.locator,
            observed_at=row.observed_at,
            text=row.words.text,
            state=view.state,
            cited=bool(view.cited),
            credentials=row.words.credentials,
        )


class Rejected(BaseModel):
    """A candidate claim that was refused; `path` names the claims of a cycle."""

    id: UUID
    text: str
    reason: str
    detail: str
    position: int
    path: list[UUID]

    @classmethod
    def of(cls, row: RejectedCandidate) -> Self:
        """From its row."""
        return cls(
            id=row.uid,
            text=row.text,
            reason=row.reason,
            detail=row.detail,
            position=row.position,
            path=row.path,
        )


class ToldResidue(BaseModel):
    """What the episode left open."""

    id: UUID
    kind: str
    text: str

    @classmethod
    def of(cls, row: Residue) -> Self:
        """From its row."""
        return cls(id=row.uid, kind=row.kind, text=row.text)


class BriefEpisode(BaseModel):
    """An episode in a list."""

    id: UUID
    external_id: str
    kind: str
    status: str
    task: str
    model: str
    by: str
    started_at: datetime.datetime
    closed_at: datetime.datetime | None
    recorded_at: datetime.datetime

    @classmethod
    def of(cls, row: Episode, status: str) -> Self:
        """From its row, with its words and author."""
        return cls(**brief(row, status))


class ToldEpisode(BriefEpisode):
    """An episode with all that it holds and that was made of it.

    `error` says why its distillation failed, or what it waits for; `credentials` are
    the kinds found in its task, conclusions and residue.
    """

    error: str
    attempts: int
    credentials: list[str]
    sources: list[NamedSource]
    observations: list[ToldObservation]
    claims: list[ToldClaim]
    rejected: list[Rejected]
    residue: list[ToldResidue]
    uncited: list[UUID]
    usage: ToldUsage

    @classmethod
    def whole(cls, view: EpisodeView, claims: Iterable[Belief]) -> Self:
        """From all its rows; `uncited` are the observations that no claim cites."""
        words = getattr(view.episode, "words", None)
        return cls(
            **brief(view.episode, view.status),
            error=view.work.error if view.work else "",
            attempts=view.work.attempts if view.work else 0,
            credentials=words.credentials if words else [],
            sources=[NamedSource.of(each) for each in view.sources],
            observations=[ToldObservation.of(each) for each in view.observations],
            claims=[ToldClaim.of(each) for each in claims],
            rejected=[Rejected.of(each) for each in view.rejected],
            residue=[ToldResidue.of(each) for each in view.residue],
            uncited=[each.observation.uid for each in view.uncited],
            usage=ToldUsage.of(view.usage),
        )


def brief(row: Episode, status: str) -> dict[str, Any]:
    """What a list tells of an episode."""
    words = getattr(row, "words", None)
    author = row.agent or row.member
    return {
        "id": row.uid,
        "external_id": row.external_id,
        "kind": row.kind,
        "status": status,
        "task": words.task if words else "",
        "model": row.model,
        "by": author.name if author else "",
        "started_at": row.started_at,
        "closed_at": row.closed_at,
        "recorded_at": row.recorded_at,
    }
