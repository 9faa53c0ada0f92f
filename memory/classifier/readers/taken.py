"""What a percentage leaves of an amount or adds to it, and what is left of a whole."""

import re
from collections.abc import Iterator

from memory.classifier.readers.cues import CHANGE_NOUN, comparable, is_number, is_share
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_LESS = r"(?:cut|reduction|discount|drop|fall|decrease|decline|loss|haircut|rebate)"
_MORE = r"(?:rise|increase|raise|surcharge|markup|hike|mark-up|premium|uplift|growth)"
_CHANGE_OF = re.compile(
    rf"^\s(?:[a-z]+\s)?(?:(?P<less>{_LESS})|(?P<more>{_MORE}))\s(?:from|of|off|on|in|to"
    r"|over)\s(?:[a-z]+\s){0,3}[$€£]?$",
    re.I,
)
_RESULT = re.compile(
    r"\b(?:leaves|leaving|left|brings?|bringing|gives|giving|makes|making|means|takes"
    r"|taking|becomes?|comes? to|to)\b[^.;,]{0,30}$",
    re.I,
)
_BECOMES = re.compile(
    r"\b(?:becomes?|became|turns? into|is|was|went to|drops? to|falls? to|rises? to"
    r"|costs)\s(?:only\s|just\s)?[$€£]?$",
    re.I,
)
_AFTER = re.compile(
    r"\b(?:after|with|following|given)\s(?:an?|the|its|his|her)\s$", re.I
)
_NAMED = re.compile(rf"^\s(?:[a-z]+\s)?(?:(?P<less>{_LESS})|(?P<more>{_MORE}))\b", re.I)
_MOVED = re.compile(
    r"\b(?:(?P<more>rose|rises?|grew|grows?|increas\w+|climb\w*|jump\w*|rais\w+)"
    r"|(?P<less>fell|falls?|drop\w*|declin\w+|decreas\w+|shrank|shrinks?|reduc\w+|cut))"
    r"\s(?:by\s)?(?:an?\s)?$",
    re.I,
)
_TO = re.compile(r"^,?\s(?:to|reaching)\s[$€£]?$")
_REST = re.compile(r"\b(?:the|a) (?:remaining|other|rest)\s$", re.I)
_OF = re.compile(r"^\s(?:[\w-]+\s)?of\s(?:[\w'’-]+\s){0,3}$", re.I)
_LEFT = re.compile(
    r"\b(?:lea(?:ves|ving)|left(?: over)?|remains?|remaining|to spare)\b", re.I
)
_SO = re.compile(r"\b(?:so|leav\w+|which|therefore|thus|hence)\b", re.I)
_MARGIN = re.compile(
    r"\b(?:gross |net |profit |operating )?margin\b[^,;.]{0,12}$", re.I
)
_INCOME = re.compile(r"\b(?:revenue|sales|turnover|price|income|takings)\b", re.I)
_COST = re.compile(r"\b(?:costs?|expenses|spending)\b", re.I)


def _amounts(s: Sentence, left: int, right: int) -> bool:
    one, other = s.quantities[left], s.quantities[right]
    alike = comparable(one, other) or "1" in (one.unit, other.unit)
    return is_number(one) and is_number(other) and alike


def _changes(s: Sentence) -> Iterator[Relation]:
    for i in range(len(s.quantities) - 2):
        a, b, c = i, i + 1, i + 2
        share = [is_share(s.quantities[k]) for k in (a, b, c)]
        if share == [True, False, False] and _amounts(s, b, c):
            found = _CHANGE_OF.match(s.after(a))
            if found and _RESULT.search(s.before(c)):
                yield _applied(found, a, b, c)
        elif share == [False, False, True] and _amounts(s, a, b):
            found = _NAMED.match(s.after(c))
            if found and _BECOMES.search(s.before(b)) and _AFTER.search(s.before(c)):
                yield _applied(found, c, a, b)
        elif share == [False, True, False] and _amounts(s, a, c):
            found = _MOVED.search(s.before(b))
            if found and _TO.match(s.after(b)) and not s.quantities[a].role:
                yield _applied(found, b, a, c)


def _applied(found: re.Match[str], share: int, base: int, result: int) -> Relation:
    return Relation("lowered" if found["less"] else "raised", (share, base), result)


def _remainders(s: Sentence) -> Iterator[Relation]:
    """ "three fifths of the 6,000 are fiction; the remaining 2,400 are not"."""
    for i in range(len(s.quantities) - 2):
        amounts = is_share(s.quantities[i]) and _amounts(s, i + 1, i + 2)
        if amounts and _OF.match(s.after(i)) and _REST.search(s.before(i + 2)):
            yield Relation("rest", (i, i + 1), i + 2)


def _rest_of_shares(s: Sentence) -> Iterator[Relation]:
    """ "45 % goes to wages and 30 % to rent, so 25 % is left"."""
    last = len(s.quantities) - 1
    shares = all(q.unit == "%" and not q.is_range for q in s.quantities)
    if last < 2 or not shares or any(q.role for q in s.quantities):
        return
    left = _LEFT.search(s.before(last)) or _LEFT.search(s.after(last))
    if left and _SO.search(s.before(last)):
        yield Relation("rest_of_all", tuple(range(last)), last)


def _margins(s: Sentence) -> Iterator[Relation]:
    """A margin is what the cost leaves, over the price."""
    if len(s.quantities) != 3 or not _amounts(s, 0, 1):
        return
    if not is_share(s.quantities[2]) or not _MARGIN.search(s.before(2)):
        return
    earned, spent = (
        [i for i in (0, 1) if pattern.search(s.before(i))]
        for pattern in (_INCOME, _COST)
    )
    if len(earned) == len(spent) == 1 and earned != spent:
        yield Relation("percent_change", (earned[0], spent[0]), 2)


def _apart(s: Sentence) -> Iterator[Relation]:
    """ "6 % against 8 %, a difference of 2 points"."""
    for i in range(len(s.quantities) - 2):
        left, right, points = s.quantities[i : i + 3]
        if left.unit == right.unit == "%" and points.unit == "pp" and not left.is_range:
            named = re.search(
                rf"\b(?:{CHANGE_NOUN}|gap|lead|margin|spread)s?\sof\s(?:\w+\s)?$",
                s.before(i + 2),
                re.I,
            )
            if named and left.role != "from":
                yield Relation("change", (i, i + 1), i + 2)


def read(s: Sentence) -> Iterator[Relation]:
    """All that percentages take, leave and add in a sentence."""
    yield from _changes(s)
    yield from _remainders(s)
    yield from _rest_of_shares(s)
    yield from _margins(s)
    yield from _apart(s)
