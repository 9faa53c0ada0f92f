"""The Checks page: a text with its findings, recent ones, how right they were."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from curation.contexts.findings import (
    CHECKS,
    FindingCard,
    Segment,
    around,
    asks,
    cards,
    segments,
)
from curation.contexts.words import Statement, statement
from curation.filters import FindingFilter
from curation.forms_checks import PasteForm
from memory.models import Appearance, CheckedText, Finding, Workspace
from memory.queries.finding import view
from memory.queries.findings import findings_of_text
from memory.queries.operations import operation_view
from memory.queries.precision import CheckPrecision, Tally, precision

# Longer texts are shown around their findings only.
WHOLE = 20_000
MOST_CARDS = 200
MONTHS = 6


@dataclass(frozen=True)
class PrecisionRow:
    """How often one check was right, altogether and month by month."""

    check: str
    all: Tally
    months: list[tuple[datetime.date, Tally]]


@dataclass(frozen=True)
class ChecksPage:
    """The form, the recent findings and the precision of each check."""

    form: PasteForm
    rows: list[FindingCard]
    more: str
    filter: FindingFilter
    precision: list[PrecisionRow]
    months: list[datetime.date]
    title: str = "Checks"
    toast: Any = None


@dataclass(frozen=True)
class Standing:
    """Where a checked text stands in the memory."""

    claims: list[tuple[UUID, Statement]]
    observations: list[tuple[UUID, UUID, str]]


@dataclass(frozen=True)
class Progress:
    """How far the check of a long text is."""

    done: int
    total: int
    running: bool
    error: str


@dataclass(frozen=True)
class TextPage:
    """A checked text with its findings; `others` found nothing that needs a person."""

    uid: UUID
    segments: list[Segment]
    cards: list[FindingCard]
    others: list[FindingCard]
    beyond: int
    standing: Standing
    triggered: list[str]
    complete: bool
    version: str
    at: datetime.datetime
    progress: Progress | None
    title: str = "Checked text"
    toast: Any = None

    @property
    def open(self) -> int:
        """How many alarms nobody has decided about."""
        return sum(each.alarm and each.open for each in self.cards)


def checks_page(
    workspace: Workspace,
    form: PasteForm,
    found: Iterable[Finding],
    more: str,
    chosen: FindingFilter,
    toast: Any = None,
) -> ChecksPage:
    """The page, in a constant number of statements."""
    rows = precision(workspace)
    months = sorted({month for row in rows for month in row.months})[-MONTHS:]
    return ChecksPage(
        form=form,
        rows=cards(view(each) for each in found),
        more=more,
        filter=chosen,
        precision=[_precision(row, months) for row in rows],
        months=months,
        toast=toast,
    )


def _precision(row: CheckPrecision, months: Sequence[datetime.date]) -> PrecisionRow:
    by_month = [(month, row.months.get(month, Tally())) for month in months]
    return PrecisionRow(CHECKS[row.check], row.all, by_month)


def text_page(row: CheckedText, toast: Any = None) -> TextPage:
    """One text, in a constant number of statements."""
    found = findings_of_text(row)
    alone = [each for each in found if asks(each)]
    shown = cards(alone[:MOST_CARDS])
    standing, words = _standing(row)
    text = row.text or words
    cut = segments(text, shown)
    return TextPage(
        uid=row.uid,
        segments=cut if len(text) <= WHOLE else around(cut),
        cards=shown,
        others=cards([x for x in found if x not in alone][:MOST_CARDS]),
        beyond=len(alone) - len(shown),
        standing=standing,
        triggered=row.triggered,
        complete=row.complete,
        version=row.rules_version,
        at=row.checked_at,
        progress=_progress(row),
        toast=toast,
    )


def _standing(row: CheckedText) -> tuple[Standing, str]:
    """Where the text stands, and its words from there if any are left."""
    places = Appearance.objects.filter(text=row).select_related(
        "observation__words",
        "observation__episode",
        "claim__subject",
        "claim__object",
        "claim__predicate",
    )
    standing, words = Standing([], []), ""
    for place in places.order_by("pk")[:MOST_CARDS]:
        if place.claim is not None:
            standing.claims.append((place.claim.uid, statement(place.claim)))
        elif (seen := place.observation) is not None:
            spot = (seen.episode.uid, seen.uid, seen.locator or seen.ref)
            standing.observations.append(spot)
            words = words or seen.words.text or ""
    return standing, words


def _progress(row: CheckedText) -> Progress | None:
    if row.operation is None:
        return None
    told = operation_view(row.workspace, row.operation.uid)
    running = told.state in {"queued", "running"}
    return Progress(told.done, told.total, running, told.error)
