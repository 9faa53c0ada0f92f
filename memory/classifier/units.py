"""The units check: are the units those the text needs, and do they convert?"""

import math
import re
from collections.abc import Iterator
from decimal import Decimal

from memory.classifier.attributes import kind_of, mismatches
from memory.classifier.decide import Decision
from memory.classifier.finding import Finding, Verdict, shown
from memory.classifier.formula import relation_finding
from memory.classifier.readers.total import totals
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence
from memory.classifier.unit_names import MONEY

_TEMPERATURES = frozenset(("degC", "degF"))
_AS_HOT = re.compile(r"^\s?(?:times\s)?as\s(?:hot|warm|cold|cool)\b", re.I)
_TOGETHER = re.compile(
    r"\b(?:together|in total|combined|in all|altogether|total|make|makes|give|gives"
    r"|brings? the level to|sum)\b",
    re.I,
)
_SECOND = re.compile(r"\b(?:second|another|identical|same again)\b", re.I)
_RATE_GIVEN = re.compile(
    r"exchange rate|convert|equivalent|at today|at current rate", re.I
)
_ABSOLUTE = re.compile(r"\babsolute\b", re.I)
_GAUGE = re.compile(r"\bgauge\b", re.I)
_ZERO_CELSIUS = Decimal("273.15")
# Factors that a slipped prefix, byte for bit or a mistaken unit of time leave behind.
_SLIPS = (1.0, 8.0, 1 / 8, 60.0, 1 / 60, 3600.0, 1 / 3600, 3.6, 1 / 3.6, 24.0, 1 / 24)


def is_slip(ratio: Decimal | None) -> bool:
    """True when reported over computed is a power of ten, or such times 8, 60, 3.6."""
    if ratio is None or ratio <= 0 or not ratio.is_finite():
        return False
    value = float(ratio)
    for slip in _SLIPS:
        power = math.log10(value / slip)
        whole = abs(power - round(power)) < 0.03
        if whole and not (slip == 1.0 and round(power) == 0):
            return True
    return False


def _finding(
    s: Sentence,
    places: tuple[int, ...],
    verdict: Verdict,
    message: str,
    computed: str,
    rule: str,
) -> Finding:
    return Finding(
        check="units",
        verdict=verdict,
        decided_by="code",
        span=s.absolute(*places),
        message=message,
        reported=s.written(places[-1]),
        computed=computed,
        rule=rule,
    )


def _kinds(s: Sentence) -> Iterator[Finding]:
    for i, kind, wanted in mismatches(s):
        written = s.written(i)
        message = f"{written} is a {kind}; the text needs a {wanted}."
        yield _finding(s, (i,), "contradicted", message, wanted, "kind")


def _kelvin(value: Decimal, unit: str) -> Decimal:
    celsius = (value - 32) * 5 / 9 if unit == "degF" else value
    return celsius + _ZERO_CELSIUS


def _temperatures(s: Sentence, relations: list[Relation]) -> Iterator[Finding]:
    """A factor between temperatures whose zero is arbitrary."""
    hot = [i for i, q in enumerate(s.quantities) if q.unit in _TEMPERATURES]
    if len(hot) < 2:
        return
    pairs = [
        (r.operands[1], r.result, r.operands[0])
        for r in relations
        if r.kind == "times" and r.operands[1] in hot and r.result is not None
    ]
    pairs += [
        (hot[0], hot[1], i)
        for i, q in enumerate(s.quantities)
        if q.noun == "times" and _AS_HOT.match(s.after(i))
    ]
    for old, new, factor in pairs[:1]:
        low, high = (
            _kelvin(s.quantities[i].low, s.quantities[i].unit) for i in (old, new)
        )
        if low <= 0:
            continue
        percent = shown((high / low - 1) * 100)
        message = (
            f"{s.written(factor)} does not apply from {s.written(old)} to"
            f" {s.written(new)}: the scale has no true zero, in kelvin it is {percent} %."
        )
        yield _finding(
            s,
            (factor, old, new),
            "contradicted",
            message,
            f"{percent} %",
            "interval scale",
        )


def _power_sum(levels: list[float]) -> float:
    return 10 * math.log10(sum(10 ** (level / 10) for level in levels))


