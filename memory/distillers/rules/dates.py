"""Dates as people write them."""

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.distillers.rules.words import MONTHS
from memory.rules.values import Date, Text

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))

_TH = "(?:st|nd|rd|th)?"
_DATE = re.compile(
    r"(?<![\w.-])(?:"
    r"(?P<iso>\d{4}-\d{2}-\d{2})(?![\w-])"
    rf"|(?P<d1>\d{{1,2}}){_TH} (?P<m1>{_MONTH})\b(?:\.?,? (?P<y1>\d{{4}})\b)?"
    rf"|(?P<m2>{_MONTH})\.? (?P<d2>\d{{1,2}}){_TH}\b(?:,? (?P<y2>\d{{4}})\b)?"
    rf"|(?P<m3>{_MONTH})\.? (?P<y3>\d{{4}})\b"
    r")",
    re.IGNORECASE,
)

_YEAR = re.compile(r"(?:1[0-9]|20)\d\d|[1-9]\d\d")


@dataclass(frozen=True, slots=True)
class DateMark:
    """A date at `start:end`; a day is a Date, anything coarser stays Text."""

    start: int
    end: int
    value: Date | Text


def dates_in(text: str) -> Iterator[DateMark]:
    """Find the dates that show a month; an impossible day stays Text."""
    for match in _DATE.finditer(text):
        yield DateMark(match.start(), match.end(), _value(match))


def is_year(text: str) -> bool:
    """Whether digits alone may be a year of the common era, from 100 to 2099."""
    return _YEAR.fullmatch(text) is not None


def _value(match: re.Match[str]) -> Date | Text:
    try:
        day = _day(match)
    except ValueError:
        day = None
    return Date(day) if day else Text(match.group())


def _day(match: re.Match[str]) -> datetime.date | None:
    if match["iso"]:
        return datetime.date.fromisoformat(match["iso"])
    year = match["y1"] or match["y2"]
    if not year:
        return None
    month = MONTHS[(match["m1"] or match["m2"]).lower()]
    return datetime.date(int(year), month, int(match["d1"] or match["d2"]))
