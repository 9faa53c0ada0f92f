"""Conversions: the same amount said in two units."""

import re
from collections.abc import Iterator

from memory.classifier.money import MONEY
from memory.classifier.readers.cues import is_number
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence
from memory.classifier.unit_scale import UnitRejected, inverse, scale_of

_EQUATES = re.compile(
    r"^(?:\s[\w\s]{0,30}\b(?:is|are|equals?|was|shows as|corresponds? to|equivalent to"
    r"|(?:is|are) the same as|amounts? to|converts? to|translates? (?:in)?to|means"
    r"|means an? \w+ of|equal to"
    r"|works out at|comes? to|makes?)|\s?[=≈]|(?:\s(?:long|wide|high|deep|tall|thick"
    r"|heavy|of \w+))?\s?,?\s(?:i\.e\.|that is|or|which is),?)"
    r"\s(?:about|approximately|roughly|around|just|exactly|nearly)?\s?$"
    r"|^\s?\((?:(?:that is|i\.e\.|or|about|approx\.|=),?\s)?$",
    re.I,
)
_SAYS_NOT = re.compile(r"\b(?:not|than|from|at|in|for|and|but|of which|up to)\b", re.I)
# What is drawn to scale is not as long as its drawing.
_SCALED = re.compile(
    r"\b(?:scale|drawing|drawn|map|model|blueprint|in reality)\b", re.I
)
# Verbs that also tell what many of the first make.
_TOTAL = re.compile(r"\b(?:comes? to|makes?|works out at)\b", re.I)
_CLOSED = re.compile(r"^\s?[)\],;]")
_MOVES = re.compile(
    r"^\s(?:[a-z]+\s)?(?:travels?|covers?|moves?|flows?|delivers?|pumps?|goes|crosses|runs"
    r"|flies|advances|downloads?|transfers?|copies)\s(?:about|roughly)?\s?$",
    re.I,
)
_FILLED = re.compile(
    r"\b(?:tank|drum|bottle|cask|keg|can|jug|barrel|pot|bucket)\b", re.I
)
_HOLDS = re.compile(
    r"^(?:\s[a-z]+){0,2}\s(?:holds?|takes|contains?)\s(?:about\s)?$", re.I
)
_PER = re.compile(r"^\s(?:an?|per|each|every)\s", re.I)
_OFFSET = frozenset(("degC", "degF", "kelvin"))
_LOOSE_UNITS = frozenset(("1", "%", "pp", "bp", "permille", "ppm", "ppb", "dB"))


def read(s: Sentence) -> Iterator[Relation]:
    """Pairs of neighbouring amounts in different units that the text equates."""
    if _SCALED.search(s.text):
        return
    for i in range(len(s.quantities) - 1):
        if _two_units(s, i) and (_equated(s, i) or _moves(s, i) or _fills(s, i)):
            yield Relation("same", (i,), i + 1)


def _two_units(s: Sentence, i: int) -> bool:
    """Two plain amounts that measure one thing in two units."""
    left, right = s.quantities[i], s.quantities[i + 1]
    if not (is_number(left) and is_number(right)) or left.unit == right.unit:
        return False
    if {left.unit, right.unit} & (_LOOSE_UNITS | _OFFSET) or left.per or right.per:
        return False
    if left.unit.startswith("1/") or _PER.match(s.after(i + 1)):
        return False
    return _commensurable(left.unit, right.unit)


def _equated(s: Sentence, i: int) -> bool:
    gap = s.after(i)
    if not _EQUATES.match(gap) or _SAYS_NOT.search(gap) or (i and _TOTAL.search(gap)):
        return False
    offered = {s.quantities[i].unit.split("/")[0]} & MONEY
    if re.search(r"\bor\b", gap) and offered:
        return False
    return "(" not in gap or bool(_CLOSED.match(s.after(i + 1)))


def _moves(s: Sentence, i: int) -> bool:
    """ "a car doing 90 km/h travels 25 m every second": one speed, told twice."""
    rates = all("/" in q.unit for q in s.quantities) and len(s.quantities) == 2
    return rates and bool(_MOVES.search(s.after(i)))


def _fills(s: Sentence, i: int) -> bool:
    """ "a tank of 15 gallons holds 57 litres"."""
    if len(s.quantities) != 2 or not _FILLED.search(s.text[: s.quantities[1].span[0]]):
        return False
    litre, unit = scale_of("L"), scale_of(s.quantities[i].unit)
    return unit.dimensions == litre.dimensions and bool(_HOLDS.search(s.after(i)))


def _commensurable(left: str, right: str) -> bool:
    try:
        one, other = scale_of(left).dimensions, scale_of(right).dimensions
        return one == other or ("/" in left and one == inverse(other))
    except UnitRejected:
        return False
