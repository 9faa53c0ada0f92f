"""The echo guard on a labelled set: what comes back reworded, and what is ordinary."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.figure import Figure, Options
from memory.rules.echo import ALIKE, likeness

DATA = Path(__file__).parent / "data"
# What people put around a sentence that they repeat.
FRAMES = ("{}", "As far as I know, {}", "Noted: {}", "So {} That is all for now.")


class Row(NamedTuple):
    """A told sentence about two things, turned round and said in other words."""

    first: str
    second: str
    told: str
    reordered: str
    paraphrase: str


def rows() -> list[Row]:
    """The labelled set."""
    text = (DATA / "echoes.tsv").read_text("utf-8")
    return [Row(*line.split("\t")) for line in text.splitlines()]


def ordinary() -> list[tuple[str, str]]:
    """Told sentences, each with observations on the same things that repeat none."""
    frames = (DATA / "ordinary.txt").read_text("utf-8").splitlines()
    return [
        (row.told, frame.format(a=row.first, b=row.second))
        for row in rows()
        for frame in frames
    ]


def repunctuated(text: str) -> str:
    """The same words in capitals or not, with other marks and spaces."""
    bare = re.sub(r"[.,]$", "", text).replace(", ", " - ")
    return f"«{bare.upper()}» …" if len(text) % 2 else f"({bare.lower()});"


KINDS: dict[str, tuple[Callable[[Row], str], float]] = {
    "verbatim": (lambda row: row.told, 1.0),
    "re-punctuated": (lambda row: repunctuated(row.told), 1.0),
    "re-ordered": (lambda row: row.reordered, 0.95),
    "light paraphrase": (lambda row: row.paraphrase, 0.8),
}


def figures(_: Options) -> Iterator[Figure]:
    """The share of each kind that is recognised, and of ordinary ones that are."""
    for kind, (turned, limit) in KINDS.items():
        pairs = [
            (row.told, frame.format(turned(row))) for row in rows() for frame in FRAMES
        ]
        name = f"echoes recognised, {kind}, of {len(pairs)}"
        yield Figure(name, _share(pairs), limit, "", at_least=True)
    pairs = ordinary()
    name = f"false alarms among {len(pairs):,} ordinary observations"
    yield Figure(name, _share(pairs), 0.01, "")


def _share(pairs: list[tuple[str, str]]) -> float:
    return sum(likeness(told, text) >= ALIKE for told, text in pairs) / len(pairs)
