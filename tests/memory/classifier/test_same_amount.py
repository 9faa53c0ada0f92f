"""Amounts in two units differ only where what is written shows it."""

from decimal import Decimal

import pytest

from memory.classifier.same_amount import may_be_equal


def same(one: str, other: str) -> bool:
    left, right = one.split(" ", 1), other.split(" ", 1)
    return may_be_equal(Decimal(left[0]), left[1], Decimal(right[0]), right[1])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5 bar", "500 kPa"),
        ("1.5 MPa", "15 bar"),
        ("212 °F", "100 °C"),
        ("100 °C", "373.15 K"),
        ("90 min", "1.5 h"),
        ("2 t", "2000 kg"),
        # 3 m as written is anything from 2.5 to 3.5 m.
        ("3 m", "305 cm"),
        ("2.5 kWh", "9.1 MJ"),
    ],
)
def test_one_amount_in_two_units(one: str, other: str) -> None:
    assert same(one, other)
    assert same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5 bar", "6 bar"),
        ("6 bar", "500 kPa"),
        ("1.5 MPa", "16 bar"),
        ("100 °C", "380 K"),
        ("100 °C", "100 °F"),
        ("3 m", "400 cm"),
        ("2.5 kWh", "9.3 MJ"),
        ("5 kg", "5 bar"),
        ("100 EUR", "90 kg"),
    ],
)
def test_two_amounts(one: str, other: str) -> None:
    assert not same(one, other)
    assert not same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12 ", "15 bar"),
        ("5 widgets", "6 gizmos"),
        ("3 barg", "4 bar"),
        ("100 EUR", "110 USD"),
    ],
)
def test_what_cannot_be_compared_shows_nothing(one: str, other: str) -> None:
    assert same(one, other)
