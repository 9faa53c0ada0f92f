"""Retrieval: what agents were told, lens by lens, and what of it has fallen since."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import Count, Q, QuerySet

from curation.contexts.words import Statement, statement
from curation.filters_retrieval import ReceiptFilter
from memory.models import Node, Receipt, ReceiptLine, Workspace
from memory.queries.receipts import LineView, ReceiptView
from memory.queries.standings import SourceView
from memory.retrieval.lenses import RAW, REFRAME, SUBGRAPH
from memory.rules.lifecycle import Status
from memory.rules.mark import mark

FORMS = {
    "dual": "by name, words and meaning",
    "model": "reworded by the model",
    "rule": "reworded by rule",
    "given": "from the nodes that the task names",
    "recognised": "from what the message names",
    "": "did not run",
}
NAMES = {RAW: "The message", REFRAME: "Neutral reframe", SUBGRAPH: "Task's subgraph"}


@dataclass(frozen=True)
class ReceiptRow:
    """One passage of the list."""

    uid: UUID
    message: str
    who: str
    at: datetime
    trial: bool
    degraded: Sequence[str]
    served: int
    withheld: int
    fallen: int


@dataclass(frozen=True)
class ReceiptsPage:
    """All passages, filtered, and the box to try the gate."""

    rows: list[ReceiptRow]
    more: str
    filter: ReceiptFilter
    form: forms.Form
    title: str = "Retrieval"


@dataclass(frozen=True)
class ToldRow:
    """A claim that was told; `now` is its status, where that has changed."""

    uid: UUID
    statement: Statement
    confidence: float
    age_days: float
    lenses: list[str]
    sources: Sequence[SourceView]
    conflicts: Sequence[UUID]
    reason: str
    effect: str
    now: str


@dataclass(frozen=True)
class LensView:
    """One of the three: what it looked for, how it ran, and what it brought."""

    name: str
    title: str
    how: str
    query: str
    roots: Sequence[Node]
    found: int
    lesser: str
    told: list[ToldRow]


@dataclass(frozen=True)
class ReceiptPage:
    """One passage in full."""

    uid: UUID
    title: str
    message: str | None
    who: str
    key: str
    at: datetime
    k: int
    trial: bool
    mark: str
    lenses: list[LensView]
    served: list[ToldRow]
    withheld: list[ToldRow]
    references: Sequence[SourceView]
    fallen: int
    findings: list[dict[str, Any]]
    tensions: list[dict[str, Any]]


def receipts(workspace: Workspace) -> QuerySet[Receipt]:
    """The passages of a workspace, with their words and who asked."""
    rows = Receipt.objects.filter(workspace=workspace)
    return rows.select_related("words", "agent", "member__user")


def rows(found: Sequence[Receipt]) -> list[ReceiptRow]:
    """Some passages with how much each told, in one statement."""
    counts = _counts([row.pk for row in found])
    return [
        ReceiptRow(
            uid=row.uid,
            message=_spoken(row),
            who=_who(row),
            at=row.at,
            trial=row.trial,
            degraded=row.degraded,
            **counts.get(row.pk, {"served": 0, "withheld": 0, "fallen": 0}),
        )
        for row in found
    ]


def _counts(receipts: Collection[int]) -> dict[int, dict[str, int]]:
    served = Q(reason="")
    fallen = served & ~Q(claim__state__status=Status.admissible)
    lines = ReceiptLine.objects.filter(receipt__in=receipts).values("receipt")
    counted = lines.annotate(
        told=Count("pk", filter=served),
        held=Count("pk", filter=~served),
        fell=Count("pk", filter=fallen),
    ).values_list("receipt", "told", "held", "fell")
    return {
        receipt: {"served": told, "withheld": held, "fallen": fell}
        for receipt, told, held, fell in counted
    }


def receipt_page(view: ReceiptView) -> ReceiptPage:
    """One passage as a page shows it."""
    row = view.receipt
    served = [_told(each) for each in view.served]
    withheld = [_told(each) for each in view.withheld]
    return ReceiptPage(
        uid=row.uid,
        title=f"Receipt of {row.at:%-d %b %Y, %H:%M}",
        message=row.words.message,
        who=_who(row),
        key=row.key.prefix if row.key else "",
        at=row.at,
        k=row.k,
        trial=row.trial,
        mark=mark(row.uid),
        lenses=[_lens(view, name, [*served, *withheld]) for name in NAMES],
        served=served,
        withheld=withheld,
        references=view.references,
        fallen=view.fallen,
        findings=[
            each | {key: each[key].replace("_", " ") for key in ("check", "verdict")}
            for each in row.words.findings
        ],
        tensions=row.words.tensions,
    )


def _lens(view: ReceiptView, name: str, told: Iterable[ToldRow]) -> LensView:
    kept = view.receipt.lenses[name]
    return LensView(
        name=name,
        title=NAMES[name],
        how=FORMS[kept["form"]],
        query=view.receipt.words.reframe if name == REFRAME else "",
        roots=view.roots if name == SUBGRAPH else (),
        found=kept["found"],
        lesser=kept["lesser"],
        told=[each for each in told if name in each.lenses],
    )


def _told(view: LineView) -> ToldRow:
    line = view.line
    return ToldRow(
        uid=line.claim.uid,
        statement=statement(line.claim),
        confidence=line.confidence,
        age_days=line.age_days,
        lenses=line.lenses,
        sources=view.now.sources,
        conflicts=line.conflicts_with,
        reason=line.reason,
        effect=line.effect,
        now=view.now.status.value if view.changed else "",
    )


def _who(row: Receipt) -> str:
    asked = row.agent or row.member
    return asked.name if asked else ""


def _spoken(row: Receipt) -> str:
    return row.words.message or "(erased)"
