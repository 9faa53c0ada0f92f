"""Quantities without a numeral: "half an hour", "dozens of people"."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from memory.classifier.nouns import noun_at
from memory.classifier.stated import Quantity, kind_of_number
from memory.classifier.unit_text import UnitMatch, unit_at
from memory.classifier.vague import magnitudes

_PERCENT_POINT = re.compile(r"\s?percentage[\s-]points?\b", re.I)
_HALF_UNIT = re.compile(r"\b(half|quarter)\s(?:of\s)?an?\s(?=[a-z])", re.I)
_UNIT_AND_HALF = re.compile(r"\b(?:an?|one)\s([a-z]{3,12})\sand\sa\shalf\b", re.I)


def unit_after(text: str, end: int) -> UnitMatch | None:
    """The unit behind a number; percentage points are not percent."""
    point = _PERCENT_POINT.match(text, end)
    if point:
        return UnitMatch(point.end(), "pp")
    return unit_at(text, end)


def spoken(text: str) -> Iterator[Quantity]:
    """ "half an hour", "an hour and a half": the article is the number."""
    for found in _HALF_UNIT.finditer(text):
        unit = unit_after(text, found.end())
        if unit:
            value = Decimal("0.5") if found[1].lower() == "half" else Decimal("0.25")
            yield _plain(text, (found.start(), unit.end), value, unit)
    for found in _UNIT_AND_HALF.finditer(text):
        unit = unit_at(text, found.start(1))
        if unit and unit.end == found.end(1):
            yield _plain(text, found.span(), Decimal("1.5"), unit)


def vague(text: str) -> Iterator[Quantity]:
    """ "dozens of people" are 12 to 120; a unit may stand for what is counted."""
    for many in magnitudes(text):
        unit = unit_at(text, many.counted) or UnitMatch(many.end, "1")
        found = _plain(text, (many.start, unit.end), many.low, unit)
        noun = noun_at(text, many.end) if unit.unit == "1" else ""
        yield replace(
            found, high=many.low * 10, precision=many.low / 2, noun=noun, kind="count"
        )


def _plain(
    text: str, span: tuple[int, int], value: Decimal, unit: UnitMatch
) -> Quantity:
    return Quantity(
        span=span,
        low=value,
        high=value,
        unit=unit.unit,
        unit_text=text[span[0] : span[1]],
        kind=kind_of_number(unit.unit, "", ""),
        precision=Decimal("0.05"),
        noun=noun_at(text, span[1]),
        written="words",
    )
