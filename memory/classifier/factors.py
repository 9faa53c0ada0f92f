"""Words that multiply: "twice", "doubled", "halved", "threefold"."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from memory.classifier.numerals import CARDINALS
from memory.classifier.quantity import Quantity
from memory.classifier.unit_names import TIME
from memory.classifier.unit_text import unit_at

_WORDS = {
    "twice": "2",
    "thrice": "3",
    "doubl": "2",
    "tripl": "3",
    "trebl": "3",
    "quadrupl": "4",
    "quintupl": "5",
    "halv": "0.5",
}
_COUNTS = "|".join(word for word in CARDINALS if word not in ("zero", "one"))
_FOLD = re.compile(rf"\b(?P<n>{_COUNTS})-?fold\b", re.I)
_EVERY = re.compile(
    rf"\b(?:{'|'.join(_WORDS)})\w{{0,3}}\s(?:[a-z]+\s){{0,3}}every\b", re.I
)
_PERIOD = re.compile(
    r"\b(?<=\bin\s)(?:an?|one)\s(?P<unit>minute|hour|day|week|month|year|decade)\b"
)
_FACTOR = re.compile(
    rf"\b(?P<stem>{'|'.join(_WORDS)})(?P<end>e|es|ed|ing)?\b(?!\s(?:check|click|digit"
    rf"|quot"
    r"|precision|room|bed|colon|slash|dash|dagger|underscore|standard|count))",
    re.I,
)


def find_factors(text: str) -> Iterator[Quantity]:
    """Factor words as dimensionless quantities of kind `ratio` with noun `times`."""
    for found in _FACTOR.finditer(text):
        yield _factor(found, Decimal(_WORDS[found["stem"].lower()]))
    for found in _FOLD.finditer(text):
        yield _factor(found, Decimal(CARDINALS[found["n"].lower()]))


def find_periods(text: str) -> Iterator[Quantity]:
    """ "in an hour", beside what happens every so often: one hour."""
    if not _EVERY.search(text):
        return
    for found in _PERIOD.finditer(text):
        unit = unit_at(text, found.start("unit"))
        if unit and unit.unit in TIME:
            one = _factor(found, Decimal(1))
            yield replace(one, unit=unit.unit, kind="absolute", noun="")


def _factor(found: re.Match[str], value: Decimal) -> Quantity:
    return Quantity(
        span=found.span(),
        low=value,
        high=value,
        unit="1",
        unit_text="",
        kind="ratio",
        precision=value / 40,
        noun="times",
        written="words",
    )
