"""Changes: what a number changed by, from what and to what."""

import re
from dataclasses import replace
from decimal import Decimal

from memory.classifier.listed import gap_of
from memory.classifier.money import MONEY
from memory.classifier.stated import Quantity

_TO = re.compile(r"^\s(?:to|into)\s(?:about|around|nearly|just|only|over)?\s?$", re.I)
# "from 21 mpg combined to 23"
_TO_AFTER_WORD = re.compile(r"^\s[a-z]{3,10}\sto\s$")
_FROM = re.compile(
    r"\bfrom\s(?:about|around|nearly|just|an?|only|over|under)?\s?$", re.I
)
_RANGING = re.compile(
    r"\b(?:rang|var|anywhere|spann|extend)\w{0,6}\s(?:\w{1,12}\s){0,2}from\s$", re.I
)
_BY = re.compile(
    r"\b(?:by|rose|fell|up|down|gained|lost|dropped|climbed|grew|increased|decreased"
    r"|declined|jumped|slipped|added|cut|raised|(?:increase|rise|drop|decrease|fall"
    r"|decline|gain|growth|reduction|jump|loss)\sof)\s(?:by\s)?(?:about|around|nearly"
    r"|roughly|just|over|more than|another|a further|an?)?\s?$",
    re.I,
)
_MULTIPLIERS = (
    ("trillion", 12),
    ("billion", 9),
    ("million", 6),
    ("bn", 9),
    ("thousand", 3),
)


def before(text: str, q: Quantity, width: int = 40) -> str:
    """The words before a quantity, up to `width` characters of them."""
    return text[max(0, q.span[0] - width) : q.span[0]]


def role_of(text: str, q: Quantity) -> str:
    """What `q` is in a change by the words before it: `from`, `by`, or neither."""
    led = before(text, q)
    if _FROM.search(led) and not _RANGING.search(led):
        return "from"
    return "by" if _BY.search(led) else ""


def multiplier(text: str, q: Quantity) -> Decimal:
    """The factor a multiplier word put on `q`, shared with the number before it."""
    written = text[q.span[0] : q.span[1]].lower()
    for word, power in _MULTIPLIERS:
        if word in written:
            return Decimal(10) ** power
    # Of money one letter is enough: "£5-6m".
    return Decimal(10) ** 6 if q.unit in MONEY and written.endswith("m") else Decimal(1)


def change(
    text: str, left: Quantity, right: Quantity
) -> tuple[Quantity, Quantity] | None:
    """Both ends of "from 4 % to 6 %", the unit that one spells out given to the other.

    None where the two are no change.
    """
    role = role_of(text, left)
    gap = gap_of(text, left, right)
    stated = role == "from" and left.unit != "1" and _TO_AFTER_WORD.match(gap)
    if not role or not (_TO.match(gap) or stated):
        return None
    if role == "by" and left.unit == right.unit == "1" and left.noun:
        return None
    bare = left.unit == "1" != right.unit and not left.noun
    if bare and before(text, left).rstrip().endswith(" by"):
        return None
    if role == "from":
        left, right = _shared(text, left, right)
    kind = "difference" if role == "by" else left.kind
    return replace(left, role=role, kind=kind), replace(right, role="to")


def _shared(text: str, left: Quantity, right: Quantity) -> tuple[Quantity, Quantity]:
    shift = multiplier(text, right) if left.low < 1000 else Decimal(1)
    if left.unit == "1" != right.unit and not left.noun:
        left = replace(_times(left, shift), unit=right.unit, kind=right.kind)
    elif left.unit == right.unit == "1" and multiplier(text, left) == 1:
        left = _times(left, shift)
    bare = right.unit == "1" and not right.noun and left.unit != "1"
    # "from $75 per barrel to $45": the price stays one for a barrel.
    priced = right.unit in MONEY and left.unit.startswith(f"{right.unit}/")
    if bare or (priced and not right.per):
        right = replace(right, unit=left.unit, kind=left.kind)
    return left, right


def _times(q: Quantity, factor: Decimal) -> Quantity:
    return replace(
        q, low=q.low * factor, high=q.high * factor, precision=q.precision * factor
    )


def marked(text: str, q: Quantity) -> Quantity:
    """The quantity with the role that the words before it give it."""
    role = role_of(text, q)
    if not role or q.role:
        return q
    kind = "difference" if role == "by" and q.kind != "rate" else q.kind
    return replace(q, role=role, kind=kind)
