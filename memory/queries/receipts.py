"""Receipts as they are read: what was told then, and how it stands now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.models import Node, Receipt, ReceiptLine, Workspace
from memory.queries.belief import statement
from memory.queries.clock import database_now
from memory.queries.standings import SourceView, Standing, source_views, standings
from memory.rules.lifecycle import Status
from memory.rules.refused import Missing


@dataclass(frozen=True)
class LineView:
    """A claim as it was told, beside how it stands now."""

    line: ReceiptLine
    text: str
    now: Standing

    @property
    def fallen(self) -> bool:
        """Whether it was served and may not be believed any longer."""
        return self.line.served and not self.now.admissible

    @property
    def changed(self) -> bool:
        """Whether it stands otherwise now than it did."""
        return self.now.status != (self.line.reason or Status.admissible)


@dataclass(frozen=True)
class ReceiptView:
    """A passage through the gate; `roots` are where the subgraph was entered.

    `references` are told as they are now.
    """

    receipt: Receipt
    lines: Sequence[LineView]
    roots: Sequence[Node]
    references: Sequence[SourceView]

    @property
    def served(self) -> list[LineView]:
        """What was told as admissible."""
        return [each for each in self.lines if each.line.served]

    @property
    def withheld(self) -> list[LineView]:
        """What was told as withheld."""
        return [each for each in self.lines if not each.line.served]

    @property
    def fallen(self) -> int:
        """How many served claims may not be believed any longer."""
        return sum(each.fallen for each in self.lines)


def receipt(workspace: Workspace, uid: UUID) -> ReceiptView:
    """One receipt of this workspace; raises Missing."""
    rows = Receipt.objects.filter(workspace=workspace, uid=uid)
    row = rows.select_related("words", "agent", "member__user", "key").first()
    if row is None:
        raise Missing("receipt")
    lines = list(_whole_lines(row))
    now = standings(workspace, [line.claim_id for line in lines], database_now())
    roots = Node.objects.filter(workspace=workspace, pk__in=row.nodes).order_by("pk")
    vetted = source_views(workspace, row.references)
    return ReceiptView(row, _views(lines, now), list(roots), list(vetted.values()))


def _whole_lines(row: Receipt) -> list[ReceiptLine]:
    rows = ReceiptLine.objects.filter(receipt=row).order_by("place")
    return list(
        rows.select_related(
            "claim__subject",
            "claim__predicate",
            "claim__object",
            "derivation__words",
        )
    )


def _views(lines: Sequence[ReceiptLine], now: Mapping[int, Standing]) -> list[LineView]:
    return [LineView(line, told_text(line), now[line.claim_id]) for line in lines]


def told_text(line: ReceiptLine) -> str:
    """The words that were told, without the mark; the statement where they are gone."""
    return line.derivation.words.text or statement(line.claim)
