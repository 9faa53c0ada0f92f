"""Orders of magnitude: "dozens of people", "tens of millions of dollars"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

_MANY = {
    "dozens": 12,
    "tens": 10,
    "scores": 20,
    "hundreds": 100,
    "thousands": 1000,
    "millions": 10**6,
    "billions": 10**9,
    "trillions": 10**12,
}
_NAMES = "|".join(_MANY)
_OF = re.compile(
    rf"(?<!\d )(?<!\d)\b(?P<a>{_NAMES})(?:\sof\s(?P<b>{_NAMES}))?\sof\s"
    r"(?=(?P<n>[A-Za-z]))",
    re.I,
)


@dataclass(frozen=True)
class Magnitude:
    """From so many to ten times as many; what is counted starts at `counted`."""

    start: int
    end: int
    low: Decimal
    counted: int


def magnitudes(text: str) -> Iterator[Magnitude]:
    """The plural number words of a text that count something."""
    for found in _OF.finditer(text):
        low = Decimal(_MANY[found["a"].lower()])
        if found["b"]:
            low *= _MANY[found["b"].lower()]
        elif found["a"].lower() in ("tens", "scores"):
            continue
        yield Magnitude(found.start(), found.end() - 1, low, found.end())
