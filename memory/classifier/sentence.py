"""A sentence with its quantities: the unit in which relations are read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from memory.classifier.factors import find_factors, find_periods
from memory.classifier.quantity import Quantity, find_quantities
from memory.classifier.unit_names import TIME

_END = re.compile(
    r"(?<=[.!?])[\"”’)\]]{0,2}\s+(?=[\"“‘(\[]?[A-Z0-9])|\n\s*\n|\n(?=\s*[-*•])"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:i\.e|e\.g|vs|approx|ca|fig|no|nos|eq|dr|mr|mrs|st|cf|sec|ref|vol|etc|al"
    r"|inc"
    r"|corp|ltd|co|jr|dept|u\.s)\.|\b[A-Z]\.)$",
    re.I,
)
MAX_SENTENCE = 2000
MAX_QUANTITIES = 40


@dataclass(frozen=True)
class Sentence:
    """A piece of text, where it starts in the document, and its quantities in order."""

    text: str
    start: int
    quantities: list[Quantity] = field(default_factory=list)

    def before(self, index: int) -> str:
        """The text between the quantity before `index` (or the start) and this one."""
        left = self.quantities[index - 1].span[1] if index else 0
        return self.text[left : self.quantities[index].span[0]]

    def lead(self, index: int, width: int = 90) -> str:
        """The text before this quantity in its clause, other quantities included."""
        at = self.quantities[index].span[0]
        return self.text[max(0, at - width) : at].rpartition(";")[2]

    def after(self, index: int) -> str:
        """The text between this quantity and the next (or the end)."""
        last = index + 1 >= len(self.quantities)
        right = len(self.text) if last else self.quantities[index + 1].span[0]
        return self.text[self.quantities[index].span[1] : right]

    def written(self, index: int) -> str:
        """The quantity as it stands in the text."""
        a, b = self.quantities[index].span
        return self.text[a:b]

    def absolute(self, *indices: int) -> tuple[int, int]:
        """The span in the document that covers these quantities."""
        spans = [self.quantities[i].span for i in indices]
        return (
            self.start + min(a for a, _ in spans),
            self.start + max(b for _, b in spans),
        )


def split(text: str) -> Iterator[tuple[int, str]]:
    """Sentences with their offsets; over-long ones are cut at a blank."""
    start = 0
    for found in _END.finditer(text):
        if _ABBREVIATION.search(text[max(start, found.start() - 8) : found.start()]):
            continue
        yield from _cut(start, text[start : found.end()])
        start = found.end()
    yield from _cut(start, text[start:])


def _cut(start: int, piece: str) -> Iterator[tuple[int, str]]:
    while len(piece) > MAX_SENTENCE:
        at = piece.rfind(" ", MAX_SENTENCE // 2, MAX_SENTENCE)
        at = at if at > 0 else MAX_SENTENCE
        yield start, piece[:at]
        start, piece = start + at, piece[at:]
    if piece.strip():
        yield start, piece


def read(text: str) -> Iterator[Sentence]:
    """The sentences of `text`, each with its quantities and factor words."""
    for start, piece in split(text):
        found = find_quantities(piece)
        factors = [
            f
            for f in chain(find_factors(piece), find_periods(piece))
            if not any(q.span[0] < f.span[1] and f.span[0] < q.span[1] for q in found)
        ]
        both = sorted(found + factors, key=lambda q: q.span)
        yield Sentence(
            piece, start, _in_context(_unqualified(piece, both[:MAX_QUANTITIES]))
        )


def _in_context(quantities: list[Quantity]) -> list[Quantity]:
    return _points(_change_counted(quantities))


def _points(quantities: list[Quantity]) -> list[Quantity]:
    """Points beside nothing but percentages are percentage points."""
    named = [i for i, q in enumerate(quantities) if q.noun in ("point", "points")]
    others = [q for i, q in enumerate(quantities) if i not in named]
    if not named or len(others) < 2 or any(q.unit != "%" for q in others):
        return quantities
    return [
        replace(q, unit="pp", kind="difference", noun="") if i in named else q
        for i, q in enumerate(quantities)
    ]


def _unqualified(text: str, quantities: list[Quantity]) -> list[Quantity]:
    """ "over" between two quantities divides or lasts; it is not "more than"."""
    out: list[Quantity] = []
    for q in quantities:
        before = text[out[-1].span[1] : q.span[0]] if out else text[: q.span[0]]
        joins = (bool(out) and len(before) < 24) or q.unit in TIME
        over = q.qualifier == "over" and joins
        out.append(replace(q, qualifier="") if over else q)
    return out


def _change_counted(quantities: list[Quantity]) -> list[Quantity]:
    """Cents as dollars or euros and pence as pounds where the sentence uses both."""
    units = {q.unit for q in quantities}
    large = {"cent": next((u for u in ("USD", "EUR", "AUD") if u in units), "")}
    large["pence"] = "GBP" if "GBP" in units else ""
    return [_hundredth(q, large.get(q.unit, "")) for q in quantities]


def _hundredth(q: Quantity, unit: str) -> Quantity:
    if not unit:
        return q
    return replace(
        q, unit=unit, low=q.low / 100, high=q.high / 100, precision=q.precision / 100
    )
