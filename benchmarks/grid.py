"""Conversions generated over units and prefixes, true and with a slipped prefix."""

from decimal import Decimal

from benchmarks.pairs import Pair

# What is measured, one unit, another, and how many of the second make one of the first.
_UNITS = (
    ("The length", "km", "m", "1000"),
    ("The length", "m", "cm", "100"),
    ("The length", "cm", "mm", "10"),
    ("The distance", "miles", "km", "1.609344"),
    ("The height", "feet", "m", "0.3048"),
    ("The mass", "kg", "g", "1000"),
    ("The mass", "tonnes", "kg", "1000"),
    ("The dose", "g", "mg", "1000"),
    ("The load", "lb", "kg", "0.45359237"),
    ("The duration", "hours", "minutes", "60"),
    ("The delay", "minutes", "seconds", "60"),
    ("The stay", "weeks", "days", "7"),
    ("The pressure", "bar", "kPa", "100"),
    ("The pressure", "MPa", "bar", "10"),
    ("The energy", "kWh", "MJ", "3.6"),
    ("The energy", "MWh", "kWh", "1000"),
    ("The power", "MW", "kW", "1000"),
    ("The power", "hp", "kW", "0.7457"),
    ("The volume", "m³", "litres", "1000"),
    ("The volume", "litres", "ml", "1000"),
    ("The area", "hectares", "m²", "10000"),
    ("The area", "km²", "hectares", "100"),
    ("The file", "GB", "MB", "1000"),
    ("The file", "MB", "Mbit", "8"),
    ("The speed", "m/s", "km/h", "3.6"),
    ("The speed", "km/h", "mph", "0.621371"),
    ("The force", "kN", "N", "1000"),
    ("The frequency", "GHz", "MHz", "1000"),
    ("The voltage", "kV", "V", "1000"),
    ("The current", "A", "mA", "1000"),
)
_FRAMES = (
    "{what} is {left}, i.e. {right}.",
    "{what} of the second unit was {left} ({right}).",
    "{what} is {left}, that is {right}, by our records.",
)
_SLIPS = ("10", "0.1", "1000")


def _written(value: Decimal) -> str:
    text = f"{Decimal(f'{value:.4g}'):,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def conversions() -> list[Pair]:
    """Three frames for each pair of units, each with another number and slip."""
    pairs = []
    for row, (what, left, right, rate) in enumerate(_UNITS):
        for column, frame in enumerate(_FRAMES):
            amount = Decimal(2 + (row * 3 + column * 5) % 17)
            true = amount * Decimal(rate)
            wrong = true * Decimal(_SLIPS[(row + column) % 3])
            said = {
                name: frame.format(
                    what=what, left=f"{amount} {left}", right=f"{_written(v)} {right}"
                )
                for name, v in (("true", true), ("wrong", wrong))
            }
            pairs.append(Pair("units", said["wrong"], said["true"]))
    return pairs
