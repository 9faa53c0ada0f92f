"""Finds the quantities in a text, with ranges, changes and ratios joined."""

import re
from dataclasses import replace
from decimal import Decimal

from memory.classifier.changes import before, change, marked, multiplier, role_of
from memory.classifier.listed import gap_of, sharing
from memory.classifier.money import MONEY
from memory.classifier.money_behind import with_cents
from memory.classifier.single import read_quantities
from memory.classifier.stated import Quantity

__all__ = ["MAX_TEXT", "Quantity", "find_quantities"]

MAX_TEXT = 64 * 1024

_DASH = re.compile(r"^\s?[-–—−]\s?$|^\s?(?:to|through)\s$|^\s?-?to-$|^\sto-$", re.I)
_OR = re.compile(r"^\sor\s$")
_AND = re.compile(r"^\s?(?:and|to)\s(?:US)?[$€£]?$", re.I)
_BETWEEN = re.compile(r"\bbetween\s(?:about|around|roughly)?\s?$", re.I)
_COLON = re.compile(r"^\s?(?::|-to-|to)\s?$")
_RATIO_CUE = re.compile(
    r"ratio|odds|outnumber|proportion|\bmix|\bscale\b|by a factor|\bto one\b", re.I
)


def _same_unit(left: Quantity, right: Quantity) -> bool:
    return left.unit == right.unit or left.unit == "1"


def _ratio(text: str, left: Quantity, right: Quantity) -> Quantity | None:
    gap = gap_of(text, left, right)
    bare = left.unit == right.unit == "1" and not left.is_range
    if not bare or not _COLON.match(gap) or right.low == 0:
        return None
    whole = left.low == int(left.low) and right.low == int(right.low)
    cued = left.low > right.low == 1 or _RATIO_CUE.search(before(text, left, 60))
    if ":" not in gap and not (whole and cued):
        return None
    ratio = ":" in gap or _RATIO_CUE.search(before(text, left, 60))
    if role_of(text, left) and not ratio:
        return None
    value = left.low / right.low
    return replace(
        left,
        span=(left.span[0], right.span[1]),
        low=value,
        high=value,
        kind="ratio",
        noun=right.noun,
        parts=(left.low, right.low),
        precision=Decimal(0),
    )


def _range(text: str, left: Quantity, right: Quantity) -> Quantity | None:
    gap = gap_of(text, left, right)
    if right.unit == "1" and _named_first(left, right, gap):
        right = replace(right, unit=left.unit, kind=left.kind)
    if left.kind == "ratio" or not _same_unit(left, right) or left.low >= right.low:
        return None
    between = bool(_BETWEEN.search(before(text, left))) and bool(_AND.match(gap))
    either = bool(_OR.match(gap)) and left.unit == "1" and not left.noun
    role = role_of(text, left)
    spread = role == "by" and left.unit == "1" != right.unit and not left.noun
    dashed = role == "from" and "to" not in gap
    joined = _DASH.match(gap) and (not role or spread or dashed)
    split = "-" in gap and " " in gap and gap != " to-"
    if not (between or either or joined) or split:
        return None
    low = _shared(text, left, right)
    return replace(
        right,
        span=(left.span[0], right.span[1]),
        low=low,
        high=right.low,
        qualifier=left.qualifier,
        precision=max(left.precision, right.precision),
        kind="absolute" if right.kind == "difference" else right.kind,
    )


def _named_first(left: Quantity, right: Quantity, gap: str) -> bool:
    """ "£5-6m", "aged 18 to 24": the lower end has the unit of both."""
    aged = left.unit == "year" and not left.unit_text and not right.noun
    money = left.unit in MONEY and not left.unit_text and gap in ("-", "–")
    return aged or money


def _shared(text: str, left: Quantity, right: Quantity) -> Decimal:
    """The lower end with the multiplier that only the upper end spells out."""
    shift = multiplier(text, right)
    bare = not left.noun and multiplier(text, left) == 1 and left.low < 1000
    return left.low * shift if bare and left.low * shift <= right.low else left.low


def find_quantities(text: str) -> list[Quantity]:
    """The quantities of `text` in order; longer texts than 64 KiB are refused.

    A range ("5 to 7 days") is one quantity with two ends; a change ("from 4 % to 6 %")
    is two with the roles `from` and `to`. Raises ValueError above the size limit.
    """
    if len(text) > MAX_TEXT:
        raise ValueError(f"text of {len(text)} characters; the limit is {MAX_TEXT}")
    return sharing(text, _joined(text))


def _widened(text: str, old: Quantity, new: Quantity, q: Quantity) -> list[Quantity]:
    """ "from 24 to 33-35 billion": the end of a change as a range, if it is one."""
    wide = _range(text, new, q) if "to" not in gap_of(text, new, q) else None
    if wide is None:
        return []
    return list(change(text, old, wide) or (old, replace(wide, role="to")))


def _joined(text: str) -> list[Quantity]:
    out: list[Quantity] = []
    for q in read_quantities(text):
        if len(out) > 1 and out[-1].role == "to":
            widened = _widened(text, out[-2], out[-1], q)
            if widened:
                out[-2:] = widened
                continue
        if out and out[-1].role != "to":
            changed = change(text, out[-1], q)
            joined = _ratio(text, out[-1], q) or _range(text, out[-1], q)
            joined = joined or with_cents(text, out[-1], q)
            if joined and (joined.parts or not changed):
                out[-1] = joined
                continue
            if changed:
                out[-1:] = changed
                continue
        out.append(marked(text, q))
    return out
