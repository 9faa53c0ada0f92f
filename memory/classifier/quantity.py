"""Finds the quantities in a text, with ranges, changes and ratios joined."""

import re
from dataclasses import replace
from decimal import Decimal

from memory.classifier.listed import gap_of, sharing
from memory.classifier.money_behind import with_cents
from memory.classifier.single import read_quantities
from memory.classifier.stated import Quantity

__all__ = ["MAX_TEXT", "Quantity", "find_quantities"]

MAX_TEXT = 64 * 1024

_DASH = re.compile(r"^\s?[-–—−]\s?$|^\s?(?:to|through)\s$|^\s?-?to-$|^\sto-$", re.I)
_OR = re.compile(r"^\sor\s$")
_AND = re.compile(r"^\s?(?:and|to)\s(?:US)?[$€£]?$", re.I)
_TO = re.compile(r"^\s(?:to|into)\s(?:about|around|nearly|just|only|over)?\s?$", re.I)
_FROM = re.compile(
    r"\bfrom\s(?:about|around|nearly|just|an?|only|over|under)?\s?$", re.I
)
_RANGING = re.compile(
    r"\b(?:rang|var|anywhere|spann|extend)\w{0,6}\s(?:\w{1,12}\s){0,2}from\s$", re.I
)
_BETWEEN = re.compile(r"\bbetween\s(?:about|around|roughly)?\s?$", re.I)
_BY = re.compile(
    r"\b(?:by|rose|fell|up|down|gained|lost|dropped|climbed|grew|increased|decreased"
    r"|declined|jumped|slipped|added|cut|raised|(?:increase|rise|drop|decrease|fall"
    r"|decline|gain|growth|reduction|jump|loss)\sof)\s(?:by\s)?(?:about|around|nearly"
    r"|roughly|just|over|more than|another|a further|an?)?\s?$",
    re.I,
)
_COLON = re.compile(r"^\s?(?::|-to-|to)\s?$")
_RATIO_CUE = re.compile(
    r"ratio|odds|outnumber|proportion|\bmix|\bscale\b|by a factor|\bto one\b", re.I
)
_MULTIPLIERS = (
    ("trillion", 12),
    ("billion", 9),
    ("million", 6),
    ("bn", 9),
    ("thousand", 3),
)


def _before(text: str, q: Quantity, width: int = 40) -> str:
    return text[max(0, q.span[0] - width) : q.span[0]]


def _same_unit(left: Quantity, right: Quantity) -> bool:
    return left.unit == right.unit or left.unit == "1"


def _role(text: str, q: Quantity) -> str:
    before = _before(text, q)
    if _FROM.search(before) and not _RANGING.search(before):
        return "from"
    return "by" if _BY.search(before) else ""


def _ratio(text: str, left: Quantity, right: Quantity) -> Quantity | None:
    gap = gap_of(text, left, right)
    bare = left.unit == right.unit == "1" and not left.is_range
    if not bare or not _COLON.match(gap) or right.low == 0:
        return None
    whole = left.low == int(left.low) and right.low == int(right.low)
    cued = left.low > right.low == 1 or _RATIO_CUE.search(_before(text, left, 60))
    if ":" not in gap and not (whole and cued):
        return None
    ratio = ":" in gap or _RATIO_CUE.search(_before(text, left, 60))
    if _role(text, left) and not ratio:
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
    if left.kind == "ratio" or not _same_unit(left, right) or left.low >= right.low:
        return None
    gap, before = gap_of(text, left, right), _before(text, left)
    between = bool(_BETWEEN.search(before)) and bool(_AND.match(gap))
    either = bool(_OR.match(gap)) and left.unit == "1" and not left.noun
    role = _role(text, left)
    spread = role == "by" and left.unit == "1" != right.unit and not left.noun
    joined = _DASH.match(gap) and (not role or spread)
    if not (between or either or joined) or ("-" in gap and " " in gap):
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


def _shared(text: str, left: Quantity, right: Quantity) -> Decimal:
    """The lower end with the multiplier that only the upper end spells out."""
    shift = _multiplier(text, right)
    bare = not left.noun and _multiplier(text, left) == 1 and left.low < 1000
    return left.low * shift if bare and left.low * shift <= right.low else left.low


def _multiplier(text: str, q: Quantity) -> Decimal:
    """The factor a multiplier word put on `q`, shared with the number before it."""
    written = text[q.span[0] : q.span[1]].lower()
    for word, power in _MULTIPLIERS:
        if word in written:
            return Decimal(10) ** power
    return Decimal(1)


def _change(
    text: str, left: Quantity, right: Quantity
) -> tuple[Quantity, Quantity] | None:
    gap = gap_of(text, left, right)
    role = _role(text, left)
    if not _TO.match(gap) or not role:
        return None
    if role == "by" and left.unit == right.unit == "1" and left.noun:
        return None
    bare = left.unit == "1" != right.unit and not left.noun
    if bare and _before(text, left).rstrip().endswith(" by"):
        return None
    if role == "from" and left.unit == "1" and right.unit != "1" and not left.noun:
        shift = _multiplier(text, right)
        small = left.low < 1000
        left = replace(
            left,
            unit=right.unit,
            kind=right.kind,
            low=left.low * shift if small else left.low,
            high=left.low * shift if small else left.low,
            precision=left.precision * shift if small else left.precision,
        )
    elif role == "from" and left.unit == right.unit == "1" and left.low < 1000:
        shift = _multiplier(text, right)
        if shift > 1 and _multiplier(text, left) == 1:
            value = left.low * shift
            left = replace(
                left, low=value, high=value, precision=left.precision * shift
            )
    if role == "from" and right.unit == "1" and not right.noun and left.unit != "1":
        right = replace(right, unit=left.unit, kind=left.kind)
    kind = "difference" if role == "by" else left.kind
    return replace(left, role=role, kind=kind), replace(right, role="to")


def _marked(text: str, q: Quantity) -> Quantity:
    role = _role(text, q)
    if not role or q.role:
        return q
    kind = "difference" if role == "by" and q.kind != "rate" else q.kind
    return replace(q, role=role, kind=kind)


def find_quantities(text: str) -> list[Quantity]:
    """The quantities of `text` in order; longer texts than 64 KiB are refused.

    A range ("5 to 7 days") is one quantity with two ends; a change ("from 4 % to 6 %")
    is two with the roles `from` and `to`. Raises ValueError above the size limit.
    """
    if len(text) > MAX_TEXT:
        raise ValueError(f"text of {len(text)} characters; the limit is {MAX_TEXT}")
    return sharing(text, _joined(text))


def _joined(text: str) -> list[Quantity]:
    out: list[Quantity] = []
    for q in read_quantities(text):
        if out and out[-1].role != "to":
            changed = _change(text, out[-1], q)
            joined = _ratio(text, out[-1], q) or _range(text, out[-1], q)
            joined = joined or with_cents(text, out[-1], q)
            if joined and (joined.parts or not changed):
                out[-1] = joined
                continue
            if changed:
                out[-1:] = changed
                continue
        out.append(_marked(text, q))
    return out
