"""Whether two amounts may be one and the same, though written in other units."""

from dataclasses import dataclass
from decimal import Decimal

from memory.classifier.unit_scale import Dimensions, UnitRejected, scale_of
from memory.classifier.unit_text import unit_at

# Where each scale of temperature has the others' zero, in its own degrees.
_ZERO = {"degC": Decimal("273.15"), "degF": Decimal("459.67"), "kelvin": Decimal(0)}
_GAUGE = ("barg", "psig")
_HALF = Decimal("0.5")


@dataclass(frozen=True)
class _Amount:
    """What the number as written leaves possible, in base units of `dimensions`."""

    low: Decimal
    high: Decimal
    dimensions: Dimensions


def may_be_equal(
    left: Decimal, left_unit: str, right: Decimal, right_unit: str
) -> bool:
    """Whether nothing shows that they differ.

    In one unit amounts differ when their numbers do. In two units that measure the
    same they differ when no amount rounds to both numbers as they are written: half a
    unit of the last place each way. A unit that is missing or not known, gauge
    pressure beside absolute, and two currencies compare with nothing.
    """
    if left_unit == right_unit:
        return left == right
    one, other = _read(left, left_unit), _read(right, right_unit)
    if one is None or other is None:
        return True
    if one.dimensions != other.dimensions:
        return _is_money(one) and _is_money(other)
    return one.low < other.high and other.low < one.high


def _read(number: Decimal, written: str) -> _Amount | None:
    """None for what cannot be compared."""
    found = unit_at(written, 0)
    if found is None or found.end != len(written) or found.per or found.unit in _GAUGE:
        return None
    try:
        scale = scale_of(found.unit)
    except UnitRejected:
        return None
    exponent = number.normalize().as_tuple().exponent
    last = Decimal(1).scaleb(min(int(exponent), 0))
    zero = number + _ZERO.get(found.unit, Decimal(0))
    ends = [(zero + each * last * _HALF) * scale.factor for each in (-1, 1)]
    return _Amount(ends[0], ends[1], scale.dimensions)


def _is_money(amount: _Amount) -> bool:
    return any(name.startswith("money ") for name, _ in amount.dimensions)
