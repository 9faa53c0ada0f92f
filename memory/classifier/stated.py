"""A quantity as a text states it."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class Quantity:
    """A quantity as written: `low` equals `high` unless the text gives a range.

    `precision` is half a unit of the last written place; `qualifier` the word that
    loosens it ("about", "at least"); `kind` one of absolute, difference, rate, ratio,
    share, count; `role` is `from`, `to` or `by` inside a change; `parts` holds the
    terms of a ratio; `per` the noun below the line ("kWh per person").
    """

    span: tuple[int, int]
    low: Decimal
    high: Decimal
    unit: str
    unit_text: str
    kind: str
    precision: Decimal
    qualifier: str = ""
    noun: str = ""
    role: str = ""
    per: str = ""
    parts: tuple[Decimal, ...] = ()
    uncertainty: Decimal | None = None
    written: str = "digits"

    @property
    def value(self) -> Decimal:
        """The number itself; of a range, its middle."""
        return (self.low + self.high) / 2

    @property
    def is_range(self) -> bool:
        """True when the text gives two ends."""
        return self.low != self.high


def kind_of_number(unit: str, noun: str, written: str) -> str:
    """The kind of a single number by its unit, its noun and how it is written."""
    if unit == "pp" or written.startswith("+"):
        return "difference"
    if unit in ("%", "permille", "ppm"):
        return "share"
    if "/" in unit:
        return "rate"
    if unit == "1":
        return "count" if noun else "absolute"
    return "absolute"
