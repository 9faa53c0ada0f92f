"""What a claim rests on and how sure that makes it, as it is told."""

import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel

from memory.models import Source
from memory.queries.belief import ConfidenceView, DerivationView, SupportView


class ToldSource(BaseModel):
    """A source in brief.

    With `credentials` in them, `title` and `uri` are empty, unless the workspace's
    policy shows them.
    """

    id: UUID
    title: str
    uri: str
    credentials: list[str]

    @classmethod
    def of(cls, source: Source) -> Self:
        """From its row, with its node and workspace."""
        shown = source.may_be_shown
        return cls(
            id=source.node.uid,
            title=str(source) if shown else "",
            uri=source.uri if shown else "",
            credentials=source.credentials,
        )


class ToldSupport(BaseModel):
    """An observation with its quoted span, or a premise claim.

    With `credentials` in the observation, `quote` is null, unless the workspace's
    policy shows them.
    """

    observation: UUID | None = None
    quote: str | None = None
    credentials: list[str] = []
    span: tuple[int, int] | None = None
    claim: UUID | None = None
    live: bool

    @classmethod
    def of(cls, support: SupportView) -> Self:
        """From what the store resolved."""
        if support.premise is not None:
            return cls(claim=support.premise.uid, live=support.live)
        assert support.observation is not None
        return cls(
            observation=support.observation.uid,
            quote=support.quote,
            credentials=support.credentials,
            span=support.span,
            live=support.live,
        )


class ToldDerivation(BaseModel):
    """One episode's assertion of the claim.

    An echo suspect is worded like what the gate had told of the claim before.
    """

    id: UUID
    episode: UUID
    method: str
    model: str
    confidence: float
    text: str
    recorded_at: datetime.datetime
    live: bool
    withdrawn: bool
    echo_suspect: bool
    supports: list[ToldSupport]

    @classmethod
    def of(cls, derivation: DerivationView) -> Self:
        """From what the store resolved."""
        return cls(
            id=derivation.uid,
            episode=derivation.episode.uid,
            method=derivation.method,
            model=derivation.model,
            confidence=derivation.kappa,
            text=derivation.text,
            recorded_at=derivation.recorded_at,
            live=derivation.live,
            withdrawn=derivation.withdrawn,
            echo_suspect=derivation.echo_suspect,
            supports=[ToldSupport.of(each) for each in derivation.supports],
        )


class ToldShare(BaseModel):
    """A source that several live derivations rest on."""

    source: ToldSource
    derivations: list[UUID]


class ToldConfidence(BaseModel):
    """Both compositions, which way they may be wrong, and the sources they share."""

    independent: float
    by_source: float
    calibrated: float | None
    now: float
    direction: str
    shared: list[ToldShare]

    @classmethod
    def of(cls, confidence: ConfidenceView) -> Self:
        """From what was composed over the live derivations."""
        return cls(
            independent=confidence.independent,
            by_source=confidence.by_source,
            calibrated=confidence.calibrated,
            now=confidence.now,
            direction=confidence.direction,
            shared=[
                ToldShare(
                    source=ToldSource.of(each.source),
                    derivations=list(each.derivations),
                )
                for each in confidence.shared
            ],
        )
