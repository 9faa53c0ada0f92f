"""Decides relations by interval arithmetic over numbers as precise as written.

Nothing here reads text: the readers name the quantities, this module computes.
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, DecimalException
from typing import Literal

from memory.classifier.interval import Interval, as_written, exact
from memory.classifier.quantity import Quantity
from memory.classifier.relation import Relation
from memory.classifier.unit_scale import Dimensions, UnitRejected, scale_of, times

Verdict = Literal["contradicted", "suspect", "undecidable", "not_checked", "consistent"]
_ONE = exact(1)
# Readings on scales where sums and ratios mean nothing.
_NOT_AMOUNTS = frozenset(("dB",))
_PER_TIME = re.compile(r"(.+)/(?:year|month|week|day|hour)$")


@dataclass(frozen=True)
class Decision:
    """A verdict with what was reported and computed, both in base units.

    `computed` is empty where the relation could not be computed; `ratio` is reported
    over computed, to tell a slipped prefix from a wrong sum.
    """

    verdict: Verdict
    reported: Interval | None = None
    computed: tuple[Interval, ...] = ()
    factor: Decimal = Decimal(1)

    @property
    def ratio(self) -> Decimal | None:
        """How many times too large the reported value is."""
        if not self.reported or not self.computed or not self.computed[0].middle:
            return None
        return self.reported.middle / self.computed[0].middle


UNDECIDABLE = Decision("undecidable")


def _common(quantities: Sequence[Quantity]) -> tuple[list[Decimal], Dimensions] | None:
    """One factor a quantity, bare numbers taking the unit of the others; None if two
    kinds of unit meet."""
    units = {q.unit for q in quantities if q.unit != "1"}
    scales = {unit: scale_of(unit) for unit in units}
    kinds = {scale.dimensions for scale in scales.values()}
    factors = {scale.factor for scale in scales.values()}
    bare = any(q.unit == "1" for q in quantities)
    if len(kinds) > 1 or (bare and len(factors) > 1):
        return None
    shared = next(iter(factors)) if bare and factors else Decimal(1)
    found = [scales[q.unit].factor if q.unit != "1" else shared for q in quantities]
    return found, next(iter(kinds)) if kinds else ()


def _alike(
    operands: Sequence[Quantity], result: Quantity
) -> tuple[list[Interval], Interval, Decimal] | None:
    common = _common([*operands, result])
    if common is None:
        return None
    scaled = [
        as_written(q).scaled(f)
        for q, f in zip([*operands, result], common[0], strict=True)
    ]
    return scaled[:-1], scaled[-1], common[0][-1]


def _compare(
    reported: Interval, computed: Sequence[Interval], factor: Decimal = Decimal(1)
) -> Decision:
    agrees = any(reported.meets(c) for c in computed)
    verdict: Verdict = "consistent" if agrees else "contradicted"
    return Decision(verdict, reported, tuple(computed), factor)


def _absolute(interval: Interval) -> Interval:
    if interval.low < 0 < interval.high:
        return Interval(Decimal(0), max(-interval.low, interval.high))
    ends = (abs(interval.low), abs(interval.high))
    return Interval(min(ends), max(ends))


def _total(intervals: Sequence[Interval]) -> Interval:
    total = exact(0)
    for interval in intervals:
        total = total + interval
    return total


def _additive(compute: Callable[[list[Interval]], Interval]) -> "Rule":
    """A rule for relations whose operands and result are all of one kind."""

    def decide(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
        alike = _alike(operands, result)
        if alike is None:
            return UNDECIDABLE
        values, reported, factor = alike
        return _compare(_absolute(reported), [_absolute(compute(values))], factor)

    return decide


def _sum(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """The total of all; where one operand already is the total of the rest, that one
    (whether it was counted twice is another check's question)."""
    alike = _alike(operands, result)
    if alike is None:
        return UNDECIDABLE
    values, reported, factor = alike
    if result.low in [q.low for q in operands]:
        return UNDECIDABLE
    total = _total(values)
    wholes = [v for v in values if len(values) > 2 and v.middle * 2 == total.middle]
    return _compare(reported, [total, *wholes], factor)


def _scaled(q: Quantity) -> Interval:
    return as_written(q).scaled(scale_of(q.unit).factor)


def _nominal(q: Quantity) -> Interval:
    """The number of a limit ("< 8.5E-5"), which arithmetic carries along."""
    sign = q.qualifier in ("<", "≤", "<=", ">", "≥", ">=")
    return _scaled(replace(q, qualifier="") if sign else q)


def _product(
    operands: list[Quantity], result: Quantity, relation: Relation
) -> Decision:
    dimensions: Dimensions = ()
    value = _ONE
    for q in operands:
        dimensions = times(dimensions, scale_of(q.unit).dimensions)
        value = value * _nominal(q)
    decision = _matched(result, dimensions, value)
    if len(operands) == 3 and decision.verdict == "contradicted":
        # The third factor is a count that the text may or may not mean to apply.
        without = _product(operands[:2], result, relation)
        return without if without.verdict == "consistent" else decision
    return decision


def _quotient(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    numerator = _PER_TIME.match(operands[0].unit)
    if (
        numerator
        and scale_of(numerator[1]).dimensions == scale_of(result.unit).dimensions
    ):
        # "500 GWh a year, or 250 kWh per person": the year is understood.
        operands = [replace(operands[0], unit=numerator[1]), operands[1]]
    top, bottom = (scale_of(q.unit) for q in operands)
    value = _nominal(operands[0]) / _nominal(operands[1])
    return _matched(result, times(top.dimensions, bottom.dimensions, -1), value)


def _matched(result: Quantity, dimensions: Dimensions, value: Interval) -> Decision:
    scale = scale_of(result.unit)
    if scale.dimensions != dimensions:
        return UNDECIDABLE
    return _compare(_scaled(result), [value], scale.factor)


def _share(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    alike = _alike([operands[0]], operands[1])
    if alike is None:
        return UNDECIDABLE
    factor = scale_of(result.unit).factor
    return _compare(_scaled(result), [alike[0][0] / alike[1]], factor)


def _applied(compute: Callable[[Interval, Interval], Interval]) -> "Rule":
    """A rule for a dimensionless operand acting on the second: result = f(p, base)."""

    def decide(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
        alike = _alike([operands[1]], result)
        if alike is None:
            return UNDECIDABLE
        value = compute(_scaled(operands[0]), alike[0][0])
        return _compare(alike[1], [value], alike[2])

    return decide


def _is_point_change(operands: list[Quantity], result: Quantity) -> bool:
    """True when a difference of percentages is stated as a percentage of the first."""
    old, new = operands
    shares = old.unit == new.unit == result.unit == "%"
    if not shares or not old.low or abs(new.low - old.low) != result.low:
        return False
    relative = abs(new.low / old.low - 1) * 100
    return abs(relative - result.low) > result.precision


def _percent_change(
    operands: list[Quantity], result: Quantity, _: Relation
) -> Decision:
    alike = _alike([operands[0]], operands[1])
    if alike is None:
        return UNDECIDABLE
    change = _absolute(alike[1] / alike[0][0] - _ONE)
    if _is_point_change(operands, result):
        return Decision(
            "contradicted", _scaled(result), (change,), scale_of(result.unit).factor
        )
    return _compare(_absolute(_scaled(result)), [change], scale_of(result.unit).factor)


def _chain(operands: list[Quantity], result: Quantity, relation: Relation) -> Decision:
    value = _ONE
    steps = operands * len(relation.signs) if len(operands) == 1 else operands
    for q, sign in zip(steps, relation.signs, strict=True):
        step = exact(q.low / 100) if relation.back else _scaled(q)
        value = value * (_ONE + step.scaled(Decimal(sign)))
    if relation.back:
        slack = Decimal("0.002")
        return _compare(Interval(1 - slack, 1 + slack), [value])
    change = _absolute(value - _ONE)
    return _compare(_absolute(_scaled(result)), [change], scale_of(result.unit).factor)


def _recovery(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    lost = _scaled(operands[0])
    needed = _ONE / (_ONE - lost) - _ONE
    return _compare(_scaled(result), [needed], scale_of(result.unit).factor)


def _power(base: Interval, exponent: Interval) -> Interval:
    ends = [
        math.pow(float(b), float(e))
        for b in (base.low, base.high)
        for e in (exponent.low, exponent.high)
    ]
    return Interval(Decimal(repr(min(ends))), Decimal(repr(max(ends))))


def _compound(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    growth = _ONE + _scaled(operands[0])
    periods = as_written(operands[1])
    if growth.low <= 0 or abs(periods.high) > 1000 or growth.high > 100:
        return UNDECIDABLE
    value = _power(growth, periods)
    if result.unit == "%":
        grown = _absolute(_power(growth, periods) - _ONE)
        return _compare(_scaled(result), [grown], scale_of("%").factor)
    if len(operands) == 3:
        alike = _alike([operands[2]], result)
        if alike is None:
            return UNDECIDABLE
        return _compare(alike[1], [value * alike[0][0]], alike[2])
    return _compare(as_written(result), [value])


def _round_trip(values: list[Interval]) -> Interval:
    inverse = _ONE / values[0] + _ONE / values[1]
    return exact(2) / inverse


def _between(operands: list[Quantity]) -> Decision:
    alike = _alike(operands[1:], operands[0])
    if alike is None:
        return UNDECIDABLE
    (low, high), inside, factor = alike
    return _compare(inside, [Interval(low.low, max(low.low, high.high))], factor)


def _contains(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    if len(operands) == 3:
        return _between(operands)
    common = _common([operands[0], result])
    if common is None:
        return UNDECIDABLE
    inside = as_written(operands[0]).scaled(common[0][0])
    ends = as_written(result).scaled(common[0][1])
    return _compare(inside, [ends], common[0][0])


def _parts_share(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    first, second = operands[0].parts
    whole = first + second
    shares = [exact(first / whole), exact(second / whole)]
    return _compare(_scaled(result), shares, scale_of(result.unit).factor)


def _bounded(low: int, high: int) -> "Rule":
    bounds = Interval(Decimal(low), Decimal(high))

    def decide(_: list[Quantity], result: Quantity, __: Relation) -> Decision:
        return _compare(_scaled(result), [bounds], scale_of(result.unit).factor)

    return decide


def _whole_number_mean(
    operands: list[Quantity], result: Quantity, _: Relation
) -> Decision:
    n, mean = operands[0].low, as_written(result)
    if n <= 0 or n != n.to_integral_value() or result.precision == Decimal("0.5"):
        return UNDECIDABLE
    below = (mean.middle * n).to_integral_value(rounding="ROUND_FLOOR")
    possible = [exact(below / n), exact((below + 1) / n)]
    return _compare(mean, possible)


def _rescale(
    operands: list[Quantity], result: Quantity, relation: Relation
) -> Decision:
    """A value that rested on an old factor, on a new one: a product or a quotient."""
    value, old, new = (_nominal(q) for q in operands)
    scale = scale_of(result.unit)
    both = {1: value * old / new, -1: value * new / old}
    allowed = [both[sign] for sign in relation.signs or (1, -1)]
    return _compare(_scaled(result), allowed, scale.factor)


def _proportion(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """a of b is as c of the result; "one in three" leaves a rounding of 2.5 points."""
    part, whole, other = (_scaled(q) for q in operands)
    stated = part / whole
    small = operands[1].low <= 10
    slack = Decimal("0.025") if small else Decimal(0)
    loose = Interval(stated.low - slack, stated.high + slack)
    return _compare(other / _scaled(result), [loose])


def _same(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    left, right = scale_of(operands[0].unit), scale_of(result.unit)
    if left.dimensions != right.dimensions:
        return UNDECIDABLE
    exact_value = _scaled(operands[0])
    slack = abs(exact_value.middle) * Decimal("0.03")
    value = Interval(exact_value.low - slack, exact_value.high + slack)
    return _compare(_scaled(result), [value], right.factor)


Rule = Callable[[list[Quantity], Quantity, Relation], Decision]

_RULES: dict[str, Rule] = {
    "sum": _sum,
    "difference": _additive(lambda v: v[0] - _total(v[1:])),
    "change": _additive(lambda v: v[1] - v[0]),
    "mean": _additive(lambda v: _total(v) / exact(len(v))),
    "round_trip": _additive(_round_trip),
    "product": _product,
    "quotient": _quotient,
    "share": _share,
    "part": _applied(lambda p, base: p * base),
    "rest": _applied(lambda p, base: (_ONE - p) * base),
    "raised": _applied(lambda p, base: (_ONE + p) * base),
    "lowered": _applied(lambda p, base: (_ONE - p) * base),
    "times": _applied(lambda p, base: p * base),
    "times_less": _applied(lambda p, base: base / p),
    "percent_change": _percent_change,
    "chain": _chain,
    "recovery": _recovery,
    "compound": _compound,
    "contains": _contains,
    "ratio_share": _parts_share,
    "odds": _parts_share,
    "probability": _bounded(0, 1),
    "correlation": _bounded(-1, 1),
    "whole_number_mean": _whole_number_mean,
    "same": _same,
    "rescale": _rescale,
    "proportion": _proportion,
}


def decide(relation: Relation, quantities: Sequence[Quantity]) -> Decision:
    """The verdict on one relation; `undecidable` when units or zeros forbid it."""
    operands = [quantities[i] for i in relation.operands]
    if relation.kind != "contains" and any(q.unit in _NOT_AMOUNTS for q in operands):
        return UNDECIDABLE
    place = relation.operands[-1] if relation.result is None else relation.result
    try:
        return _RULES[relation.kind](operands, quantities[place], relation)
    except (UnitRejected, ZeroDivisionError, DecimalException, OverflowError):
        return UNDECIDABLE
