"""The decision log as rows of text."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import batched

from curation.contexts.activity import LogEntry, entries
from memory.models import Decision

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
CHUNK = 500
CSV_HEAD = ["at", "who", "action", "reason", "note", "claims", "change", "decision"]


def csv_rows(found: Iterable[Decision]) -> Iterator[list[str]]:
    """The log as rows of text that no spreadsheet takes for a formula."""
    yield CSV_HEAD
    for some in batched(found, CHUNK):
        yield from ([safe_cell(cell) for cell in _cells(x)] for x in entries(some))


def _cells(line: LogEntry) -> Sequence[str]:
    return (
        line.at.isoformat(),
        line.who,
        line.did,
        line.reason,
        line.note,
        "; ".join(str(each.statement) for each in line.touched),
        "; ".join(f"{each.before} → {each.after}" for each in line.touched),
        str(line.uid),
    )


def safe_cell(text: str) -> str:
    """Text that a spreadsheet shows instead of running it."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
