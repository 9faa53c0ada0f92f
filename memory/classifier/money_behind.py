"""Amounts whose currency stands behind: a multiplier joined to it, cents said apart."""

import re
from dataclasses import replace
from decimal import Decimal

from memory.classifier.currencies import CODES, PLAIN_CODES
from memory.classifier.money import MONEY, SIGNS_BEHIND, looks_like_money
from memory.classifier.numerals import Numeral, scaled
from memory.classifier.stated import Quantity
from memory.classifier.unit_text import UnitMatch, rate_at

_POWERS = {
    "k": 3,
    "K": 3,
    "m": 6,
    "M": 6,
    "MM": 6,
    "mn": 6,
    "mln": 6,
    "B": 9,
    "bn": 9,
    "Mrd": 9,
}
_SIGN = "|".join(map(re.escape, SIGNS_BEHIND))
_POWER = "|".join(sorted(_POWERS, key=len, reverse=True))
# "48.5 MGBP", "20 k€": the currency may not begin the next amount ("5 m USD 3").
_MULTIPLIED = re.compile(
    rf"\s?(?P<power>{_POWER})\s?"
    rf"(?P<code>(?:{'|'.join(PLAIN_CODES)})\b|{_SIGN})(?!\s?\d)"
)
_BEHIND = re.compile(
    rf"\s?(?P<code>(?<![A-Za-z])(?:{'|'.join(CODES)})\b|{_SIGN})"
    r"(?!\s?\d(?!\d?\scents?\b)|\s[a-zA-Z]+s\b|\s[A-Z]{2,}\b)"
)
_CODE = re.compile(r"[A-Z]{3}$")
_CENTS = re.compile(r"^,?\s(?:and\s)?$")
_ENDS = re.compile(r"\s?(?:[.;!?]|$)")
_LISTED = re.compile(r"\b(?:between|from|both|,)\s(?:\w+\s)?$")
_HUNDRED = Decimal(100)


def multiplied(text: str, number: Numeral) -> tuple[Numeral, UnitMatch] | None:
    """The amount of "48.5 MGBP" or "75 USD million" and its currency, if it is one."""
    joined = _MULTIPLIED.match(text, number.end)
    if joined:
        shift = _POWERS[joined["power"]]
        moved = replace(
            number,
            value=number.value.scaleb(shift),
            half_place=number.half_place.scaleb(shift),
        )
        return moved, _priced(text, joined.end(), joined["code"])
    behind = _BEHIND.match(text, number.end)
    if behind is None:
        return None
    code = behind["code"]
    after = replace(number, end=behind.end())
    many = scaled(text, after, letters=False) if _CODE.match(code) else after
    known = code in PLAIN_CODES or code in SIGNS_BEHIND
    known |= many.value != number.value or looks_like_money(text, number.start)
    if not known:
        return None
    return replace(many, end=number.end), _priced(text, many.end, code)


def _priced(text: str, end: int, written: str) -> UnitMatch:
    """The currency with what it is paid for: "2,150 EUR per month"."""
    code = CODES.get(written) or SIGNS_BEHIND[written]
    rate = rate_at(text, end, code)
    return (
        UnitMatch(rate.end, code + rate.unit[1:], rate.per)
        if rate
        else UnitMatch(end, code)
    )


def _and_fifty(text: str, left: Quantity, right: Quantity) -> bool:
    """ "It costs 15 dollars and 50.": cents that are not named end their clause."""
    named = left.unit_text.isalpha() and left.unit_text.islower()
    joined = text[left.span[1] : right.span[0]] == " and "
    listed = _LISTED.search(text, max(0, left.span[0] - 20), left.span[0])
    return named and joined and not listed and bool(_ENDS.match(text, right.span[1]))


def with_cents(text: str, left: Quantity, right: Quantity) -> Quantity | None:
    """ "3 dollars 50 cents" as one amount; None where the two are not one."""
    small = "pence" if left.unit == "GBP" else "cent"
    if right.unit == "1" and _and_fifty(text, left, right):
        small = "1"
    whole = left.low == int(left.low) and not left.is_range and not right.is_range
    money = left.unit in MONEY - {"cent", "pence", "sen"} and right.unit == small
    if not (whole and money and 0 < right.low < _HUNDRED and left.low >= 0):
        return None
    if left.role or not _CENTS.match(text[left.span[1] : right.span[0]]):
        return None
    value = left.low + right.low / _HUNDRED
    return replace(
        left,
        span=(left.span[0], right.span[1]),
        low=value,
        high=value,
        unit_text=text[left.span[0] : right.span[1]],
        precision=right.precision / _HUNDRED,
        noun=right.noun,
        kind="absolute",
    )
