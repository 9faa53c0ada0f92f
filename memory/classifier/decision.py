"""A decision on a relation, and the arithmetic that all rules share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from memory.classifier.interval import Interval, as_written, exact
from memory.classifier.quantity import Quantity
from memory.classifier.relation import Relation
from memory.classifier.unit_scale import Dimensions, scale_of

Verdict = Literal["contradicted", "suspect", "undecidable", "not_checked", "consistent"]
ONE = exact(1)


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
Rule = Callable[[list[Quantity], Quantity, Relation], Decision]


def common_scale(
    quantities: Sequence[Quantity],
) -> tuple[list[Decimal], Dimensions] | None:
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


def in_one_unit(
    operands: Sequence[Quantity], result: Quantity
) -> tuple[list[Interval], Interval, Decimal] | None:
    """Operands and result in one unit with its factor; None if kinds of unit differ."""
    common = common_scale([*operands, result])
    if common is None:
        return None
    scaled = [
        as_written(q).scaled(f)
        for q, f in zip([*operands, result], common[0], strict=True)
    ]
    return scaled[:-1], scaled[-1], common[0][-1]


def compare(
    reported: Interval, computed: Sequence[Interval], factor: Decimal = Decimal(1)
) -> Decision:
    """Consistent when the reported interval meets one of the computed ones."""
    agrees = any(reported.meets(c) for c in computed)
    verdict: Verdict = "consistent" if agrees else "contradicted"
    return Decision(verdict, reported, tuple(computed), factor)


def absolute(interval: Interval) -> Interval:
    """The interval of absolute values."""
    if interval.low < 0 < interval.high:
        return Interval(Decimal(0), max(-interval.low, interval.high))
    ends = (abs(interval.low), abs(interval.high))
    return Interval(min(ends), max(ends))


def total_of(intervals: Sequence[Interval]) -> Interval:
    """The sum of intervals."""
    total = exact(0)
    for interval in intervals:
        total = total + interval
    return total


def scaled(q: Quantity) -> Interval:
    """A quantity as written, in base units."""
    return as_written(q).scaled(scale_of(q.unit).factor)


def nominal(q: Quantity) -> Interval:
    """The number of a limit ("< 8.5E-5"), which arithmetic carries along."""
    sign = q.qualifier in ("<", "≤", "<=", ">", "≥", ">=")
    return scaled(replace(q, qualifier="") if sign else q)


def matched(result: Quantity, dimensions: Dimensions, value: Interval) -> Decision:
    """The decision on a value of known dimensions, which the result must have."""
    scale = scale_of(result.unit)
    if scale.dimensions != dimensions:
        return UNDECIDABLE
    return compare(scaled(result), [value], scale.factor)
