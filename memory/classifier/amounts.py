"""Rules for amounts: sums, products, shares, conversions, intervals."""

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from memory.classifier.decision import (
    ONE,
    UNDECIDABLE,
    Decision,
    Rule,
    absolute,
    common_scale,
    compare,
    in_one_unit,
    matched,
    nominal,
    scaled,
    total_of,
)
from memory.classifier.interval import Interval, as_written, exact
from memory.classifier.quantity import Quantity
from memory.classifier.relation import Relation
from memory.classifier.unit_scale import Dimensions, inverse, scale_of, times

_PER_TIME = re.compile(r"(.+)/(?:year|month|week|day|hour)$")


def additive(compute: Callable[[list[Interval]], Interval]) -> Rule:
    """A rule for relations whose operands and result are all of one kind."""

    def decide(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
        alike = in_one_unit(operands, result)
        if alike is None:
            return UNDECIDABLE
        values, reported, factor = alike
        return compare(absolute(reported), [absolute(compute(values))], factor)

    return decide


def sum_of(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """The total of all; where one operand already is the total of the rest, that one
    (whether it was counted twice is another check's question)."""
    alike = in_one_unit(operands, result)
    if alike is None:
        return UNDECIDABLE
    values, reported, factor = alike
    if result.low in [q.low for q in operands]:
        return UNDECIDABLE
    total = total_of(values)
    wholes = [v for v in values if len(values) > 2 and v.middle * 2 == total.middle]
    return compare(reported, [total, *wholes], factor)


def product(operands: list[Quantity], result: Quantity, relation: Relation) -> Decision:
    """The product of the operands, in the dimensions of the result."""
    dimensions: Dimensions = ()
    value = ONE
    for q in operands:
        dimensions = times(dimensions, scale_of(q.unit).dimensions)
        value = value * nominal(q)
    decision = matched(result, dimensions, value)
    if len(operands) == 3 and decision.verdict == "contradicted":
        # The third factor is a count that the text may or may not mean to apply.
        without = product(operands[:2], result, relation)
        return without if without.verdict == "consistent" else decision
    return decision


def quotient(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """The first operand over the second, in the dimensions of the result."""
    numerator = _PER_TIME.match(operands[0].unit)
    if (
        numerator
        and scale_of(numerator[1]).dimensions == scale_of(result.unit).dimensions
    ):
        # "500 GWh a year, or 250 kWh per person": the year is understood.
        operands = [replace(operands[0], unit=numerator[1]), operands[1]]
    top, bottom = (scale_of(q.unit) for q in operands)
    value = nominal(operands[0]) / nominal(operands[1])
    return matched(result, times(top.dimensions, bottom.dimensions, -1), value)


def share(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """The part over the whole, against a percentage or fraction."""
    alike = in_one_unit([operands[0]], operands[1])
    if alike is None:
        return UNDECIDABLE
    factor = scale_of(result.unit).factor
    return compare(scaled(result), [alike[0][0] / alike[1]], factor)


def applied(*compute: Callable[[Interval, Interval], Interval]) -> Rule:
    """A rule for a dimensionless operand acting on the second: result = f(p, base).

    Of several readings that the words leave open any one may hold.
    """

    def decide(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
        alike = in_one_unit([operands[1]], result)
        if alike is None:
            return UNDECIDABLE
        values = [each(scaled(operands[0]), alike[0][0]) for each in compute]
        return compare(alike[1], values, alike[2])

    return decide


def round_trip(values: list[Interval]) -> Interval:
    """The mean speed there and back over the same way: the harmonic mean."""
    inverse = ONE / values[0] + ONE / values[1]
    return exact(2) / inverse


def _between(operands: list[Quantity]) -> Decision:
    alike = in_one_unit(operands[1:], operands[0])
    if alike is None:
        return UNDECIDABLE
    (low, high), inside, factor = alike
    return compare(inside, [Interval(low.low, max(low.low, high.high))], factor)


def contains(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """Whether an interval holds its estimate."""
    if len(operands) == 3:
        return _between(operands)
    common = common_scale([operands[0], result])
    if common is None:
        return UNDECIDABLE
    inside = as_written(operands[0]).scaled(common[0][0])
    ends = as_written(result).scaled(common[0][1])
    return compare(inside, [ends], common[0][0])


def proportion(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """a of b is as c of the result; "one in three" leaves a rounding of 2.5 points."""
    part, whole, other = (scaled(q) for q in operands)
    stated = part / whole
    small = operands[1].low <= 10
    slack = Decimal("0.025") if small else Decimal(0)
    loose = Interval(stated.low - slack, stated.high + slack)
    return compare(other / scaled(result), [loose])


def rescale(operands: list[Quantity], result: Quantity, relation: Relation) -> Decision:
    """A value that rested on an old factor, on a new one: a product or a quotient."""
    value, old, new = (nominal(q) for q in operands)
    scale = scale_of(result.unit)
    both = {1: value * old / new, -1: value * new / old}
    allowed = [both[sign] for sign in relation.signs or (1, -1)]
    return compare(scaled(result), allowed, scale.factor)


def same(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """One amount in two units; 3 % either way is rounding."""
    left, right = scale_of(operands[0].unit), scale_of(result.unit)
    exact_value = scaled(operands[0])
    if left.dimensions == inverse(right.dimensions):
        # Miles to the gallon and litres to 100 km.
        exact_value = ONE / exact_value
    elif left.dimensions != right.dimensions:
        return UNDECIDABLE
    slack = abs(exact_value.middle) * Decimal("0.03")
    value = Interval(exact_value.low - slack, exact_value.high + slack)
    return compare(scaled(result), [value], right.factor)
