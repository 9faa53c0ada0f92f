"""The grounding guard: pairs of a quote and a claim, each judged by a person first."""

import datetime
from decimal import Decimal

import pytest

from memory.rules.guard import Statement, objection, tags
from memory.rules.values import Date, Number, Value


def judged(
    quote: str, subject: str, target: str | Value, *, negated: bool = False
) -> str | None:
    found = objection(Statement(subject, target, negated), [quote], [quote])
    return found.reason if found else None


NUMBERS = [
    ("The tank holds 500 m3.", "500", "m3", True),
    ("The tank holds 500 m³.", "500", "m3", True),
    ("The tank holds 500 m3.", "500", "m³", True),
    ("The tank holds 500m3 of crude.", "500", "m3", True),
    ("It holds 1,500 m3.", "1500", "m3", True),
    ("It holds 1.5e3 kg.", "1500", "kg", True),
    ("It runs at 1.5×10³ rpm.", "1500", "rpm", True),
    ("It ran at 10–20 bar.", "20", "bar", True),
    ("It ran at 10 to 20 bar.", "10", "bar", True),
    ("Between 3 and 5 bar", "3", "bar", True),
    ("It fell to −5 °C.", "-5", "°C", True),
    ("It fell to -5 °C.", "-5", "°C", True),
    ("It fell to 5 °C.", "-5", "°C", False),
    ("It cost $5.", "5", "USD", True),
    ("It cost $5 million.", "5", "USD", False),
    ("It cost 5 EUR.", "5", "EUR", True),
    ("It cost €5.", "5", "USD", False),
    ("Two bars were measured.", "2", "bar", True),
    ("It is at pH 7.", "7", "pH", True),
    ("Flow of 7 m3 / h was seen.", "7", "m3/h", True),
    ("Flow of 7 m3/h was seen.", "7", "m3", True),
    ("A load of 45 %.", "45", "%", True),
    ("A load of 45 %.", "0.45", "", True),
    ("A load of 45 percent.", "45", "", True),
    ("Rated 12 µm.", "12", "μm", True),
    ("The tank holds 500 m3.", "501", "m3", False),
    ("The tank holds 500 m3.", "5000", "m3", False),
    ("The tank holds 500 litres.", "500", "m3", False),
    ("It ran at 150 psi and at 3 bar.", "150", "bar", False),
    ("It ran at 150 psi and at 3 bar.", "3", "bar", True),
    ("It ran at 5 mbar.", "5", "bar", False),
    ("It drew 5 MW.", "5", "mW", False),
    ("P-500 feeds the bar.", "500", "bar", False),
    ("On 2024-05-12 it stopped.", "12", "", False),
    ("It has a bar and 5 valves", "5", "bar", False),
    ("It ran at five bar.", "5", "bar", True),
    ("It ran at half a bar.", "0.5", "bar", False),
    ("Revenue was $1.24 billion.", "1240000000.00", "USD", True),
    ("The fee was 12 million euros.", "12000000", "euros", True),
    ("The fee was 12 million euros.", "12", "euros", False),
    ("The fee was 12 million euros.", "12", "million euros", True),
    ("The fee was 12 million euros.", "1200000", "euros", False),
]


@pytest.mark.parametrize(("quote", "number", "unit", "grounded"), NUMBERS)
def test_numbers_stand_beside_their_unit(
    quote: str, number: str, unit: str, grounded: bool
) -> None:
    reason = judged(quote, "the thing", Number(Decimal(number), unit))
    assert reason == (None if grounded else "number_not_grounded")


DATES = [
    ("on 2024-03-01", True),
    ("on 1 March 2024", True),
    ("on March 1st, 2024", True),
    ("on the 1st of March 2024", True),
    ("on 01.03.2024", True),
    ("on 1/3/2024", True),
    ("on 3/1/2024", True),
    ("on 01-Mar-2024", True),
    ("on 2024‑03‑01", True),
    ("on 2024-03-01T12:00:00Z", True),
    ("in March 2024", False),
    ("on 11 March 2024", False),
    ("on 1 March", False),
    ("on 2024-03-02 and 2023-03-01", False),
    ("yesterday", False),
]


@pytest.mark.parametrize(("quote", "grounded"), DATES)
def test_a_day_is_written_whole(quote: str, grounded: bool) -> None:
    reason = judged(quote, "it", Date(datetime.date(2024, 3, 1)))
    assert reason == (None if grounded else "number_not_grounded")


IDENTIFIERS = [
    ("P-101A feeds V-12.", "P-101A", "V-12", True),
    ("p-101a feeds v-12.", "P-101A", "V-12", True),
    ("P‑101A feeds V–12.", "P-101A", "V-12", True),
    ("P\u2212101A feeds V-12.", "P-101A", "V-12", True),
    ("P-101A feeds V-12.", "P‑101A", "V-12", True),
    ("Ｐ-101A feeds V-12.", "P-101A", "V-12", True),
    ("P-\u200b101A feeds V-12.", "P-101A", "V-12", True),
    ("(P-101A) feeds “V-12”.", "P-101A", "V-12", True),
    ("P-101A's outlet feeds V-12", "P-101A", "V-12", True),
    ("Pumps P-101A/B feed V-12.", "P-101B", "V-12", True),
    ("Pumps P-101/102 feed V-12.", "P-102", "V-12", True),
    ("Line 12 feeds V-12.", "Line 12", "V-12", True),
    ("The discharge pump feeds the separator.", "feed pump", "drum", True),
    ("Mrs Ada Byron wrote to Babbage.", "Ada Lovelace", "Charles", True),
    ("Output of the UK rose.", "UK", "output", True),
    ("P-101A feeds V-12.", "P-101B", "V-12", False),
    ("P-101A feeds V-12.", "P-101", "V-12", False),
    ("P-101A feeds V-12.", "P-101A", "V-1", False),
    ("P-101A feeds V-12.", "101A", "V-12", False),
    ("P-101-A feeds V-12.", "P-101", "V-12", False),
    ("P-101A feeds V-12.1.", "P-101A", "V-12", False),
    ("P101A feeds V-12.", "P-101A", "V-12", False),
    ("Р-101A feeds V-12.", "P-101A", "V-12", False),  # a Cyrillic letter
    ("It feeds V-12.", "P-101A", "V-12", False),
    ("Line 12 feeds V-12.", "Line 13", "V-12", False),
    ("Output of the UK rose.", "US", "output", False),
    ("mail ada@b.org", "ada@c.org", "mail", False),
]


@pytest.mark.parametrize(("quote", "subject", "object_", "grounded"), IDENTIFIERS)
def test_identifiers_stand_whole(
    quote: str, subject: str, object_: str, grounded: bool
) -> None:
    reason = judged(quote, subject, object_)
    assert reason == (None if grounded else "identifier_not_grounded")


def test_each_quote_may_give_one_identifier() -> None:
    quotes = ["P-101A was started.", "It feeds V-12."]
    assert objection(Statement("P-101A", "V-12", False), quotes, quotes) is None
    assert objection(Statement("P-101A", "V-12", False), quotes[1:], quotes) is not None


def test_words_are_no_identifiers() -> None:
    assert tags("the Feed pump A of V-12 (HAZOP)") == ["v-12", "hazop"]
