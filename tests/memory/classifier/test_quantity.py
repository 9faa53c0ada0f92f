"""Quantities: values, units, ranges, changes, and digits that are none."""

from decimal import Decimal as D

import pytest

from memory.classifier.quantity import MAX_TEXT, Quantity, find_quantities


def only(text: str) -> Quantity:
    (quantity,) = find_quantities(text)
    return quantity


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("It weighs 2.5 kg.", "2.5", "kg"),
        ("two million people", "2000000", "1"),
        ("It cost €4 million.", "4000000", "EUR"),
        ("about $5bn in all", "5000000000", "USD"),
        ("twenty-five litres", "25", "L"),
        ("half a dozen eggs", "6", "1"),
        ("an hour and a half", "1.5", "hour"),
        ("500 GWh a year", "500", "GWh/year"),
        ("a flow of 5 m³/h", "5", "m**3/hour"),
        ("at -5 °C", "-5", "degC"),
        ("a 100 Mb/s link", "100", "Mbit/second"),
        ("a 250-euro jacket", "250", "EUR"),
        ("1.2e3 Pa", "1200", "Pa"),
        ("1,500, which is more", "1500", "1"),
        ("2 1/2 cups of flour", "2.5", "cup"),
        ("60 requests per second", "60", "1/second"),
        ("12 percentage points", "12", "pp"),
        ("It was 500 degrees celsius.", "500", "degC"),
        ("a deficit of $-50.8bn", "-50800000000", "USD"),
        ("down to minus-130 degrees Fahrenheit", "-130", "degF"),
        ("The door is 2 1/2 in thick.", "2.5", "inch"),
        ("a sub-7 nanometer chip", "7", "nm"),
        ("It sold 4.3M digital copies.", "4300000", "1"),
        ("players over the age of 21", "21", "year"),
        ("a quarter of a mile", "0.25", "mile"),
        ("They pay 300 dollars weekly.", "300", "USD/week"),
        ("a 120hz display", "120", "Hz"),
        ("It burns 6.5 litres per 100 km.", "6.5", "L/100km"),
        ("gaining 18 sen", "18", "sen"),
        ("oil at $75 U.S. per barrel", "75", "USD/barrel"),
        ("42% plus or minus 3 points", "42", "%"),
        ("3 kg ± 0.1 kg", "3", "kg"),
        ("a channel 13 m deep", "13", "metre"),
        ("a volume 200 cm³", "200", "cm**3"),
        ("15 US gallons", "15", "gallon"),
        ("a trend of 0.2 °C per decade", "0.2", "degC/decade"),
    ],
)
def test_value_and_unit(text: str, value: str, unit: str) -> None:
    found = only(text)
    assert (found.low, found.high, found.unit) == (D(value), D(value), unit)


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("Dozens of people came.", 12, 120, "1"),
        ("worth tens of millions of dollars", 10**7, 10**8, "USD"),
        ("hundreds of miles away", 100, 1000, "mile"),
        ("It dropped by 1 to 1.5 degrees Celsius.", 1, "1.5", "degC"),
    ],
)
def test_orders_of_magnitude_and_ranges(
    text: str, low: int, high: int | str, unit: str
) -> None:
    found = only(text)
    assert (found.low, found.high, found.unit) == (D(low), D(high), unit)


@pytest.mark.parametrize(
    "text",
    [
        "He lives at 575 Wilbraham Road, in the 90049 ZIP code.",
        "At 40 minutes past the hour it leaves.",
        "Line P-101A runs Python 3.12.1 since 2024-03-01.",
        "Call at 14:30 on 12 March 2024, see section 4.2 and figure 3.",
        "COVID-19 and GPT-4 under ISO 9001",
        "In 2021 the file v1.2.3 had hash 0x1f and DOI 10.1000/182.",
        "the 1990s, the 2nd law, J/psi(1S)",
    ],
)
def test_identifiers_dates_and_versions_are_no_quantities(text: str) -> None:
    assert find_quantities(text) == []


def test_a_list_shares_its_last_unit() -> None:
    found = find_quantities("They took 45, 50 and 55 mg of it.")
    assert [(q.low, q.unit) for q in found] == [
        (D(45), "mg"),
        (D(50), "mg"),
        (D(55), "mg"),
    ]
    apart = find_quantities("A fifth is under 30, 60% is over 50.")
    assert [q.unit for q in apart] == ["1", "1", "%", "1"]


def test_range_stays_a_range() -> None:
    found = only("It takes 5 to 7 days.")
    assert (found.low, found.high, found.unit) == (D(5), D(7), "day")
    assert found.is_range


def test_change_is_two_quantities_with_roles() -> None:
    old, new = find_quantities("Conversion rose from 4% to 6%.")
    assert (old.low, old.role, new.low, new.role) == (D(4), "from", D(6), "to")


def test_percentage_points_are_not_percent() -> None:
    share, points = find_quantities("It is 4%, up 2 percentage points.")
    assert (share.unit, share.kind) == ("%", "share")
    assert (points.unit, points.kind) == ("pp", "difference")


def test_ratio_keeps_its_terms() -> None:
    found = only("The ratio of men to women is 3:1.")
    assert (found.kind, found.parts) == ("ratio", (D(3), D(1)))


@pytest.mark.parametrize(
    ("text", "precision"),
    [("3.50 m", "0.005"), ("7 kg", "0.5"), ("1.2 million", "50000")],
)
def test_precision_is_half_a_unit_of_the_last_place(text: str, precision: str) -> None:
    assert only(text).precision == D(precision)


def test_noun_qualifier_and_per() -> None:
    found = only("It uses about 250 kWh per person.")
    assert (found.qualifier, found.per) == ("about", "person")
    assert only("at least 300 web users").noun == "web users"


def test_uncertainty_shares_the_exponent() -> None:
    found = only("B = 9.07+-0.11+-0.54E-2")
    assert (found.low, found.uncertainty) == (D("0.0907"), D("0.0011"))


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("She weighs 120 pounds.", "pound"),
        ("The ticket cost 120 pounds.", "GBP"),
        ("The oven is at 200 C.", "degC"),
    ],
)
def test_context_settles_ambiguous_units(text: str, unit: str) -> None:
    assert only(text).unit == unit


def test_spans_point_at_the_text() -> None:
    text = "We sold 40 crates for €300 each."
    spans = [text[slice(*q.span)] for q in find_quantities(text)]
    assert spans == ["40", "€300"]


def test_long_texts_are_refused() -> None:
    with pytest.raises(ValueError, match="limit"):
        find_quantities("1 " * MAX_TEXT)
