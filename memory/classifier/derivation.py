"""Whether any way of combining numbers gives the one that is said to follow from them.

A text seldom says which operations it means. All are tried, each number used once at
most: sums, products, what a percentage takes, leaves and adds, growth over periods.
What none of them gives does not follow, whichever was meant.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from memory.classifier.decision import Decision, scaled
from memory.classifier.quantity import Quantity
from memory.classifier.relation import Relation
from memory.classifier.unit_names import TIME
from memory.classifier.unit_scale import Dimensions, scale_of, times

MAX_OPERANDS = 4
NOT_CHECKED = Decision("not_checked")
# How far a result may be rounded beyond its written places.
_ROUNDED = 0.01
_MOST_PERIODS = 100
_PER_TIME = re.compile(r"(.+)/(?:year|month|week|day|hour|minute)$")
_POINTS = frozenset(("%", "pp"))


class Value(NamedTuple):
    """What a combination may amount to, in base units; `share` of some whole."""

    low: float
    high: float
    dimensions: Dimensions = ()
    share: bool = False


_combined = lru_cache(maxsize=4096)(times)


def _leaves(q: Quantity, unit: str) -> list[Value]:
    """What a quantity may enter a combination as; a bare number may be of `unit`."""
    if q.parts:
        first, second = (float(part) for part in q.parts)
        whole = first + second
        shares = [Value(v / whole, v / whole, (), True) for v in (first, second)]
        ratios = [Value(v, v) for v in (first / second, second / first)]
        return shares + ratios
    amount = scaled(q)
    scale = scale_of(q.unit)
    share = q.unit in _POINTS or (q.written == "fraction" and q.unit == "1")
    low, high = float(amount.low), float(amount.high)
    found = [Value(low, high, scale.dimensions, share)]
    bare = q.unit == "1" and not q.noun and not share
    if bare and unit != "1":
        factor, dimensions = float(scale_of(unit).factor), scale_of(unit).dimensions
        found.append(Value(low * factor, high * factor, dimensions))
    if q.unit in TIME or q.unit == "lightyear":
        found.append(Value(float(q.low), float(q.high)))
    yearly = _PER_TIME.match(q.unit)
    if yearly:
        above = scale_of(yearly[1])
        low, high = (float(x * above.factor) for x in (q.low, q.high))
        found.append(Value(low, high, above.dimensions, yearly[1] == "%"))
    return found


def _times(a: Value, b: Value, power: int = 1) -> Value | None:
    if power < 0 and b.low <= 0 <= b.high:
        return None
    ends = [x * y if power > 0 else x / y for x in a[:2] for y in b[:2]]
    dimensions = _combined(a.dimensions, b.dimensions, power)
    return Value(min(ends), max(ends), dimensions, a.share and b.share)


def _rest(p: Value) -> Value:
    return Value(1 - p.high, 1 - p.low, (), True)


def _more(p: Value) -> Value:
    return Value(1 + p.low, 1 + p.high)


def _grown(p: Value, periods: Value) -> Iterator[Value]:
    """What a percentage leaves or makes over whole periods, less one or not."""
    n = periods.low
    if periods.share or periods.dimensions or n != periods.high or n != int(n):
        return
    if not 2 <= n <= _MOST_PERIODS or not 0 < p.low <= p.high < 1:
        return
    for base in (p, _rest(p), _more(p)):
        yield Value(base.low**n, base.high**n, (), base.share)
        yield Value(abs(base.low**n - 1), abs(base.high**n - 1), (), True)


def _percentages(p: Value, base: Value) -> Iterator[Value | None]:
    """What a percentage takes, leaves and adds, and what it was taken from."""
    for factor in (_rest(p), _more(p)):
        yield _times(base, factor)
        yield _times(base, factor, -1)
    yield from _grown(p, base)


def _in_turn(a: Value, b: Value) -> Iterator[Value]:
    """Two percentages, one after the other."""
    for one, other in product((_more(a), _rest(a)), (_more(b), _rest(b))):
        low, high = one.low * other.low - 1, one.high * other.high - 1
        yield Value(min(abs(low), abs(high)), max(abs(low), abs(high)), (), True)


def _both(a: Value, b: Value) -> Iterator[Value | None]:
    if a.dimensions == b.dimensions:
        yield Value(a.low + b.low, a.high + b.high, a.dimensions, a.share and b.share)
        near, far = sorted((abs(a.low - b.high), abs(a.high - b.low)))
        apart = a.low > b.high or b.low > a.high
        yield Value(near if apart else 0.0, far, a.dimensions, a.share and b.share)
    yield _times(a, b)
    yield _times(a, b, -1)
    yield _times(b, a, -1)
    if a.share and b.share:
        yield from _in_turn(a, b)
    if a.share:
        yield from _percentages(a, b)
    if b.share:
        yield from _percentages(b, a)


def combinations(leaves: Sequence[Sequence[Value]]) -> dict[int, set[Value]]:
    """All values that each choice of operands, a mask of their places, may give."""
    found: dict[int, set[Value]] = {}
    for mask in range(1, 1 << len(leaves)):
        if mask & (mask - 1) == 0:
            found[mask] = set(leaves[mask.bit_length() - 1])
            continue
        values = set[Value]()
        part = (mask - 1) & mask
        while part > mask ^ part:
            for a, b in product(found[part], found[mask ^ part]):
                values.update(value for value in _both(a, b) if value)
            part = (part - 1) & mask
        found[mask] = values
    return found


def _goals(result: Quantity, units: Sequence[str]) -> list[Value]:
    """What the result may be: a bare number may be of one of the operands' units."""
    amount, scale = scaled(result), scale_of(result.unit)
    bare = result.unit == "1" and not result.per
    goals = []
    yearly = _PER_TIME.match(result.unit)
    also = units if bare else [yearly[1]] if yearly else ()
    for unit in {result.unit, *also}:
        factor = float(scale_of(unit).factor / scale.factor)
        low, high = float(amount.low) * factor, float(amount.high) * factor
        slack = _ROUNDED * max(abs(low), abs(high))
        share = unit in _POINTS or (result.written == "fraction" and unit == "1")
        dimensions = scale_of(unit).dimensions
        goals.append(Value(low - slack, high + slack, dimensions, share))
    return goals


