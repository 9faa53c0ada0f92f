"""Dates are days where the text gives the day, and text where it does not."""

import datetime

import pytest

from memory.distillers.rules.dates import dates_in, is_year
from memory.rules.values import Date, Text


def day(year: int, month: int, number: int) -> Date:
    return Date(datetime.date(year, month, number))


@pytest.mark.parametrize(
    ("text", "quote", "value"),
    [
        ("on 2024-02-12.", "2024-02-12", day(2024, 2, 12)),
        ("on 3 May 2023,", "3 May 2023", day(2023, 5, 3)),
        ("on the 3rd May 2023", "3rd May 2023", day(2023, 5, 3)),
        ("on 11 Sep. 1985", "11 Sep. 1985", day(1985, 9, 11)),
        ("on May 3, 2023", "May 3, 2023", day(2023, 5, 3)),
        ("in June 2021.", "June 2021", Text("June 2021")),
        ("on 12 October.", "12 October", Text("12 October")),
        ("on 31 February 2023", "31 February 2023", Text("31 February 2023")),
        ("on 2024-13-40", "2024-13-40", Text("2024-13-40")),
    ],
)
def test_a_date_is_found_whole(text: str, quote: str, value: Date | Text) -> None:
    (mark,) = dates_in(text)
    assert text[mark.start : mark.end] == quote
    assert mark.value == value


@pytest.mark.parametrize(
    "text", ["INV-2024-02-12", "12 bolts", "may fail", "1.5 March", "2024-02-123"]
)
def test_what_is_no_date_is_not_found(text: str) -> None:
    assert list(dates_in(text)) == []


def test_years_of_the_common_era() -> None:
    assert [y for y in ("1815", "874", "2099", "2100", "12", "0999") if is_year(y)] == [
        "1815",
        "874",
        "2099",
    ]
