"""Rules for stocks, mixtures, groups, bounds and repeated factors."""

from dataclasses import replace
from decimal import Decimal

from memory.classifier.decision import (
    ONE,
    UNDECIDABLE,
    Decision,
    common_scale,
    compare,
    in_one_unit,
    scaled,
    total_of,
)
from memory.classifier.growth import power
from memory.classifier.interval import Interval, as_written, exact
from memory.classifier.quantity import Quantity
from memory.classifier.relation import Relation
from memory.classifier.unit_scale import scale_of

# A mean of means is itself rounded, each of them once.
_HALF = Decimal("0.5")


def balance(operands: list[Quantity], result: Quantity, relation: Relation) -> Decision:
    """What was there, with what came and without what went."""
    alike = in_one_unit(operands, result)
    if alike is None:
        return UNDECIDABLE
    values, reported, factor = alike
    signed = [
        value.scaled(Decimal(sign))
        for value, sign in zip(values, relation.signs, strict=True)
    ]
    return compare(reported, [total_of(signed)], factor)


def rest_of_all(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """One less all the shares, the first less the others, or what each one leaves."""
    first, *others = shares = [scaled(q) for q in operands]
    each = ONE
    for share in shares:
        each = each * (ONE - share)
    left = [ONE - total_of(shares), first - total_of(others), each]
    left.append(each / (ONE - first) * first if first.high < 1 else each)
    return compare(scaled(result), left, scale_of(result.unit).factor)


def within(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """Whether a value lies in a range, or as near to one as its tolerance allows."""
    ends = operands[0]
    common = common_scale([ends, result])
    if common is None:
        return UNDECIDABLE
    spread = ends.uncertainty or Decimal(0)
    wide = replace(ends, low=ends.low - spread, high=ends.high + spread)
    bounds = as_written(wide).scaled(common[0][0])
    return compare(as_written(result).scaled(common[0][1]), [bounds], common[0][1])


def middle(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """The number half way between two ends."""
    ends = operands[0]
    lows, highs = (replace(ends, low=x, high=x) for x in (ends.low, ends.high))
    alike = in_one_unit([lows, highs], result)
    if alike is None:
        return UNDECIDABLE
    return compare(alike[1], [total_of(alike[0]).scaled(_HALF)], alike[2])


def weighted(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """The mean over two groups: each mean counts as often as its group has members."""
    first, one, second, other = operands
    alike = in_one_unit([one, other], result)
    if alike is None:
        return UNDECIDABLE
    sizes = [as_written(q) for q in (first, second)]
    total = total_of([n * v for n, v in zip(sizes, alike[0], strict=True)])
    return compare(alike[1], [total / total_of(sizes)], alike[2])


def mixture(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """Own parts over all parts, of the whole."""
    own, other = (as_written(q) for q in operands[:2])
    alike = in_one_unit([operands[2]], result)
    if alike is None:
        return UNDECIDABLE
    return compare(alike[1], [own / (own + other) * alike[0][0]], alike[2])


def ratio_part(
    operands: list[Quantity], result: Quantity, relation: Relation
) -> Decision:
    """The part that one side of a ratio makes of a whole."""
    parts = operands[0].parts
    own = exact(parts[relation.signs[0]] / sum(parts))
    alike = in_one_unit([operands[1]], result)
    if alike is None:
        return UNDECIDABLE
    return compare(alike[1], [own * alike[0][0]], alike[2])


def both_chances(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """Two independent events: both, neither, one of them at least, one without."""
    one, other = (scaled(q) for q in operands)
    values = [a * b for a in (one, ONE - one) for b in (other, ONE - other)]
    values += [ONE - value for value in values]
    return compare(scaled(result), values, scale_of(result.unit).factor)


def _share_or_factor(result: Quantity, value: Interval) -> Decision:
    factor = scale_of(result.unit).factor
    return compare(scaled(result), [value], factor)


def repeated(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """A factor once in each of its periods: "doubles every 20 minutes"."""
    factor, period, time = operands
    times = scaled(replace(time, precision=Decimal(0))) / scaled(period)
    if times.high > 64 or factor.low <= 0:
        return UNDECIDABLE
    return _share_or_factor(result, power(exact(factor.low), times))


def halved(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """What is left after so many half-lives."""
    if operands[0].high > 64:
        return UNDECIDABLE
    return _share_or_factor(result, power(exact(_HALF), as_written(operands[0])))