def _meets(value: Value, goal: Value) -> bool:
    ends = [value[:2]]
    if goal.share:
        ends += [(1 - value.high, 1 - value.low), (value.low - 1, value.high - 1)]
    return any(low <= goal.high and goal.low <= high for low, high in ends)


def _usable(q: Quantity) -> bool:
    amount = scaled(q)
    return amount.low.is_finite() and amount.high.is_finite() and not q.is_range


def follows(operands: list[Quantity], result: Quantity, _: Relation) -> Decision:
    """`suspect` where no combination of the operands gives the result, else unchecked.

    That one of many combinations fits shows nothing; that the result is of a kind which
    no combination of all operands can have shows that something else was meant.
    """
    if not all(_usable(q) for q in [*operands, result]):
        return NOT_CHECKED
    return _decided(tuple(operands), result)


@lru_cache(maxsize=512)
def _decided(operands: tuple[Quantity, ...], result: Quantity) -> Decision:
    units = [q.unit for q in operands]
    goals = _goals(result, units)
    named = next((u for u in (result.unit, *units) if u not in ("1", "%", "pp")), "1")
    values = combinations([_leaves(q, named) for q in operands])
    of_kind = False
    for mask, found in values.items():
        for goal in goals:
            alike = [v for v in found if v.dimensions == goal.dimensions]
            if any(_meets(v, goal) for v in alike):
                return NOT_CHECKED
            of_kind = of_kind or (mask == len(values) and bool(alike))
    if not of_kind:
        return NOT_CHECKED
    return Decision("suspect", scaled(result), (), scale_of(result.unit).factor)