def _levels(s: Sentence) -> Iterator[Finding]:
    """Decibels added as if they were amounts."""
    loud = [i for i, q in enumerate(s.quantities) if q.unit == "dB"]
    if len(loud) < 2 or not _TOGETHER.search(s.text):
        return
    *parts, total = loud
    levels = [float(s.quantities[i].low) for i in parts]
    if len(levels) == 1:
        counts = [q.low for q in s.quantities if q.unit == "1" and 2 <= q.low <= 100]
        many = int(counts[-1]) if counts else 2 if _SECOND.search(s.text) else 1
        levels *= many
    reported = float(s.quantities[total].low)
    added = abs(sum(levels) - reported) <= 1
    if len(levels) < 2 or not added or max(abs(v) for v in levels) > 300:
        return
    right = shown(Decimal(f"{_power_sum(levels):.0f}"))
    message = f"Levels in dB add by power: together they are {right} dB."
    yield _finding(s, tuple(loud), "contradicted", message, f"{right} dB", "levels")


def _currencies(s: Sentence) -> Iterator[Finding]:
    """A total over more than one currency, without a rate."""
    if _RATE_GIVEN.search(s.text):
        return
    for relation in totals(s, mixed=True):
        units = {s.quantities[i].unit for i in relation.places()} - {"1"}
        if len(units & MONEY) < 2 or relation.result is None:
            continue
        bare = sum(s.quantities[i].low for i in relation.operands)
        same = bare == s.quantities[relation.result].low
        message = f"{' and '.join(sorted(units))} are added without an exchange rate."
        verdict: Verdict = "contradicted" if same else "undecidable"
        yield _finding(
            s, relation.places(), verdict, message, "needs a rate", "currency"
        )


def _gauge(s: Sentence) -> Iterator[Finding]:
    found = [i for i, q in enumerate(s.quantities) if kind_of(q.unit) == "pressure"]
    if len(found) != 2 or not (_GAUGE.search(s.text) and _ABSOLUTE.search(s.text)):
        return
    left, right = (s.quantities[i] for i in found)
    named = _ABSOLUTE.search(s.before(found[1])) and _GAUGE.search(s.before(found[0]))
    if named and left.low == right.low and left.unit == right.unit:
        message = "Absolute pressure is gauge pressure plus about 1 bar of atmosphere."
        yield _finding(
            s, tuple(found), "contradicted", message, "gauge + 1 atm", "gauge"
        )


def _product_in_wrong_unit(s: Sentence) -> Iterator[Finding]:
    """ "2 kW for 3 hours uses 6 kW": the number is right, the unit is not."""
    power = [i for i, q in enumerate(s.quantities) if kind_of(q.unit) == "power"]
    hours = [i for i, q in enumerate(s.quantities) if q.unit == "hour"]
    if len(power) != 2 or len(hours) != 1 or not power[0] < hours[0] < power[1]:
        return
    first, last = s.quantities[power[0]], s.quantities[power[1]]
    right = (
        first.unit == last.unit and last.low == first.low * s.quantities[hours[0]].low
    )
    if right and first.low != last.low:
        message = f"{s.written(power[1])} is a power; power over time is energy."
        computed = f"{shown(last.low)} {last.unit}h"
        places = (power[0], hours[0], power[1])
        yield _finding(s, places, "contradicted", message, computed, "kind")


def belongs(relation: Relation, decision: Decision, s: Sentence) -> bool:
    """True when a failed relation is a matter of units, not of arithmetic."""
    if relation.kind == "same":
        return True
    if relation.kind not in ("product", "quotient"):
        return False
    measured = all(s.quantities[i].unit != "1" for i in relation.places())
    return measured and is_slip(decision.ratio)


def check(s: Sentence, decided: list[tuple[Relation, Decision]]) -> Iterator[Finding]:
    """Findings on the units of a sentence; `decided` are its relations with verdicts."""
    relations = [relation for relation, _ in decided]
    yield from _kinds(s)
    yield from _temperatures(s, relations)
    yield from _levels(s)
    yield from _currencies(s)
    yield from _gauge(s)
    yield from _product_in_wrong_unit(s)
    for relation, decision in decided:
        if belongs(relation, decision, s):
            yield relation_finding(s, relation, decision, "units")
