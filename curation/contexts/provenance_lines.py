"""A node of a provenance as the tree, the table and its file say it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse

from curation.contexts.activity_csv import safe_cell
from curation.contexts.provenance_state import State
from curation.contexts.words import Statement, statement
from memory.models import Claim
from memory.queries.provenance_view import Drawn
from memory.rules.lifecycle import ENDED

CSV_HEAD = ["what", "kind", "status", "resolves", "way", "depth", "confidence",
            "source", "sources", "alone", "id"]  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A node as the tree and the table say it."""

    node: Drawn
    url: str
    from_here: str

    @property
    def said(self) -> Statement | None:
        """The sentence of a claim."""
        row = self.node.row
        return statement(row) if isinstance(row, Claim) else None

    @property
    def tone(self) -> str:
        """Shape and colour of its status."""
        node = self.node
        return node.status if node.kind == "claim" or node.live else "lost"

    @property
    def word(self) -> str:
        """Its status in a word."""
        node = self.node
        if node.kind == "source" and not node.live:
            return "Nothing of it resolves"
        return {"unvetted": "Not vetted"}.get(node.status, node.status.capitalize())

    @property
    def fallen(self) -> bool:
        """Whether its status does not say yet that it has no live evidence."""
        ends = {"unverified", *(status.value for status in ENDED)}
        node = self.node
        return node.kind == "claim" and not node.live and node.status not in ends

    @property
    def way(self) -> str:
        """Which way from the root, and how far."""
        at = self.node.at
        return f"{at.depth} {at.side}" if at.depth else "this claim"

    @property
    def origin(self) -> str:
        """Its document, or how many documents it comes from."""
        node = self.node
        return node.source or (f"{node.sources} sources" if node.sources else "none")

    def cells(self) -> list[str]:
        """A row of the CSV file, with no cell that a spreadsheet would run."""
        node = self.node
        number = "" if node.confidence is None else f"{node.confidence:.6f}"
        row = [
            node.label,
            node.kind,
            node.status,
            "yes" if node.live else "no",
            node.at.side,
            str(node.at.depth),
            number,
            node.source,
            str(node.sources),
            "yes" if node.sole else "no",
            str(node.uid),
        ]
        return [safe_cell(cell) for cell in row]


def line(node: Drawn, state: State) -> Line:
    """A node with where it leads: its own page, and the same picture from it."""
    own = node.uid if node.kind == "claim" else node.source_uid
    page = "claim" if node.kind == "claim" else "source"
    further = node.kind == "claim" and node.at.side != "root"
    return Line(
        node=node,
        url=reverse(page, args=[state.slug, own]),
        from_here=state.from_(node.uid) if further else "",
    )


def csv_rows(lines: Iterable[Line]) -> Iterator[list[str]]:
    """The table as rows of text that no spreadsheet takes for a formula."""
    yield CSV_HEAD
    for each in lines:
        yield each.cells()
