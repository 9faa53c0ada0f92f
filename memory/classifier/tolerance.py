"""Tolerances behind a number or its unit: "5 ± 0.1 kg", "42 %, give or take 3"."""

import re
from dataclasses import replace
from decimal import Decimal

from memory.classifier.numerals import Numeral
from memory.classifier.spoken import unit_after

_PLUS_MINUS = re.compile(
    r"\s?(?:±|\+/-|\+-|\+\/−|(?:plus or minus|give or take)\s)\s?"
    r"(\d{1,20}(?:\.\d{1,20})?|\.\d{1,20})"
)
_ASYMMETRIC = re.compile(r"\+(\d{0,9}\.?\d{1,9})[-−](\d{0,9}\.?\d{1,9})(?![\d.])")
_EXPONENT = re.compile(r"[eE]([-+−]?\d{1,2})(?!\d)")
_POINTS = re.compile(r"\spoints?\b")


def tolerance(text: str, number: Numeral) -> tuple[Numeral, Decimal | None]:
    """The numeral with ± parts behind it read off and any shared exponent applied."""
    end, spread = number.end, None
    while found := (_PLUS_MINUS.match(text, end) or _ASYMMETRIC.match(text, end)):
        spread = spread if spread is not None else Decimal(found[1])
        end = found.end()
    power = _EXPONENT.match(text, end) if spread is not None else None
    if spread is None:
        return number, None
    shift = int(power[1].replace("−", "-")) if power else 0
    end = power.end() if power else end
    shifted = replace(
        number,
        end=end,
        value=number.value.scaleb(shift),
        half_place=number.half_place.scaleb(shift),
    )
    return shifted, spread.scaleb(shift)


def spread_behind(text: str, end: int, unit: str) -> tuple[int, Decimal | None]:
    """Where "± 0.1 kg" behind a unit ends, in that unit or without one."""
    found = _PLUS_MINUS.match(text, end)
    below = unit_after(text, found.end()) if found else None
    if found is None or (below and below.unit != unit):
        return end, None
    end = below.end if below else found.end()
    points = _POINTS.match(text, end)
    return points.end() if points else end, Decimal(found[1])
