"""Why a claim may be believed, or may not, as it is told."""

import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel

from memory.api.schemas.belief import ToldClaim
from memory.api.schemas.evidence import (
    ToldConfidence,
    ToldDerivation,
    ToldSource,
    ToldSupport,
)
from memory.queries.belief import Belief, SupportView
from memory.queries.claims import Justification


class Span(BaseModel):
    """Live words of the log that the claim rests on.

    With `credentials` in the observation, `quote` is null, unless the workspace's
    policy shows them.
    """

    observation: UUID
    quote: str | None
    credentials: list[str]
    span: tuple[int, int]
    source: ToldSource
    locator: str
    observed_at: datetime.datetime
    claim: UUID

    @classmethod
    def of(cls, support: SupportView, claim: UUID) -> Self:
        """From a live support of a derivation of `claim`."""
        assert support.observation is not None
        assert support.span is not None
        return cls(
            observation=support.observation.uid,
            quote=support.quote,
            credentials=support.credentials,
            span=support.span,
            source=ToldSource.of(support.observation.source),
            locator=support.observation.locator,
            observed_at=support.observation.observed_at,
            claim=claim,
        )


class Premise(BaseModel):
    """A claim that the justified one rests on."""

    claim: UUID
    text: str
    status: str
    confidence: float


class Justified(BaseModel):
    """An admissible claim with every live span under it."""

    claim: UUID
    text: str
    status: str
    confidence: ToldConfidence
    derivations: list[ToldDerivation]
    premises: list[Premise]
    spans: list[Span]

    @classmethod
    def of(cls, found: Justification) -> Self:
        """From the claim and its premises, down to the log."""
        head = found.belief
        return cls(
            claim=head.uid,
            text=head.text,
            status=head.status,
            confidence=ToldConfidence.of(head.confidence),
            derivations=[ToldDerivation.of(x) for x in head.derivations if x.live],
            premises=[
                Premise(
                    claim=each.uid,
                    text=each.text,
                    status=each.status,
                    confidence=each.confidence.by_source,
                )
                for each in found.premises
            ],
            spans=[span for each in (head, *found.premises) for span in _spans(each)],
        )


def _spans(belief: Belief) -> list[Span]:
    return [
        Span.of(support, belief.uid)
        for derivation in belief.derivations
        if derivation.live
        for support in derivation.supports
        if support.observation is not None and support.span is not None
    ]


class NotAdmissible(BaseModel):
    """Why a claim may not be believed now; what no longer resolves is always named."""

    code: str = "not_admissible"
    message: str
    field: str = ""
    hint: str = ""
    status: str
    reason: str
    dead_supports: list[ToldSupport]
    superseded_by: UUID | None
    lag_until: datetime.datetime | None

    @classmethod
    def of(cls, belief: Belief) -> Self:
        """From a belief that is not admissible."""
        reason = belief.why_not or ""
        return cls(
            message=reason,
            status=belief.status,
            reason=reason,
            dead_supports=[ToldSupport.of(each) for each in belief.dead_supports],
            superseded_by=belief.superseded_by,
            lag_until=belief.lag_until,
        )


class Stale(BaseModel):
    """Somebody else has decided since; `current` is how the claim stands now."""

    code: str = "stale_version"
    message: str
    field: str = "version"
    hint: str
    current: ToldClaim
