"""Values: one canonical form per value, and bounded reading of numbers."""

import datetime
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.values import Date, Flag, Number, Text, canonical, parse_number


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("1.5", "15e-1"),
        ("1.50", "15e-1"),
        ("15e-1", "15e-1"),
        ("-0", "0e0"),
        ("0.000", "0e0"),
        ("-1200", "-12e2"),
        ("1.2e3", "12e2"),
        (
            "1234567890123456789012345678901234567890",
            "123456789012345678901234567890123456789e1",
        ),
    ],
)
def test_decimals_have_one_form(written: str, parts: str) -> None:
    assert canonical(Number(Decimal(written), "bar")) == ("number", parts, "bar")


def test_units_and_texts_keep_their_case_but_not_their_spacing() -> None:
    assert canonical(Number(Decimal(1), " kPa \n g ")) == ("number", "1e0", "kPa g")
    assert canonical(Text(" Cafe\u0301\tbar")) == ("text", "Café bar")


def test_kinds_never_meet() -> None:
    forms = {
        canonical(Number(Decimal(1), "")),
        canonical(Text("1e0")),
        canonical(Text("true")),
        canonical(Flag(True)),
        canonical(Flag(False)),
        canonical(Date(datetime.date(1, 2, 3))),
        canonical(Text("0001-02-03")),
    }
    assert len(forms) == 7
    assert ("date", "0001-02-03") in forms


def test_a_moment_names_its_day() -> None:
    noon = datetime.datetime(2024, 3, 1, 12, tzinfo=datetime.UTC)
    assert canonical(Date(noon)) == ("date", "2024-03-01")


@pytest.mark.parametrize("written", ["NaN", "Infinity", "-Infinity"])
def test_numbers_are_finite(written: str) -> None:
    with pytest.raises(ValueError, match="finite"):
        Number(Decimal(written), "")
    with pytest.raises(ValueError, match="not a decimal"):
        parse_number(written)


@pytest.mark.parametrize(
    ("written", "number"),
    [
        (" 1.5 ", "1.5"),
        ("−3", "-3"),
        ("+.5e2", "50"),
        ("9" * 40, "9" * 40),
        ("000" + "9" * 40, "9" * 40),
        ("1e60", "1e60"),
        ("1e-60", "1e-60"),
    ],
)
def test_numbers_that_are_read(written: str, number: str) -> None:
    assert parse_number(written) == Decimal(number)


@pytest.mark.parametrize(
    "written",
    ["", "x", "1,5", "1_0", "0x1", "1 2", "٣", "1e61", "1.5e-60", "1" * 41, "1" * 9999],
)
def test_numbers_that_are_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"decimal|digits|exponent"):
        parse_number(written)


decimals = st.builds(
    lambda sign, digits, exponent: Decimal((sign, tuple(digits), exponent)),
    st.integers(0, 1),
    st.lists(st.integers(0, 9), min_size=1, max_size=40),
    st.integers(-60, 60),
)


@given(decimals, decimals)
def test_equal_values_have_equal_forms(a: Decimal, b: Decimal) -> None:
    same = Fraction(a) == Fraction(b)
    assert (canonical(Number(a, "")) == canonical(Number(b, ""))) == same


@given(decimals, st.integers(0, 20))
def test_trailing_zeros_say_nothing(number: Decimal, zeros: int) -> None:
    sign, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)
    longer = Decimal((sign, digits + (0,) * zeros, exponent - zeros))
    assert canonical(Number(longer, "m")) == canonical(Number(number, "m"))
