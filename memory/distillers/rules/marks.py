"""Nodes, dates and quantities of a sentence, each taken as one word."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memory.classifier.quantity import Quantity, find_quantities
from memory.distillers.lexicon import KnownNode
from memory.distillers.proposal import Entity
from memory.distillers.rules.dates import dates_in, is_year
from memory.distillers.rules.text import Token, tokens_of
from memory.distillers.rules.word import Mark, Measure, Tag
from memory.distillers.rules.words import listed
from memory.rules.grounding import ungrounded
from memory.rules.values import Number, Text

MAX_NAME_TOKENS = 8

_BEFORE_A_YEAR = frozenset(
    {"in", "since", "until", "by", "from", "of", "after", "before"}
)


@dataclass(frozen=True, slots=True)
class NodeNames:
    """The names of known nodes by their first word, the longest first."""

    by_first: Mapping[str, tuple[tuple[tuple[str, ...], Entity], ...]]

    @classmethod
    def of(cls, nodes: Iterable[KnownNode]) -> "NodeNames":
        """Index every name; one that two nodes share is left out as ambiguous."""
        owners: dict[tuple[str, ...], set[Entity]] = {}
        for node in nodes:
            for name in node.names:
                key = tuple(t.low for t in tokens_of(name))
                owners.setdefault(key, set()).add(node.entity)
        index: dict[str, list[tuple[tuple[str, ...], Entity]]] = {}
        for key, entities in owners.items():
            if len(entities) == 1 and 0 < len(key) <= MAX_NAME_TOKENS:
                index.setdefault(key[0], []).append((key, next(iter(entities))))
        return cls(
            {
                first: tuple(sorted(names, key=lambda item: -len(item[0])))
                for first, names in index.items()
            }
        )

    def marks(self, tokens: Sequence[Token]) -> Iterator[Mark]:
        """Mark the longest name at each token; names do not overlap."""
        low = [t.low for t in tokens]
        index = 0
        while index < len(tokens):
            length, entity = self._longest_at(low, index)
            if entity:
                start, end = tokens[index].start, tokens[index + length - 1].end
                yield Mark(start, end, Tag.NODE, entity)
            index += length

    def _longest_at(self, low: Sequence[str], index: int) -> tuple[int, Entity | None]:
        for key, entity in self.by_first.get(low[index], ()):
            if tuple(low[index : index + len(key)]) == key:
                return len(key), entity
        return 1, None


def marks_in(text: str, tokens: Sequence[Token], names: NodeNames) -> list[Mark]:
    """All marks of one sentence; a node wins over a date, a date over a quantity."""
    start, end = tokens[0].start, tokens[-1].end
    piece = text[start:end]
    chosen: list[Mark] = []
    for group in (
        names.marks(tokens),
        _date_marks(piece, start),
        _years(tokens),
        _quantity_marks(piece, start) if any(map(_counts, tokens)) else (),
    ):
        taken = [(m.start, m.end) for m in chosen]
        chosen += [m for m in group if not _overlaps(m, taken)]
    return chosen


def _counts(token: Token) -> bool:
    """Whether a token may begin a quantity, so that looking for one is worth while."""
    return token.text[0].isnumeric() or token.low in _NUMBER_WORDS


_NUMBER_WORDS = listed(
    "half quarter third zero one two three four five six seven eight nine ten"
    " eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    " twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million"
    " billion trillion dozen couple two-thirds one-third three-quarters"
)


def _overlaps(mark: Mark, taken: Sequence[tuple[int, int]]) -> bool:
    return any(mark.start < end and start < mark.end for start, end in taken)


def _date_marks(piece: str, offset: int) -> Iterator[Mark]:
    for date in dates_in(piece):
        yield Mark(date.start + offset, date.end + offset, Tag.DATE, date.value)


def _years(tokens: Sequence[Token]) -> Iterator[Mark]:
    for before, token in pairwise(tokens):
        if before.low in _BEFORE_A_YEAR and is_year(token.text):
            yield Mark(token.start, token.end, Tag.DATE, Text(token.text))
        if before.low in _BEFORE_A_YEAR and _bare_month(token):
            yield Mark(token.start, token.end, Tag.DATE, Text(token.text))


def _bare_month(token: Token) -> bool:
    return token.text in _MONTH_NAMES


_MONTH_NAMES = listed(
    "January February March April May June July August September October November"
    " December"
)


def _quantity_marks(piece: str, offset: int) -> Iterator[Mark]:
    for quantity in find_quantities(piece):
        if quantity.kind == "ratio":
            continue
        start, end = quantity.span
        start -= _qualifier_length(piece, quantity)
        end -= len(" of") if piece[start:end].endswith(" of") else 0
        yield Mark(
            start + offset, end + offset, Tag.QUANTITY, _measure(piece, quantity)
        )


def _qualifier_length(piece: str, quantity: Quantity) -> int:
    """How far before its digits the loosening word of a quantity begins."""
    if not quantity.qualifier:
        return 0
    before = piece[: quantity.span[0]].lower()
    at = before.rfind(quantity.qualifier)
    return len(before) - at if at >= 0 else 0


def _measure(piece: str, quantity: Quantity) -> Measure:
    """A number where the text states one; a range or words stay as written."""
    start, end = quantity.span
    change = quantity.kind == "difference" and quantity.role == "by"
    if quantity.low != quantity.high or quantity.uncertainty is not None:
        return Measure(Text(piece[start:end]), quantity.qualifier, change)
    if ungrounded([quantity.low], [piece]):
        return Measure(Text(piece[start:end]), quantity.qualifier, change)
    number = Number(quantity.low, _unit(quantity))
    return Measure(number, quantity.qualifier, change)


def _unit(quantity: Quantity) -> str:
    """The unit as written; money without a written code takes the code of its sign."""
    written = quantity.unit_text.removesuffix(" of").strip()
    if written or quantity.unit == "1":
        return written
    return quantity.unit
