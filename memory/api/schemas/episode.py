"""An episode as an agent sends it."""

from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from memory.api.kinds import (
    AsOf,
    Passage,
    PastTime,
    Ref,
    Statement,
    Strict,
    Title,
    Uri,
)
from memory.api.schemas.refs import check_conclusions, refuse_twice, undefined
from memory.api.schemas.statement import AnyNode, Conclusion, check_order
from memory.rules.entry import (
    EpisodeEntry,
    ObservationEntry,
    ResidueEntry,
    SourceEntry,
)

MAX_SOURCES = 1000
MAX_OBSERVATIONS = 5000
MAX_CONCLUSIONS = 2000
MAX_RESIDUE = 200
MAX_ABOUT = 50

Task = Annotated[str, Field(max_length=20_000)]
Line = Annotated[str, Field(max_length=200)]


class Source(Strict):
    """A source under the name (ref) that its episode gives it."""

    ref: Ref
    kind: Literal["document", "tool_output", "conversation", "testimony"]
    uri: Uri | None = None
    title: Title | None = None
    as_of: AsOf | None = None
    version: Line | None = None

    def entry(self) -> SourceEntry:
        """As it is recorded."""
        return SourceEntry(
            ref=self.ref,
            kind=self.kind,
            uri=self.uri or "",
            title=self.title or "",
            as_of=self.as_of or "",
            version=self.version or "",
        )


class Observation(Strict):
    """What was read where and when; `source` is a ref of the same episode."""

    ref: Ref
    source: Ref
    text: Passage
    observed_at: PastTime
    locator: Title | None = None

    def entry(self) -> ObservationEntry:
        """As it is recorded."""
        return ObservationEntry(
            ref=self.ref,
            source=self.source,
            text=self.text,
            observed_at=self.observed_at,
            locator=self.locator or "",
        )


About = Annotated[list[AnyNode], Field(max_length=MAX_ABOUT, fail_fast=True)]


class Residue(Strict):
    """What the episode left open."""

    kind: Literal["contradiction", "question", "hypothesis", "abstraction"]
    text: Statement
    about: Annotated[list[AnyNode], Field(max_length=MAX_ABOUT, fail_fast=True)] = []

    def entry(self) -> ResidueEntry:
        """As it is recorded."""
        about = tuple(self.model_dump(mode="json")["about"])
        return ResidueEntry(kind=self.kind, text=self.text, about=about)


Sources = Annotated[list[Source], Field(max_length=MAX_SOURCES, fail_fast=True)]
Observations = Annotated[
    list[Observation], Field(max_length=MAX_OBSERVATIONS, fail_fast=True)
]
Conclusions = Annotated[
    list[Conclusion], Field(max_length=MAX_CONCLUSIONS, fail_fast=True)
]
Residues = Annotated[list[Residue], Field(max_length=MAX_RESIDUE, fail_fast=True)]


class OpenEpisode(Strict):
    """An episode that begins."""

    external_id: Ref
    task: Task = ""
    started_at: PastTime
    model: Line = ""
    sources: Sources = Field(default_factory=list)

    @model_validator(mode="after")
    def names(self) -> Self:
        """No two sources have one ref."""
        refuse_twice("sources", [each.ref for each in self.sources])
        return self

    def entry(self) -> EpisodeEntry:
        """As it is recorded."""
        return EpisodeEntry(
            external_id=self.external_id,
            task=self.task,
            started_at=self.started_at,
            model=self.model,
            sources=tuple(each.entry() for each in self.sources),
        )


class More(Strict):
    """Sources and observations for an open episode."""

    sources: Sources = Field(default_factory=list)
    observations: Observations = Field(default_factory=list)

    @model_validator(mode="after")
    def names(self) -> Self:
        """Refs name one thing each."""
        refuse_twice("sources", [each.ref for each in self.sources])
        refuse_twice("observations", [each.ref for each in self.observations])
        return self


class Close(Strict):
    """The end of an open episode; without conclusions the distiller reads it."""

    closed_at: PastTime
    conclusions: Conclusions | None = None
    residue: Residues = Field(default_factory=list)

    @model_validator(mode="after")
    def names(self) -> Self:
        """Conclusions rest on earlier ones only."""
        check_conclusions(self.conclusions or (), observations=None)
        return self


class Episode(OpenEpisode):
    """A closed episode, whole."""

    closed_at: PastTime
    observations: Observations = Field(default_factory=list)
    conclusions: Conclusions | None = None
    residue: Residues = Field(default_factory=list)

    @model_validator(mode="after")
    def whole(self) -> Self:
        """Every ref is defined once, before it is used; it ends after it begins."""
        check_order(self.started_at, self.closed_at, "closed_at")
        refs = [each.ref for each in self.observations]
        refuse_twice("observations", refs)
        sources = {each.ref for each in self.sources}
        for at, each in enumerate(self.observations):
            if each.source not in sources:
                raise undefined(each.source, f"observations.{at}.source")
        check_conclusions(self.conclusions or (), observations=frozenset(refs))
        return self

    def entry(self) -> EpisodeEntry:
        """As it is recorded."""
        return EpisodeEntry(
            external_id=self.external_id,
            task=self.task,
            started_at=self.started_at,
            model=self.model,
            closed_at=self.closed_at,
            sources=tuple(each.entry() for each in self.sources),
            observations=tuple(each.entry() for each in self.observations),
            conclusions=kept(self.conclusions),
            residue=tuple(each.entry() for each in self.residue),
        )


def kept(
    conclusions: Iterable[Conclusion] | None,
) -> tuple[dict[str, object], ...] | None:
    """Conclusions as the log keeps them; none means that the distiller reads."""
    return None if conclusions is None else tuple(each.kept() for each in conclusions)
