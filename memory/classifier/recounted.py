"""Sums that take in what they have counted already, told by the amounts alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.classifier.plurals import singular
from memory.classifier.sentence import Sentence

# What says that an amount is the sum of those before it.
_ALL = re.compile(
    r"\b(?:both|all|altogether|together|jointly|in all|total|combined|overall|quarter"
    r"|half|whole)\b",
    re.I,
)


@dataclass(frozen=True)
class Recount:
    """Positions of the summands and the total, the one that is in it twice first."""

    twice: int
    places: tuple[int, ...]
    rule: str


def recounted(s: Sentence) -> Iterator[Recount]:
    """What a sentence adds up although one summand holds others.

    Either the sum of all earlier ones stands in the list and the total is twice as
    much ("25 vans and 15 lorries, 40 vehicles, a fleet of 80"), or one is named as
    the other with a word more before it ("60 nurses and 25 ward nurses, 85 people").
    """
    yield from _sums_again(s)
    yield from _narrower(s)


def _sums_again(s: Sentence) -> Iterator[Recount]:
    last = len(s.quantities) - 1
    if last < 3 or not _alike(s, range(last + 1)):
        return
    values = [q.low for q in s.quantities]
    whole = last - 1
    parts = sum(values[:whole])
    named = _ALL.search(s.before(whole)[-40:]) or _ALL.search(s.after(whole)[:40])
    if named and values[whole] == parts > 0 and values[last] == 2 * parts:
        yield Recount(whole, tuple(range(last + 1)), "whole again")


def _narrower(s: Sentence) -> Iterator[Recount]:
    for wide in range(len(s.quantities) - 2):
        narrow = wide + 1
        if not _is_kind_of(s, narrow, wide):
            continue
        summed = s.quantities[wide].low + s.quantities[narrow].low
        for total in range(narrow + 1, len(s.quantities)):
            places = (wide, narrow, total)
            if s.quantities[total].low == summed and _alike(s, places):
                yield Recount(narrow, places, "narrower")
                return


def _is_kind_of(s: Sentence, narrow: int, wide: int) -> bool:
    """ "rye loaves" are "loaves": the same words, with more before them."""
    one, other = (s.quantities[i].noun.lower().split() for i in (narrow, wide))
    if not other or len(one) <= len(other):
        return False
    tail = one[-len(other) :]
    same_head = singular(tail[-1]) == singular(other[-1])
    return same_head and tail[:-1] == other[:-1]


def _alike(s: Sentence, places: range | tuple[int, ...]) -> bool:
    """Amounts of one unit, none of them a range, a change or a share."""
    found = [s.quantities[i] for i in places]
    plain = all(not q.is_range and not q.role and not q.parts for q in found)
    return plain and len({q.unit for q in found}) == 1 and found[0].unit != "%"
