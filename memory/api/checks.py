"""The claims classifier on a text that is sent in."""

from typing import Annotated

from ninja import Router
from pydantic import BaseModel, StringConstraints

from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.kinds import Passage, Strict
from memory.classifier.check import check_text
from memory.classifier.finding import Finding
from memory.classifier.quantity import MAX_TEXT
from memory.models import Scope

router = Router(tags=["Checks"])
READ = Key(Scope.READ)
# In seconds: what one call may take, whatever the text.
TIME_LIMIT = 5.0


class SentText(Strict):
    """A text of at most 64 KiB."""

    text: Annotated[Passage, StringConstraints(max_length=MAX_TEXT)]


class ToldFinding(BaseModel):
    """What a check says about a span, and what would have to be true."""

    check: str
    verdict: str
    decided_by: str
    span: tuple[int, int]
    reported: str
    computed: str
    tolerance: str
    message: str

    @classmethod
    def of(cls, finding: Finding) -> "ToldFinding":
        """A finding of the classifier as it is told."""
        return cls(
            check=finding.check,
            verdict=finding.verdict,
            decided_by=finding.decided_by,
            span=finding.span,
            reported=finding.reported,
            computed=finding.computed,
            tolerance=finding.tolerance,
            message=finding.message,
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


@router.post("/check", auth=READ, response=replies({200: ToldReport}))
def post_check(request: Request, payload: SentText) -> ToldReport:
    """Check the quantities, units and inferences of a text; nothing is stored."""
    report = check_text(payload.text, seconds=TIME_LIMIT)
    return ToldReport(
        triggered=list(report.triggered),
        findings=[ToldFinding.of(finding) for finding in report.findings],
        complete=report.complete,
        rules_version=report.rules_version,
    )
