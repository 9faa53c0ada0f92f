"""Conversions: the same amount said in two units."""

import re
from collections.abc import Iterator

from memory.classifier.money import MONEY
from memory.classifier.readers.cues import is_number
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence
from memory.classifier.unit_scale import UnitRejected, scale_of

_EQUATES = re.compile(
    r"^(?:\s[\w\s]{0,30}\b(?:is|are|equals?|was|shows as|corresponds? to|equivalent to"
    r"|works out at|comes? to|makes?)|\s?[=≈]|(?:\s(?:long|wide|high|deep|tall|thick"
    r"|heavy|of \w+))?\s?,?\s(?:i\.e\.|that is|or|which is),?)"
    r"\s(?:about|approximately|roughly|around|just|exactly|nearly)?\s?$"
    r"|^\s?\((?:(?:that is|i\.e\.|or|about|approx\.|=),?\s)?$",
    re.I,
)
_SAYS_NOT = re.compile(r"\b(?:not|than|from|at|in|for|and|but|of which|up to)\b", re.I)
# What is drawn to scale is not as long as its drawing.
_SCALED = re.compile(r"\b(?:scale|drawing|drawn|map|model|blueprint|in reality)\b", re.I)
# Verbs that also tell what many of the first make.
_TOTAL = re.compile(r"\b(?:comes? to|makes?|works out at)\b", re.I)
_PER = re.compile(r"^\s(?:an?|per|each|every)\s", re.I)
_OFFSET = frozenset(("degC", "degF", "kelvin"))
_LOOSE_UNITS = frozenset(("1", "%", "pp", "bp", "permille", "ppm", "ppb", "dB"))


def read(s: Sentence) -> Iterator[Relation]:
    """Pairs of neighbouring amounts in different units that the text equates."""
    if _SCALED.search(s.text):
        return
    for i in range(len(s.quantities) - 1):
        left, right, gap = s.quantities[i], s.quantities[i + 1], s.after(i)
        if not (is_number(left) and is_number(right)) or left.unit == right.unit:
            continue
        if {left.unit, right.unit} & (_LOOSE_UNITS | _OFFSET) or left.per != right.per:
            continue
        if (
            left.unit.startswith("1/")
            or not _EQUATES.match(gap)
            or _SAYS_NOT.search(gap)
        ):
            continue
        if _PER.match(s.after(i + 1)) or right.per:
            continue
        if i and _TOTAL.search(gap):
            continue
        offers = re.search(r"\bor\b", gap) and {left.unit.split("/")[0]} & MONEY
        if offers:
            continue
        closed = "(" not in gap or re.match(r"^\s?[)\],;]", s.after(i + 1))
        if closed and _commensurable(left.unit, right.unit):
            yield Relation("same", (i,), i + 1)


def _commensurable(left: str, right: str) -> bool:
    try:
        return scale_of(left).dimensions == scale_of(right).dimensions
    except UnitRejected:
        return False
