"""Means of groups of unlike size, and the middle of an interval."""

import re
from collections.abc import Iterator

from memory.classifier.readers.cues import comparable, is_number
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_MEAN = re.compile(r"\b(?:mean|averag\w+|overall)\b", re.I)
_MIDDLE = re.compile(r"\b(?:halfway|midway|mid-?point|half way)\b", re.I)
_IS = re.compile(r"\b(?:is|lies|was|comes to|at|are)\s(?:about\s)?[$€£]?$", re.I)


def _count(s: Sentence, i: int) -> bool:
    q = s.quantities[i]
    return is_number(q) and q.unit == "1" and q.low == int(q.low) > 1


def _weighted(s: Sentence) -> Iterator[Relation]:
    """ "forty averaged 60 and the other ten 80; the mean of all fifty is 64"."""
    n = len(s.quantities)
    if n not in (5, 6) or not _MEAN.search(s.text):
        return
    if not (_count(s, 0) and _count(s, 2) and is_number(s.quantities[n - 1])):
        return
    values = [s.quantities[i] for i in (1, 3, n - 1)]
    alike = all(comparable(values[0], v) or v.unit == "1" for v in values)
    whole = s.quantities[0].low + s.quantities[2].low
    if n == 6 and s.quantities[4].low != whole:
        return
    each = _MEAN.search(s.before(1)) and _MEAN.search(s.before(n - 1) + s.before(n - 2))
    if alike and each and all(is_number(v) for v in values):
        yield Relation("weighted", (0, 1, 2, 3), n - 1)


def _middles(s: Sentence) -> Iterator[Relation]:
    """ "halfway between 14 and 26 lies 20"."""
    if len(s.quantities) == 2 and s.quantities[0].is_range:
        value = s.quantities[1]
        alike = comparable(s.quantities[0], value) or value.unit == "1"
        middle = _MIDDLE.search(s.before(0)) and not value.is_range
        if alike and middle and (_IS.search(s.before(1)) or not s.before(1).strip()):
            yield Relation("middle", (0,), 1)


def read(s: Sentence) -> Iterator[Relation]:
    """All such means stated in a sentence."""
    yield from _weighted(s)
    yield from _middles(s)
