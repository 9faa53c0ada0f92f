"""The value a claim may state instead of an object: a number, date, text or flag."""

import datetime
import re
from dataclasses import dataclass
from decimal import Decimal
from unicodedata import normalize

MAX_DIGITS = 40
MAX_EXPONENT = 60

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_LONGEST = 2 * (MAX_DIGITS + MAX_EXPONENT)


@dataclass(frozen=True, slots=True)
class Number:
    """A finite decimal with its unit as written ("" when it has none)."""

    number: Decimal
    unit: str

    def __post_init__(self) -> None:
        if not self.number.is_finite():
            raise ValueError("a number must be finite")


@dataclass(frozen=True, slots=True)
class Date:
    """A calendar day."""

    date: datetime.date


@dataclass(frozen=True, slots=True)
class Text:
    """Words that name no node."""

    text: str


@dataclass(frozen=True, slots=True)
class Flag:
    """A yes or a no."""

    value: bool


Value = Number | Date | Text | Flag


def canonical(value: Value) -> tuple[str, ...]:
    """Give equal values equal parts and different values different parts.

    The first part names the kind, so a text never equals a number that prints
    the same. Units and texts keep their case; only Unicode form and white
    space are folded, and units are never converted.
    """
    match value:
        case Number(number, unit):
            return ("number", canonical_decimal(number), _folded(unit))
        case Date(date):
            return ("date", date.isoformat()[:10])
        case Text(text):
            return ("text", _folded(text))
        case Flag(flag):
            return ("flag", "true" if flag else "false")


def canonical_decimal(number: Decimal) -> str:
    """Write a finite decimal as its shortest digits and exponent: 1.50 is 15e-1.

    Exact at any length, which Decimal.normalize is not: that one rounds to the
    context's precision.
    """
    sign, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int):
        raise ValueError("a number must be finite")
    written = "".join(map(str, digits)).lstrip("0")
    shortest = written.rstrip("0")
    if not shortest:
        return "0e0"
    exponent += len(written) - len(shortest)
    return f"{'-' if sign else ''}{shortest}e{exponent}"


def parse_number(text: str) -> Decimal:
    """Read a plain decimal of at most 40 digits and an exponent within 60.

    Raises ValueError for anything else, including NaN, infinities, grouping
    signs and underscores.
    """
    written = text.strip().replace("\N{MINUS SIGN}", "-")
    if len(written) > _LONGEST or not _NUMBER.fullmatch(written):
        raise ValueError("not a decimal number")
    number = Decimal(written)
    _, digits, exponent = number.as_tuple()
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"more than {MAX_DIGITS} digits")
    if not isinstance(exponent, int) or abs(exponent) > MAX_EXPONENT:
        raise ValueError(f"exponent beyond {MAX_EXPONENT}")
    return number


def _folded(text: str) -> str:
    return " ".join(normalize("NFC", text).split())
