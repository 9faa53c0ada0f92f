"""Intervals: what a number as written may stand for, and arithmetic on them."""

from dataclasses import dataclass
from decimal import Decimal

from memory.classifier.quantity import Quantity

_INFINITY = Decimal("Infinity")
ABOUT = frozenset(
    ("about", "around", "roughly", "approximately", "approx", "approx.", "nearly")
) | {"almost", "some", "circa", "ca", "ca.", "close to", "just over", "just under"}
ABOUT |= {"estimated", "~", "≈"}
FLOOR = frozenset(
    (
        "at least",
        "more than",
        "over",
        "no less than",
        "above",
        "exceeding",
        ">",
        "≥",
        ">=",
    )
)
CEILING = frozenset(
    ("at most", "less than", "fewer than", "under", "up to", "no more than", "below")
) | {"not more than", "<", "≤", "<="}
HALF = Decimal("0.5")
NOMINAL = Decimal("0.1")
# What 28 digits leave of thirds.
_ROUNDING = Decimal("1e-20")
_LOOSE = Decimal("0.1")


@dataclass(frozen=True)
class Interval:
    """A closed interval; `low` is never above `high`."""

    low: Decimal
    high: Decimal

    def __add__(self, other: "Interval") -> "Interval":
        return Interval(self.low + other.low, self.high + other.high)

    def __sub__(self, other: "Interval") -> "Interval":
        return Interval(self.low - other.high, self.high - other.low)

    def __mul__(self, other: "Interval") -> "Interval":
        corners = [
            a * b for a in (self.low, self.high) for b in (other.low, other.high)
        ]
        return Interval(min(corners), max(corners))

    def __truediv__(self, other: "Interval") -> "Interval":
        """The quotient; raises ZeroDivisionError when the divisor may be zero."""
        if other.low <= 0 <= other.high:
            raise ZeroDivisionError("the divisor may be zero")
        ends = (other.low, other.high)
        corners = [a / b for a in (self.low, self.high) for b in ends]
        return Interval(min(corners), max(corners))

    def meets(self, other: "Interval") -> bool:
        """True when some number lies in both."""
        near = _ROUNDING * max(abs(self.middle), abs(other.middle))
        return self.low <= other.high + near and other.low <= self.high + near

    def scaled(self, factor: Decimal) -> "Interval":
        """Both ends times `factor`, in order."""
        ends = (self.low * factor, self.high * factor)
        return Interval(min(ends), max(ends))

    @property
    def middle(self) -> Decimal:
        """The midpoint; of a half-open interval the end it has, of an open one 0."""
        ends = [end for end in (self.low, self.high) if end.is_finite()]
        return sum(ends, Decimal(0)) / max(1, len(ends))

    @property
    def slack(self) -> Decimal:
        """Half the width, infinite where an end is open."""
        bounded = self.low.is_finite() and self.high.is_finite()
        return (self.high - self.low) / 2 if bounded else _INFINITY


def exact(value: Decimal | int) -> Interval:
    """The interval of a number that is not rounded."""
    return Interval(Decimal(value), Decimal(value))


def _slack(q: Quantity) -> Decimal:
    """How far the number may be from what it stands for, without its qualifier."""
    whole = q.low == q.low.to_integral_value() and q.precision == HALF
    if q.unit == "1" and whole and abs(q.high) < 1000 and q.written != "fraction":
        return Decimal(0)
    return NOMINAL if whole and q.unit != "%" else q.precision


def as_written(q: Quantity) -> Interval:
    """What `q` may stand for: half a unit of its last place, loosened by its qualifier.

    Whole numbers below a thousand without a unit are counts and taken as exact; other
    whole numbers are nominal ("4 hours") and stand for a tenth of a unit either way;
    "about" allows 10 %; "at least" and "at most" open one end.
    """
    slack = _slack(q)
    low, high = q.low - slack, q.high + slack
    if q.qualifier in ABOUT:
        low -= abs(q.low) * _LOOSE
        high += abs(q.high) * _LOOSE
    if q.qualifier in FLOOR:
        high = _INFINITY
    if q.qualifier in CEILING:
        low = -_INFINITY
    return Interval(low, high)
