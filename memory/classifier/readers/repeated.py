"""Factors that apply again and again: doubling times and half-lives."""

import re
from collections.abc import Iterator

from memory.classifier.readers.cues import is_share
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence
from memory.classifier.unit_names import TIME

_EVERY = re.compile(r"^\s(?:in size\s|in number\s)?every\s$", re.I)
_HALVES = re.compile(
    r"^half-(?:life|lives)$|^(?:half|doubling) ?-?(?:lives|times)$", re.I
)
_LEFT = re.compile(r"\b(?:left|remain\w*|still)\b", re.I)


def _periods(s: Sentence) -> Iterator[Relation]:
    """ "doubles every 20 minutes and grows eightfold in 1 hour"."""
    if len(s.quantities) != 4 or s.quantities[0].noun != "times":
        return
    factor, period = s.quantities[:2]
    if period.unit not in TIME or not _EVERY.match(s.after(0)):
        return
    times = [i for i in (2, 3) if s.quantities[i].unit in TIME]
    grown = [i for i in (2, 3) if _is_factor(s, i)]
    if len(times) == len(grown) == 1 and factor.low > 0:
        yield Relation("repeated", (0, 1, times[0]), grown[0])


def _is_factor(s: Sentence, i: int) -> bool:
    q = s.quantities[i]
    return q.noun == "times" or is_share(q)


def _half_lives(s: Sentence) -> Iterator[Relation]:
    """ "after three half-lives an eighth is left"."""
    if len(s.quantities) != 2 or not _LEFT.search(s.text):
        return
    count, left = s.quantities
    if _HALVES.match(count.noun) and is_share(left):
        yield Relation("halved", (0,), 1)


def read(s: Sentence) -> Iterator[Relation]:
    """What is there after a number of doublings or halvings."""
    yield from _periods(s)
    yield from _half_lives(s)
