"""Findings as pages show them: in words, with a tone, beside the text they are on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from memory.models import CheckKind, FindingVerdict
from memory.queries.finding import FindingView

CHECKS = dict(CheckKind.choices)
VERDICTS = dict(FindingVerdict.choices)
# The shape and colour of a verdict.
TONES = {
    "contradicted": "lost",
    "suspect": "weakened",
    "undecidable": "unverified",
    "not_checked": "unverified",
    "consistent": "admissible",
}


@dataclass(frozen=True)
class FindingCard:
    """One finding; `number` is its place beside the text."""

    number: int
    uid: UUID
    text: UUID
    check: str
    verdict: str
    tone: str
    decided_by: str
    quote: str
    message: str
    reported: str
    computed: str
    tolerance: str
    state: str
    alarm: bool
    in_evidence: bool
    who: str
    at: datetime | None
    note: str
    decision: UUID | None
    span: tuple[int, int]

    @property
    def open(self) -> bool:
        """Whether nobody has decided about it."""
        return self.state == "open"


def asks(found: FindingView) -> bool:
    """Whether it leaves a person something to think about, at a place in the text."""
    start, end = found.span
    return found.verdict != "consistent" and start < end


def cards(found: Iterable[FindingView]) -> list[FindingCard]:
    """Findings numbered in their order."""
    return [_card(number, each) for number, each in enumerate(found, start=1)]


def alarms_first(found: Iterable[FindingView]) -> list[FindingCard]:
    """Findings with those that ask for a person first; what agrees is left out."""
    rows = [each for each in found if each.verdict != "consistent"]
    return cards(sorted(rows, key=lambda each: not each.is_alarm))


def _card(number: int, found: FindingView) -> FindingCard:
    return FindingCard(
        number=number,
        uid=found.uid,
        text=found.text,
        check=CHECKS[found.check],
        verdict=VERDICTS[found.verdict],
        tone="retired" if found.state == "dismissed" else TONES[found.verdict],
        decided_by=found.decided_by,
        quote=found.quote,
        message=found.message,
        reported=found.reported,
        computed=found.computed,
        tolerance=found.tolerance,
        state=found.state,
        alarm=found.is_alarm,
        in_evidence=found.observation is not None,
        who=found.who,
        at=found.at,
        note=found.note,
        decision=found.decision,
        span=found.span,
    )


@dataclass(frozen=True)
class Segment:
    """A run of text, and the finding that it is underlined for."""

    text: str
    card: FindingCard | None = None


def segments(text: str, found: Sequence[FindingCard]) -> list[Segment]:
    """Cut a text where findings begin and end; of several the first is pointed to."""
    shown = [each for each in found if each.span[0] < each.span[1] <= len(text)]
    edges = {0, len(text)} | {edge for each in shown for edge in each.span}
    cuts = sorted(edges)
    return [
        Segment(text[start:end], _over(shown, start, end))
        for start, end in pairwise(cuts)
    ]


def _over(found: Sequence[FindingCard], start: int, end: int) -> FindingCard | None:
    over = (each for each in found if each.span[0] <= start and end <= each.span[1])
    return next(over, None)


def around(found: Sequence[Segment], margin: int = 240) -> list[Segment]:
    """Underlined runs with at most `margin` characters around them, cuts shown by …"""
    shown = []
    for position, each in enumerate(found):
        text = each.text
        if each.card is None and len(text) > 2 * margin:
            head = text[:margin] if position else ""
            tail = text[-margin:] if position < len(found) - 1 else ""
            text = f"{head} … {tail}"
        shown.append(Segment(text, each.card))
    return shown
