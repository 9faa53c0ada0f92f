"""Probabilities that were added although their events can happen together."""

import re
from dataclasses import dataclass
from decimal import Decimal

from memory.classifier.sentence import Sentence

_PROBABILITY = re.compile(r"\b(?:probabilit|chance|likelihood)", re.I)


@dataclass(frozen=True)
class Added:
    """A sum of chances above 1, and what it would be of independent events."""

    places: tuple[int, ...]
    stated: Decimal
    independent: Decimal


def added_chances(s: Sentence) -> Added | None:
    """The chances of a sentence, the last of which is the sum of the others."""
    chances = [
        i
        for i, q in enumerate(s.quantities)
        if q.unit == "1" and not q.noun and 0 < q.low < 2 and q.precision < 1
    ]
    if len(chances) < 3 or not _PROBABILITY.search(s.text):
        return None
    *parts, total = chances
    stated = s.quantities[total].low
    if stated <= 1 or stated != sum(s.quantities[i].low for i in parts):
        return None
    missing = Decimal(1)
    for i in parts:
        missing *= 1 - s.quantities[i].low
    return Added(tuple(chances), stated, 1 - missing)
