"""Scales without a plain zero: temperatures in degrees and levels in decibels."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from memory.classifier.finding import shown
from memory.classifier.quantity import Quantity
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

TEMPERATURES = frozenset(("degC", "degF"))
_RATIOS = frozenset(
    ("times", "times_less", "raised", "lowered", "percent_change", "share")
)
_AS_HOT = re.compile(r"^\s?(?:times\s)?as\s(?:hot|warm|cold|cool)\b", re.I)
_TOGETHER = re.compile(
    r"\b(?:together|in total|combined|in all|altogether|total|makes?|gives?"
    r"|brings? the level to|sum|adds? up|produces?)\b",
    re.I,
)
_SECOND = re.compile(r"\b(?:second|another|identical|same again)\b", re.I)
_CHANGED = re.compile(
    r"\b(?:rise|rose|increase\w*|drop\w*|fell|fall|difference|warmer|cooler|colder"
    r"|hotter"
    r"|warming|cooling|by|gain|swing|change|higher|lower|rais\w+"
    r"|anomaly)\b[^.;()]{0,24}$",
    re.I,
)
_ALSO = re.compile(
    r"^\s?[(,/=]|^\s(?:or|is|equals|which is|i\.e\.|corresponds? to|amounts? to"
    r"|means)\s",
    re.I,
)
_POWERLIKE = re.compile(r"\b(?:power|energy|intensity|watts?)\b", re.I)
_FIELDLIKE = re.compile(r"\b(?:amplitude|voltage|sound pressure)\b", re.I)
_ZERO_CELSIUS = Decimal("273.15")


@dataclass(frozen=True)
class Misuse:
    """Quantities that a scale does not allow to be used so, and what holds instead."""

    places: tuple[int, ...]
    message: str
    computed: str
    rule: str


def _kelvin(q: Quantity) -> Decimal:
    celsius = (q.low - 32) * 5 / 9 if q.unit == "degF" else q.low
    return celsius + _ZERO_CELSIUS


def _ratios(
    s: Sentence, relations: list[Relation], hot: list[int]
) -> Iterator[tuple[int, int, int]]:
    """(factor, from, to) where a factor or percentage is put between temperatures."""
    for r in relations:
        both = [i for i in r.places() if i in hot]
        other = [i for i in r.places() if i not in hot]
        if r.kind in _RATIOS and len(both) == 2 and len(other) == 1:
            yield other[0], both[0], both[1]
    for i, q in enumerate(s.quantities):
        if q.noun == "times" and _AS_HOT.match(s.after(i)):
            yield i, hot[0], hot[1]


def ratio_of_degrees(s: Sentence, relations: list[Relation]) -> Iterator[Misuse]:
    """A factor between temperatures whose zero is arbitrary."""
    hot = [i for i, q in enumerate(s.quantities) if q.unit in TEMPERATURES]
    if len(hot) < 2:
        return
    for factor, old, new in _ratios(s, relations, hot):
        low, high = _kelvin(s.quantities[old]), _kelvin(s.quantities[new])
        if low <= 0:
            continue
        percent = shown((high / low - 1) * 100)
        message = (
            f"{s.written(factor)} does not apply between {s.written(old)} and"
            f" {s.written(new)}: the scale has no true zero; in kelvin it is"
            f" {percent} %."
        )
        yield Misuse((factor, old, new), message, f"{percent} %", "interval scale")
        return


def converted_degrees(s: Sentence) -> Iterator[Misuse]:
    """Celsius and Fahrenheit for one temperature, or for one difference."""
    for i in range(len(s.quantities) - 1):
        left, right, gap = s.quantities[i], s.quantities[i + 1], s.after(i)
        if {left.unit, right.unit} != TEMPERATURES or not _ALSO.match(gap):
            continue
        if len(gap) > 40 or left.is_range or right.is_range:
            continue
        difference = bool(_CHANGED.search(s.lead(i, 60))) or left.role == "by"
        scaled = left.low * 9 / 5 if left.unit == "degC" else left.low * 5 / 9
        offset = (
            (left.low * 9 / 5 + 32) if left.unit == "degC" else (left.low - 32) * 5 / 9
        )
        right_value = scaled if difference else offset
        if abs(right_value - right.low) > 2 and not (
            not difference and abs(scaled - right.low) <= 1
        ):
            unit = "°F" if right.unit == "degF" else "°C"
            computed = f"{shown(right_value)} {unit}"
            kind = "difference" if difference else "temperature"
            message = f"As a {kind}, {s.written(i)} is {computed}."
            yield Misuse((i, i + 1), message, computed, "degrees")


def power_sum(levels: list[float]) -> float:
    """The level of incoherent sources together: 10 log10 of the sum of 10^(L/10)."""
    return 10 * math.log10(sum(10 ** (level / 10) for level in levels))


def added_levels(s: Sentence) -> Iterator[Misuse]:
    """Decibels added as if they were amounts."""
    loud = [i for i, q in enumerate(s.quantities) if q.unit == "dB"]
    if len(loud) < 2 or not _TOGETHER.search(s.text):
        return
    *parts, total = loud
    levels = [float(s.quantities[i].low) for i in parts]
    if len(levels) == 1:
        counts = [q.low for q in s.quantities if q.unit == "1" and 2 <= q.low <= 100]
        levels *= int(counts[-1]) if counts else 2 if _SECOND.search(s.text) else 1
    added = abs(sum(levels) - float(s.quantities[total].low)) <= 1
    if len(levels) > 1 and added and max(abs(v) for v in levels) < 300:
        right = f"{shown(Decimal(f'{power_sum(levels):.0f}'))} dB"
        message = f"Levels in dB add by power: together they are {right}."
        yield Misuse(tuple(loud), message, right, "levels")


def level_as_factor(s: Sentence) -> Iterator[Misuse]:
    """ "10 dB, i.e. the power fell to a tenth": a level step and its factor."""
    if len(s.quantities) != 2:
        return
    step = next((i for i, q in enumerate(s.quantities) if q.unit == "dB"), None)
    if step is None:
        return
    factor = s.quantities[1 - step]
    spoken = factor.noun == "times" or factor.written == "fraction"
    divisor = (
        10 if _POWERLIKE.search(s.text) else 20 if _FIELDLIKE.search(s.text) else 0
    )
    level = float(s.quantities[step].low)
    if not spoken or not divisor or factor.low <= 0 or not 0 < level < 100:
        return
    stated = abs(math.log10(float(factor.low))) * divisor
    if abs(stated - level) > 0.5 + 0.1 * level:
        computed = f"a factor of {shown(Decimal(f'{10 ** (level / divisor):.3g}'))}"
        message = f"{s.written(step)} is {computed}, not {s.written(1 - step)}."
        yield Misuse((step, 1 - step), message, computed, "level factor")


def misuses(s: Sentence, relations: list[Relation]) -> Iterator[Misuse]:
    """Everything a sentence does with degrees and decibels that they do not allow."""
    yield from ratio_of_degrees(s, relations)
    yield from converted_degrees(s)
    yield from added_levels(s)
    yield from level_as_factor(s)
