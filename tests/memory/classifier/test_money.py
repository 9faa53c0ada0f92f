"""Money: codes and signs of currencies, and what looks like one and is none."""

from decimal import Decimal as D

import pytest

from memory.classifier.currencies import CODES
from memory.classifier.quantity import find_quantities
from memory.classifier.unit_scale import scale_of


def amounts(text: str) -> list[tuple[D, str]]:
    return [(q.low, q.unit) for q in find_quantities(text)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("I would pay EUR 125.", "125", "EUR"),
        ("It costs 500 usd.", "500", "USD"),
        ("It costs half a million usd.", "500000", "USD"),
        ("They lost 75 USD million.", "75000000", "USD"),
        ("a price of 48.5 MGBP", "48500000", "GBP"),
        ("about 20 k€", "20000", "EUR"),
        ("It is 100元!", "100", "CNY"),
        ("I spend 100₾ on it.", "100", "GEL"),
        ("a supply of ₿21,000,000", "21000000", "BTC"),
        ("usd$ 15", "15", "USD"),
        ("nzd$15", "15", "NZD"),
        ("fell to hk $ 10.05 billion", "10050000000", "HKD"),
        ("the c $ 300 million charge", "300000000", "CAD"),
        ("pay a $ 10 fee", "10", "USD"),
        ("He owes PHP 1,500 to her.", "1500", "PHP"),
        ("He owes 12,000 TRY.", "12000", "TRY"),
        ("Shares rose by PS2.7m.", "2700000", "GBP"),
        ("a budget of R500 million", "500000000", "ZAR"),
        ("It fell 3c in shares.", "3", "cent"),
        ("1 lakh crore rupees", "1000000000000", "INR"),
        ("The ticket cost me 150 kn.", "150", "HRK"),
        ("The rent is 2,150 EUR per month.", "2150", "EUR/month"),
        ("It costs 9 EUR/kg.", "9", "EUR/kg"),
        ("It costs 100€ per kg.", "100", "EUR/kg"),
        ("They lost 75 USD million a year.", "75000000", "USD/year"),
        ("40 Kuwaiti dinars", "40", "KWD"),
        ("7.5 million Danish crowns", "7500000", "DKK"),
        ("30,000 won", "30000", "KRW"),
        ("100 € each", "100", "EUR"),
    ],
)
def test_a_currency_before_or_behind(text: str, value: str, unit: str) -> None:
    assert amounts(text) == [(D(value), unit)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("all 12 of them", 12),
        ("ALL 12 OF THEM", 12),
        ("ALL 1,200 STAFF LEFT", 1200),
        ("over 300 ALL CAPS words", 300),
        ("They try 5 of them.", 5),
        ("PHP 8", 8),
        ("an INR of 3", 3),
        ("Of the teams, 12 won.", 12),
        ("We tried 5 PHP files.", 5),
    ],
)
def test_a_word_in_the_place_of_a_code_is_no_currency(text: str, value: int) -> None:
    assert amounts(text) == [(D(value), "1")]


@pytest.mark.parametrize(
    "text",
    [
        "a PS5 console",
        "the PS4",
        "the top 10",
        "gas R134",
        "R2.55",
        "It needs PHP 8.",
        "It was COP 26.",
    ],
)
def test_names_that_look_like_signs_are_no_amounts(text: str) -> None:
    assert amounts(text) == []


def test_a_code_between_two_numbers_belongs_to_one() -> None:
    assert amounts("rmb 10 usd 20") == [(D(10), "CNY"), (D(20), "USD")]
    assert amounts("50 dollar 40 rmb") == [(D(50), "USD"), (D(40), "CNY")]
    assert amounts("We gave 3 USD50 cards.") == [(D(3), "1"), (D(50), "USD")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It cost 3 dollars 50 cents.", [(D("3.5"), "USD")]),
        ("thirteen dollars forty-five cents", [(D("13.45"), "USD")]),
        ("£3 and 20 pence", [(D("3.2"), "GBP")]),
        ("10 $ 30 cent", [(D("10.3"), "USD")]),
        ("It costs 15 dollars and 50.", [(D("15.5"), "USD")]),
        ("between 15 dollars and 50.", [(D(15), "USD"), (D(50), "1")]),
        ("It takes 15 dollars and 50 men.", [(D(15), "USD"), (D(50), "1")]),
        ("$3 or 50 cents", [(D(3), "USD"), (D(50), "cent")]),
        ("$2.5 and 50 cents", [(D("2.5"), "USD"), (D(50), "cent")]),
        ("£3 and 50 cents", [(D(3), "GBP"), (D(50), "cent")]),
        ("5 dollars 120 cents", [(D(5), "USD"), (D(120), "cent")]),
    ],
)
def test_cents_said_with_their_dollars(text: str, found: list[tuple[D, str]]) -> None:
    assert amounts(text) == found


def test_every_currency_has_a_scale_of_its_own() -> None:
    names = set(CODES.values())
    assert len({scale_of(name).dimensions for name in names}) == len(names)
