"""Rules for growth and statistics: percentages, compounding, bounds."""

import math
from decimal import Decimal

from memory.classifier.decision import (
    ONE,
    UNDECIDABLE,
    Decision,
    Rule,
    absolute,
    compare,
    in_one_unit,
    scaled,
)
from memory.classifier.interval import Interval, as_written, exact
from memory.classifier.quantity import Quantity
from memory.classifier.relation import Relation
from memory.classifier.unit_scale import scale_of


def _is_point_change(operands: list[Quantity], result: Quantity) -> bool:
    """True when a difference of percentages is stated as a percentage of the first."""
    old, new = operands
    shares = old.unit == new.unit == result.unit == "%"
    if not shares or not old.low or abs(new.low - old.low) != result.low:
        return False
    relative = abs(new.low / old.low - 1) * 100
    return abs(relative - result.low) > result.precision


def percent_change(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """The later value over the earlier one, less one."""
    alike = in_one_unit([operands[0]], operands[1])
    if alike is None:
        return UNDECIDABLE
    change = absolute(alike[1] / alike[0][0] - ONE)
    if _is_point_change(operands, result):
        return Decision(
            "contradicted", scaled(result), (change,), scale_of(result.unit).factor
        )
    return compare(absolute(scaled(result)), [change], scale_of(result.unit).factor)


def chain(operands: list[Quantity], result: Quantity, relation: Relation) -> Decision:
    """Successive percentages multiplied, against a total or a return to the start."""
    value = ONE
    steps = operands * len(relation.signs) if len(operands) == 1 else operands
    for q, sign in zip(steps, relation.signs, strict=True):
        step = exact(q.low / 100) if relation.back else scaled(q)
        value = value * (ONE + step.scaled(Decimal(sign)))
    if relation.back:
        slack = Decimal("0.002")
        return compare(Interval(1 - slack, 1 + slack), [value])
    change = absolute(value - ONE)
    return compare(absolute(scaled(result)), [change], scale_of(result.unit).factor)


def recovery(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """The gain that makes up for a loss: p / (1 - p)."""
    lost = scaled(operands[0])
    needed = ONE / (ONE - lost) - ONE
    return compare(scaled(result), [needed], scale_of(result.unit).factor)


def power(base: Interval, exponent: Interval) -> Interval:
    """All powers of positive numbers in one interval by those in another."""
    ends = [
        math.pow(float(b), float(e))
        for b in (base.low, base.high)
        for e in (exponent.low, exponent.high)
    ]
    return Interval(Decimal(repr(min(ends))), Decimal(repr(max(ends))))


def compound(
    operands: list[Quantity], result: Quantity, relation: Relation
) -> Decision:
    """(1 ± rate)^periods, against a factor, a percentage or an amount."""
    sign = relation.signs[0] if relation.signs else 1
    growth = ONE + as_written(operands[0]).scaled(sign * scale_of("%").factor)
    periods = as_written(operands[1])
    if growth.low <= 0 or abs(periods.high) > 1000 or growth.high > 100:
        return UNDECIDABLE
    value = power(growth, periods)
    if result.unit == "%":
        grown = absolute(power(growth, periods) - ONE)
        return compare(scaled(result), [grown], scale_of("%").factor)
    if len(operands) == 3:
        alike = in_one_unit([operands[2]], result)
        if alike is None:
            return UNDECIDABLE
        return compare(alike[1], [value * alike[0][0]], alike[2])
    return compare(as_written(result), [value])


def parts_share(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """m of m + n, or n of m + n."""
    first, second = operands[0].parts
    whole = first + second
    shares = [exact(first / whole), exact(second / whole)]
    return compare(scaled(result), shares, scale_of(result.unit).factor)


def bounded(low: int, high: int) -> Rule:
    """A rule for values that must lie between two bounds."""
    bounds = Interval(Decimal(low), Decimal(high))

    def decide(_: list[Quantity], result: Quantity, __: Relation) -> Decision:
        return compare(scaled(result), [bounds], scale_of(result.unit).factor)

    return decide


def whole_number_mean(
    operands: list[Quantity], result: Quantity, _: Relation
) -> Decision:
    """Whether a mean of whole numbers over n items can be written so.

    Brown and Heathers, Social Psychological and Personality Science 8 (2017) 363.
    """
    n, mean = operands[0].low, as_written(result)
    if n <= 0 or n != n.to_integral_value() or result.precision == Decimal("0.5"):
        return UNDECIDABLE
    below = (mean.middle * n).to_integral_value(rounding="ROUND_FLOOR")
    possible = [exact(below / n), exact((below + 1) / n)]
    return compare(mean, possible)
