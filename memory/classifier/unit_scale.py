"""What a canonical unit name measures: its factor to base units and its dimensions.

Only names from the curated table reach the unit registry, one at a time; text never
does. Currencies, information and levels are dimensions of our own.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

import pint

from memory.classifier.money import MONEY
from memory.classifier.unit_names import ALIASES

MAX_UNIT = 100
MAX_FACTORS = 16

Dimensions = tuple[tuple[str, int], ...]


class UnitRejected(ValueError):
    """A unit that is not in the table, or is written in a way we do not read."""


@dataclass(frozen=True)
class Scale:
    """`factor` turns a number in the unit into base units of `dimensions`."""

    factor: Decimal
    dimensions: Dimensions


_NONE: Dimensions = ()
_FACTOR = re.compile(r"(?P<name>[^*/]{1,40}?)(?:\*\*(?P<power>-?\d))?$")
_REGISTRY_NAMES = {
    "nmi": "nautical_mile",
    "lightyear": "light_year",
    "tonne": "metric_ton",
    "ton": "ton",
    "hp": "horsepower",
    "bara": "bar",
    "barg": "bar",
    "psig": "psi",
    "kWp": "kilowatt",
    "mmHg": "millimeter_Hg",
    "VA": "volt_ampere",
    "kVA": "kilovolt_ampere",
    "MVA": "megavolt_ampere",
    "Ah": "ampere_hour",
    "mAh": "milliampere_hour",
    "kAh": "kiloampere_hour",
    "kohm": "kiloohm",
    "Mohm": "megaohm",
    "mohm": "milliohm",
    "T": "tesla",
    "C": "coulomb",
    "F": "farad",
    "H": "henry",
    "S": "siemens",
    "M": "molar",
    "kt": "kilometric_ton",
    "Mt": "megametric_ton",
    "cc": "cubic_centimeter",
    "btu": "Btu",
    "cal": "calorie",
    "kcal": "kilocalorie",
}
_PREFIX = {"": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15}
_BINARY = {"KiB": 10, "MiB": 20, "GiB": 30, "TiB": 40}
_INFORMATION = {p + "bit": Decimal(10) ** e for p, e in _PREFIX.items()}
_INFORMATION |= {p + "B": 8 * Decimal(10) ** e for p, e in _PREFIX.items()}
_INFORMATION |= {name: Decimal(8 * 2**power) for name, power in _BINARY.items()}
_BARE = {
    "1": "1",
    "%": "0.01",
    "pp": "0.01",
    "bp": "0.0001",
    "permille": "0.001",
    "ppm": "0.000001",
    "ppb": "0.000000001",
}
# "per 100 km"; and the registry knows a decade as a factor of ten.
_MULTIPLES = {
    "100km": (100, "km"),
    "100g": (100, "g"),
    "100mL": (100, "mL"),
    "decade": (10, "year"),
}
_EVENTS = {"fps": Decimal(1), "bpm": 1 / Decimal(60), "rpm": 1 / Decimal(60)}
_KNOWN = frozenset(ALIASES.values()) | MONEY | {"1", "m"} | frozenset(_MULTIPLES)


@lru_cache(maxsize=1)
def _registry() -> pint.UnitRegistry[float]:
    return pint.UnitRegistry(cache_folder=None)


_FIXED = {
    "dB": Scale(Decimal(1), (("level", 1),)),
    "degC": Scale(Decimal(1), (("[temperature]", 1),)),
    "kelvin": Scale(Decimal(1), (("[temperature]", 1),)),
    "degF": Scale(Decimal(5) / 9, (("[temperature]", 1),)),
}


def _own(name: str) -> Scale | None:
    if name in _BARE:
        return Scale(Decimal(_BARE[name]), _NONE)
    if name in _INFORMATION:
        return Scale(_INFORMATION[name], (("information", 1),))
    if name in MONEY:
        return Scale(Decimal(1), ((f"money {name}", 1),))
    if name in _EVENTS:
        return Scale(_EVENTS[name], (("[time]", -1),))
    if name in _MULTIPLES:
        many, one = _MULTIPLES[name]
        unit = _named(one)
        return Scale(many * unit.factor, unit.dimensions)
    return _FIXED.get(name)


@lru_cache(maxsize=1024)
def _named(name: str) -> Scale:
    if name not in _KNOWN:
        raise UnitRejected(f"no unit is called {name[:40]!r}")
    own = _own(name)
    if own:
        return own
    try:
        factor, base = _registry().get_base_units(_REGISTRY_NAMES.get(name, name))
    except pint.errors.UndefinedUnitError as error:
        raise UnitRejected(f"no unit is called {name[:40]!r}") from error
    powers = {str(k): round(float(str(v))) for k, v in base.dimensionality.items()}
    return Scale(Decimal(str(factor)), tuple(sorted(powers.items())))


def _combined(parts: list[tuple[Scale, int]]) -> Scale:
    factor, powers = Decimal(1), dict[str, int]()
    for scale, power in parts:
        factor *= scale.factor**power
        for name, exponent in scale.dimensions:
            powers[name] = powers.get(name, 0) + exponent * power
    return Scale(factor, tuple(sorted((k, v) for k, v in powers.items() if v)))


@lru_cache(maxsize=4096)
def scale_of(unit: str) -> Scale:
    """The scale of a canonical unit such as `kg*metre/second**2`.

    Raises UnitRejected for an unknown name, more than 16 factors, or a power above 9.
    """
    if len(unit) > MAX_UNIT:
        raise UnitRejected(f"a unit of {len(unit)} characters; the limit is {MAX_UNIT}")
    pieces = re.split(r"(/|(?<!\*)\*(?!\*))", unit)
    if len(pieces) > 2 * MAX_FACTORS:
        raise UnitRejected(f"more than {MAX_FACTORS} factors")
    parts = []
    for i in range(0, len(pieces), 2):
        found = _FACTOR.match(pieces[i])
        if not found:
            raise UnitRejected(f"cannot read the unit {unit[:40]!r}")
        power = int(found["power"] or 1)
        sign = -1 if i and pieces[i - 1] == "/" else 1
        parts.append((_named(found["name"]), sign * power))
    return _combined(parts)


def times(left: Dimensions, right: Dimensions, power: int = 1) -> Dimensions:
    """The dimensions of left × right^power."""
    powers = dict(left)
    for name, exponent in right:
        powers[name] = powers.get(name, 0) + exponent * power
    return tuple(sorted((k, v) for k, v in powers.items() if v))


def inverse(dimensions: Dimensions) -> Dimensions:
    """The dimensions of one over a quantity."""
    return tuple((name, -power) for name, power in dimensions)
