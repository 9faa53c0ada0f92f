"""The decision log as rows of text."""

from collections.abc import Iterable, Iterator

from curation.contexts.activity import entry
from memory.models import Decision

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
CSV_HEAD = ["at", "who", "action", "reason", "note", "claims", "change", "decision"]


def csv_rows(found: Iterable[Decision]) -> Iterator[list[str]]:
    """The log as rows of text that no spreadsheet takes for a formula."""
    yield CSV_HEAD
    for decision in found:
        line = entry(decision)
        yield [
            safe_cell(cell)
            for cell in (
                line.at.isoformat(),
                line.who,
                line.did,
                line.reason,
                line.note,
                "; ".join(str(each.statement) for each in line.touched),
                "; ".join(f"{each.before} → {each.after}" for each in line.touched),
                str(line.uid),
            )
        ]


def safe_cell(text: str) -> str:
    """Text that a spreadsheet shows instead of running it."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
