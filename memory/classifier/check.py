"""Runs the five checks over a text, piece by piece, within a time limit."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from memory.classifier import (
    double_counting,
    formula,
    generalisation,
    price_years,
    units,
    vocabulary,
)
from memory.classifier.facts import Facts
from memory.classifier.finding import ALARMS, Check, Finding
from memory.classifier.judge import Judge
from memory.classifier.quantity import MAX_TEXT
from memory.classifier.sentence import Sentence, read
from memory.classifier.taxonomy import Taxonomy

RULES_VERSION = "3"
TIME_LIMIT = 30.0

_CAUSAL = re.compile(
    r"\b(?:because|therefore|thus|hence|so that|causes?|caused|leads? to|results? in"
    r"|so)\b",
    re.I,
)


@dataclass(frozen=True)
class Report:
    """What set the checks off, and what they found.

    `complete` is False when the time limit ended the run early; a check that was set
    off and found nothing to decide reports `not_checked`, never `consistent`.
    """

    triggered: tuple[str, ...]
    findings: tuple[Finding, ...]
    complete: bool = True
    rules_version: str = RULES_VERSION

    def alarms(self) -> tuple[Finding, ...]:
        """The findings a curator should look at."""
        return tuple(f for f in self.findings if f.verdict in ALARMS)


@dataclass(frozen=True)
class Piece:
    """The report on one piece of a document and how far the run has come."""

    report: Report
    done: int
    total: int


def pieces(text: str, size: int = MAX_TEXT) -> Iterator[tuple[int, str]]:
    """Pieces of at most `size` characters with their offsets, cut between sentences."""
    start = 0
    while start < len(text):
        end = min(len(text), start + size)
        if end < len(text):
            cut = max(text.rfind("\n\n", start, end), text.rfind(". ", start, end) + 1)
            end = cut if cut > start else end
        yield start, text[start:end]
        start = end


def _formula_findings(s: Sentence, judge: Judge | None) -> Iterator[Finding]:
    decided = formula.decided(s, judge)
    yield from formula.statements(s)
    yield from units.check(s, decided)
    for relation, decision in decided:
        if not units.belongs(relation, decision, s):
            yield formula.relation_finding(s, relation, decision)


def _sentence_findings(
    s: Sentence, judge: Judge | None, facts: Facts, taxonomy: Taxonomy
) -> Iterator[Finding]:
    if s.quantities:
        yield from _formula_findings(s, judge)
        yield from price_years.check(s)
    yield from double_counting.check(s, facts, taxonomy)
    yield from generalisation.check(s, judge)
    yield from vocabulary.check(s, judge)


def _triggers(s: Sentence) -> Iterator[str]:
    if s.quantities:
        yield "quantity"
    if "=" in s.text:
        yield "formula"
    if _CAUSAL.search(s.text):
        yield "causal"
    if next(vocabulary.candidates(s.text), None):
        yield "term"


def _unchecked(
    sentences: int, quantities: int, found: list[Finding]
) -> Iterator[Finding]:
    """The checks that numbers set off and that had nothing to decide."""
    checks: tuple[Check, ...] = ("formula", "units", "double_counting")
    decided = {f.check for f in found}
    for name in checks:
        if quantities > 1 and name not in decided:
            yield Finding(
                check=name,
                verdict="not_checked",
                decided_by="rule",
                span=(0, 0),
                message=(
                    f"No relation was found among {quantities} quantities in"
                    f" {sentences} sentence{'s' if sentences > 1 else ''}; nothing was"
                    " checked."
                ),
            )


def _moved(finding: Finding, by: int) -> Finding:
    start, end = finding.span
    return replace(finding, span=(start + by, end + by)) if by else finding


def _check_piece(
    text: str, judge: Judge | None, facts: Facts, deadline: float
) -> Report:
    taxonomy = Taxonomy(facts.broader)
    triggered = dict[str, None]()
    found: list[Finding] = []
    sentences = quantities = 0
    complete = True
    for s in read(text):
        if time.monotonic() > deadline:
            complete = False
            break
        sentences += 1
        quantities += len(s.quantities)
        triggered.update(dict.fromkeys(_triggers(s)))
        found += _sentence_findings(s, judge, facts, taxonomy)
    found += generalisation.check_passage(text)
    found += _unchecked(sentences, quantities, found)
    return Report(tuple(triggered), tuple(found), complete)


def check_pieces(
    text: str,
    *,
    judge: Judge | None = None,
    facts: Facts | None = None,
    seconds: float = TIME_LIMIT,
) -> Iterator[Piece]:
    """Reports on a document of any length, one for each piece of at most 64 KiB.

    Spans count from the start of the document. Memory is bounded by the piece; after
    `seconds` the remaining text is left and the last report says so.
    """
    deadline = time.monotonic() + seconds
    for start, piece in pieces(text):
        report = _check_piece(piece, judge, facts or Facts(), deadline)
        moved = tuple(_moved(f, start) for f in report.findings)
        yield Piece(replace(report, findings=moved), start + len(piece), len(text))
        if not report.complete:
            return


def check_text(
    text: str,
    *,
    judge: Judge | None = None,
    facts: Facts | None = None,
    seconds: float = TIME_LIMIT,
) -> Report:
    """All findings on a text; `judge` reads and judges, code alone decides arithmetic.

    Without a judge the questions of meaning are reported as `not_checked`. Never raises
    on any text.
    """
    triggered = dict[str, None]()
    found: list[Finding] = []
    complete = True
    for piece in check_pieces(text, judge=judge, facts=facts, seconds=seconds):
        triggered.update(dict.fromkeys(piece.report.triggered))
        found += piece.report.findings
        complete = piece.report.complete
    return Report(tuple(triggered), tuple(found), complete)
