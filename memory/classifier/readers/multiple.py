"""Multiples: so many times as much, or less, than another amount."""

import re
from collections.abc import Iterator

from memory.classifier.readers.cues import comparable, is_number
from memory.classifier.relation import Kind, Relation
from memory.classifier.sentence import Sentence

_AS = re.compile(
    r"^\s(?:(?:as\s\w+\sas|more than|the size of|that of)\s)?"
    r"(?:the\s|its\s|in\s|of\s|what it|that\s)?[^,;.]{0,40}?"
    r"(?:\bof\b|\bwas\b|\bis\b|[(:])?\s?(?:about\s)?[$€£]?$",
    re.I,
)
_IS = re.compile(
    r"^\s?,?\s?(?:or\s)?(?:is|was|are|were)\s(?:about|nearly|exactly|almost)?\s?$", re.I
)
_WHAT_IT_WAS = re.compile(
    r"^\s(?:times\s)?(?:what it was|as (?:much|many|large|big|high|long|heavy)\b)",
    re.I,
)
_OTHER_WORD = re.compile(r"\b(?:than|less|fewer|over|in|for)\b")
_LESS = re.compile(
    r"^\s?(?:times\s)?(?:less|fewer|lower|smaller|cheaper|lighter|shorter|slower)\b",
    re.I,
)
_INSTEAD = re.compile(
    r"^[\w\s]{0,20}\b(?:instead of|rather than|not|against|versus|compared to)\s"
    r"[$€£]?$",
    re.I,
)


def read(s: Sentence) -> Iterator[Relation]:
    """ "84 GWh is twice the earlier 42"; "three times less: 40 instead of 120"."""
    for i, q in enumerate(s.quantities):
        if q.noun != "times" or q.is_range:
            continue
        if _LESS.match(s.after(i)):
            yield from _against(s, i, "times_less")
        elif _WHAT_IT_WAS.match(s.after(i)):
            yield from _against(s, i, "times")
        elif 0 < i < len(s.quantities) - 1:
            left, right = s.quantities[i - 1], s.quantities[i + 1]
            both = is_number(left) and is_number(right) and comparable(left, right)
            said = _IS.search(s.before(i)) and _AS.match(s.after(i))
            other = _OTHER_WORD.search(s.after(i)[:14])
            if both and said and not other:
                yield Relation("times", (i, i + 1), i - 1)


def _against(s: Sentence, factor: int, kind: Kind) -> Iterator[Relation]:
    for left in range(len(s.quantities) - 1):
        right = left + 1
        if factor in (left, right) or not _INSTEAD.match(s.after(left)):
            continue
        one, other = s.quantities[left], s.quantities[right]
        if is_number(one) and is_number(other):
            yield Relation(kind, (factor, right), left)
