"""Findings as they are told, and what is sent about them."""

import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, Field

from memory.api.kinds import Note, Strict
from memory.classifier.finding import Finding
from memory.queries.finding import LONGEST_QUOTE, FindingView


class ToldFinding(BaseModel):
    """What a check says about a span, and what would have to be true.

    `state` is what a person made of the finding on these words, wherever they stood;
    `id` is null for what is stored nowhere. `observation` is the evidence it is on.
    """

    id: UUID | None = None
    check: str
    verdict: str
    decided_by: str
    span: Annotated[list[int], Field(min_length=2, max_length=2)]
    quote: str
    reported: str
    computed: str
    tolerance: str
    message: str
    state: str = "open"
    observation: UUID | None = None
    by: str = ""
    at: datetime.datetime | None = None
    note: str = ""

    @classmethod
    def of(cls, finding: FindingView) -> Self:
        """From what the store holds."""
        return cls(
            id=finding.uid,
            check=finding.check,
            verdict=finding.verdict,
            decided_by=finding.decided_by,
            span=list(finding.span),
            quote=finding.quote,
            reported=finding.reported,
            computed=finding.computed,
            tolerance=finding.tolerance,
            message=finding.message,
            state=finding.state,
            observation=finding.observation,
            by=finding.who,
            at=finding.at,
            note=finding.note,
        )

    @classmethod
    def fresh(cls, text: str, finding: Finding, known: FindingView | None) -> Self:
        """From what the classifier found now, and what is known of these words."""
        return cls(
            id=known.uid if known else None,
            check=finding.check,
            verdict=finding.verdict,
            decided_by=finding.decided_by,
            span=list(finding.span),
            quote=text[slice(*finding.span)][:LONGEST_QUOTE],
            reported=finding.reported,
            computed=finding.computed,
            tolerance=finding.tolerance,
            message=finding.message,
            state=known.state if known else "open",
            by=known.who if known else "",
            at=known.at if known else None,
            note=known.note if known else "",
        )


class ToldReport(BaseModel):
    """What set the checks off, and what they found.

    `complete` is false when the time limit ended the run early; a check that found
    nothing to decide says `not_checked`, never `consistent`.
    """

    triggered: list[str]
    findings: list[ToldFinding]
    complete: bool
    rules_version: str


class BegunCheck(BaseModel):
    """A long text that workers check: how far, and where its findings will be."""

    operation: UUID
    text: UUID
    findings: str


class SentJudgement(Strict):
    """Whether a finding is right, and why; `state` is the one that was seen."""

    verdict: Literal["confirm", "dismiss"]
    note: Note = ""
    state: Literal["open", "confirmed", "dismissed"] | None = None
