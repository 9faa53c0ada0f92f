"""Changes: from A to B with the size of the change, its percentage or its factor."""

import re
from collections.abc import Iterator

from memory.classifier.readers.cues import CHANGE_NOUN, comparable, is_number, is_share
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_FROM = re.compile(
    r"\bfrom\s(?:about|around|just|nearly|only|over|under|an?)?\s?[$€£]?$", re.I
)
_TO_GAP = re.compile(
    r"^(?!.{0,60}\bfrom\b)[^.;]{0,70}\b(?:to|into)\s(?:about|around|just|nearly|only"
    r"|over)?\s?$",
    re.I,
)
_FROM_GAP = re.compile(
    r"^[^.;]{0,40}?\b(?:up|down)?\s?from\s(?:about|around|just|an?)?\s?$", re.I
)
_TO = re.compile(
    r"\b(?:to|at|was|is|now|reached)\s(?:about|around|just|nearly|only)?\s?$", re.I
)
_RANGING = re.compile(
    r"\b(?:rang|var|anywhere|span|extend|between|price|aged?|ages|available"
    r"|starting)\w{0,6}\s"
    r"(?:\w{1,12}\s){0,2}from\s",
    re.I,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MEASURED_BY = re.compile(
    r"\b(?:compared (?:with|to)|against|versus|as opposed to)\s[$€£]?$", re.I
)
_THEN_NOW = re.compile(
    r"\b(?:last|previous) (?:year|month|week|quarter)\b.*\bthis (?:year|month|week"
    r"|quarter)\b"
    r"|\b(?:before|then|previously)\b.*\bnow\b",
    re.I | re.S,
)
_SIZE_BEFORE = re.compile(
    rf"(?:\b{CHANGE_NOUN}s?\b[^,;.]{{0,24}}?\b(?:of|by)|\b(?:up|down|by|increased"
    rf"|decreased"
    r"|rose|fell|grew|rising|falling|growing|jumped|dropped|gained|lost|shrank|losing|gaining|adding|shed|shedding|cut|trimmed|slashed|raised))"
    r"\s(?:about|around|nearly|roughly|just|over|more than|almost|an?)?\s?$",
    re.I,
)
_SIZE_AFTER = re.compile(
    rf"^\s(?:\w{{1,12}}\s)?{CHANGE_NOUN}\b|^\s(?:higher|lower|more|less|fewer|up"
    rf"|down)\b|^\)",
    re.I,
)
_SIZE_GAP = re.compile(
    r"^[^.;]{0,60}?(?:[,;:(–—+]|\bor\b|\b(?:which )?is\b|\bi\.e\.|\bthat is\b)"
    r"[^.;]{0,40}$"
)


def _two_times(s: Sentence) -> Iterator[tuple[int, int]]:
    """ "last year 1,200; this year 1,500": an earlier and a later amount."""
    if len(s.quantities) != 3:
        return
    left, right, size = s.quantities
    alike = left.unit == right.unit and is_number(left) and is_number(right)
    if not alike or left.role or right.role or not is_share(size):
        return
    around = s.text[: s.quantities[2].span[0]]
    years = _YEAR.findall(around)
    if _MEASURED_BY.search(s.before(0)):
        yield 0, 1
    elif _MEASURED_BY.search(s.after(0)):
        yield 1, 0
    elif len(years) == 2 and years[0] != years[1]:
        yield (0, 1) if years[0] < years[1] else (1, 0)
    elif _THEN_NOW.search(around):
        yield 0, 1


def pairs(s: Sentence) -> Iterator[tuple[int, int]]:
    """(from, to) positions of the changes in a sentence."""
    yield from _two_times(s)
    for i in range(len(s.quantities) - 1):
        left, right = s.quantities[i], s.quantities[i + 1]
        if not comparable(left, right) and "1" not in (left.unit, right.unit):
            continue
        before, gap = s.text[max(0, left.span[0] - 30) : left.span[0]], s.after(i)
        if _FROM.search(before) and _TO_GAP.match(gap) and not _RANGING.search(before):
            yield i, i + 1
        elif _TO.search(before) and _FROM_GAP.match(gap):
            yield i + 1, i


def _is_size(s: Sentence, at: int) -> bool:
    named = _SIZE_BEFORE.search(s.before(at)) or _SIZE_AFTER.match(s.after(at))
    return bool(named)


def _sized(s: Sentence, old: int, new: int, size: int) -> Relation | None:
    q, start = s.quantities[size], s.quantities[old]
    if q.noun == "times":
        return Relation("times", (size, old), new)
    if q.unit == "pp":
        return Relation("change", (old, new), size)
    if is_share(q):
        return Relation("percent_change", (old, new), size)
    alike = comparable(q, start) or "1" in (q.unit, start.unit)
    return Relation("change", (old, new), size) if alike else None


def _sizes(s: Sentence, old: int, new: int) -> Iterator[int]:
    """Positions of the quantities that state how large the change was."""
    first, last = min(old, new), max(old, new)
    after = last + 1
    if after < len(s.quantities) and _SIZE_GAP.match(s.before(after)):
        q = s.quantities[after]
        if _is_size(s, after) and q.noun != "times":
            yield after
    if first > 0:
        q, gap = s.quantities[first - 1], s.before(first)
        near = len(gap) < 60 and not re.search(r"[.;]|\band\b|\bthen\b", gap)
        if near and (q.noun == "times" or _SIZE_BEFORE.search(s.before(first - 1))):
            yield first - 1


def read(s: Sentence) -> Iterator[Relation]:
    """Changes with a stated size."""
    for old, new in pairs(s):
        for size in _sizes(s, old, new):
            relation = _sized(s, old, new, size)
            if relation:
                yield relation
