"""Prices: what a discount leaves, what a levy adds."""

import re
from collections.abc import Iterator

from memory.classifier.readers.cues import comparable, is_number, is_share
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_CHEAPER = re.compile(
    r"^\s(?:cheaper|less|lower|fewer|smaller|lighter|off|discount|reduction)\b", re.I
)
_DEARER = re.compile(
    r"^\s(?:dearer|more|higher|larger|heavier|more expensive|surcharge)\b", re.I
)
_INSTEAD = re.compile(
    r"^\s?[\w\s]{0,20}\b(?:instead of|rather than|not|down from|up from"
    r"|compared (?:to|with)|against|versus)\s$",
    re.I,
)
_SELLS = re.compile(
    r"\b(?:sells? (?:for|at)|costs?|is|pay|goes for|for|at|to)\s$", re.I
)
_LEVY = re.compile(
    r"^\s(?:tip|tax|VAT|commission|fee|deposit|surcharge|duty|service charge|markup)\b"
    r"[^.;]{0,20}\b(?:is|was|of|comes to|came to|would be|adds|means|amounts to"
    r"|=)\s[$€£]?$",
    re.I,
)


def _discounts(s: Sentence) -> Iterator[Relation]:
    """ "20 % cheaper: 96 instead of 120"; "after a 20 % discount the 250 ... 200"."""
    for i in range(len(s.quantities) - 2):
        share, left, right = s.quantities[i : i + 3]
        if not is_share(share) or not is_number(left) or not is_number(right):
            continue
        after = s.after(i)
        lower, higher = _CHEAPER.match(after), _DEARER.match(after)
        if not (lower or higher) or not (
            comparable(left, right) or "1" in (left.unit, right.unit)
        ):
            continue
        kind = "lowered" if lower else "raised"
        if _INSTEAD.match(s.after(i + 1)):
            yield Relation("lowered" if lower else "raised", (i, i + 2), i + 1)
        elif _SELLS.search(s.before(i + 2)) and re.search(
            r"\bafter\b", s.before(i), re.I
        ):
            yield Relation(
                "lowered" if kind == "lowered" else "raised", (i, i + 1), i + 2
            )


def _levies(s: Sentence) -> Iterator[Relation]:
    """ "the bill came to $240; a 15 % tip is $36"."""
    for i in range(1, len(s.quantities) - 1):
        base, share, amount = s.quantities[i - 1 : i + 2]
        money = is_number(base) and is_number(amount) and comparable(base, amount)
        if money and is_share(share) and _LEVY.match(s.after(i)):
            yield Relation("part", (i, i - 1), i + 1)


def read(s: Sentence) -> Iterator[Relation]:
    """All discounts and levies stated in a sentence."""
    yield from _discounts(s)
    yield from _levies(s)
