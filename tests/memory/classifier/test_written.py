"""The many ways a unit, a date or a change is written."""

from decimal import Decimal as D

import pytest

from memory.classifier.quantity import find_quantities


def read(text: str) -> list[tuple[D, str]]:
    return [(end, q.unit) for q in find_quantities(text) for end in {q.low, q.high}]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("Water boils at 100° Celsius.", "100", "degC"),
        ("It is 40 deg celsius.", "40", "degC"),
        ("10.5 celcius", "10.5", "degC"),
        ("70 degrees farenheit", "70", "degF"),
        ("The weight is 20 [kg].", "20", "kg"),
        ("The weight is 20 <kg>.", "20", "kg"),
        ("bellwether 30 - year bonds", "30", "year"),
        ("a 28 - year - old runner", "28", "year"),
        ("a loan of 12,34,567.89 rupees", "1234567.89", "INR"),
        ("34,500 metric tons of copper cathode a year", "34500", "tonne/year"),
        ("2.4 billion gallons of jet fuel a year", "2400000000", "gallon/year"),
        ("a 16 gb file", "16", "GB"),
        ("Its shares rose to 118.5p.", "118.5", "pence"),
        ("They cost 64.2 cents a dozen.", "64.2", "cent"),
        ("It burns 5 kg of coal.", "5", "kg"),
        ("4 million tonnes of CO2 a year", "4000000", "tonne/year"),
        ("1.2 million bpd", "1200000", "barrel/day"),
        ("a 12MP camera", "12", "megapixel"),
        ("in two-and-a-half years", "2.5", "year"),
        ("dividends of $1.20 a share", "1.20", "USD"),
        ("He has 3 years of school a year late.", "3", "year"),
        ("the 5 - mean", "5", "1"),
        ("It has 20 [1] of them.", "20", "1"),
        ("if 5 <m holds", "5", "1"),
        ("12 in the room", "12", "1"),
        ("this may 5 times fail", "5", "1"),
        ("They march 5 miles.", "5", "mile"),
    ],
)
def test_one_quantity(text: str, value: str, unit: str) -> None:
    assert read(text) == [(D(value), unit)]


@pytest.mark.parametrize("text", ["the £5-6m plan", "the £5m-£6m plan"])
def test_money_shares_its_sign_over_a_dash(text: str) -> None:
    (found,) = find_quantities(text)
    assert (found.low, found.high, found.unit) == (D(5_000_000), D(6_000_000), "GBP")


def test_ages_make_a_range() -> None:
    (found,) = find_quantities("aged 18 to 24")
    assert (found.low, found.high, found.unit) == (D(18), D(24), "year")


def test_feet_and_inches_are_two() -> None:
    assert read("a 6-foot-4 guard") == [(D(6), "foot"), (D(4), "inch")]
    assert read("The length is 12 ft 2 in more or less.") == [
        (D(12), "foot"),
        (D(2), "inch"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "cash on sept. 30, and stock",
        "due dec. 12, 1994, priced well",
        "on 1 may that year",
        "as of december 1 it pays",
        "in march 1999",
        "a 1080p screen of 24703 m212",
        "the COVID -19 tests",
        "in Cloud City, PA 23456 now",
    ],
)
def test_dates_and_names_are_no_quantities(text: str) -> None:
    assert find_quantities(text) == []


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        (
            "from $75 per barrel to $45.88",
            [("75", "USD/barrel"), ("45.88", "USD/barrel")],
        ),
        ("from 21 mpg combined to 23", [("21", "mile/gallon"), ("23", "mile/gallon")]),
        (
            "from 24.2 to 33 billion euros",
            [("24200000000", "EUR"), ("33000000000", "EUR")],
        ),
        ("from $5 to 7 days", [("5", "USD"), ("7", "day")]),
    ],
)
def test_a_change_shares_its_unit(text: str, ends: list[tuple[str, str]]) -> None:
    assert read(text) == [(D(value), unit) for value, unit in ends]


def test_the_ends_of_a_change_may_be_ranges() -> None:
    old, new = find_quantities("It rose from 24.2 to 33-35 billion euros.")
    assert (old.low, old.role, old.unit) == (D("24.2e9"), "from", "EUR")
    assert (new.low, new.high, new.role) == (D("33e9"), D("35e9"), "to")
    old, new = find_quantities("It rose from about 14-18 mpg to 24.")
    assert (old.low, old.high, old.role) == (D(14), D(18), "from")
    assert (new.low, new.unit) == (D(24), "mile/gallon")
