"""Denials: what each sentence says of two things, judged by a person first."""

from decimal import Decimal

import pytest

from memory.rules.guard import Statement, objection
from memory.rules.negation import sentence_around
from memory.rules.values import Flag, Number, Text, Value
from tests.memory.rules.test_guard import judged

# What each sentence says of P-101A and V-12: it does feed, it does not, or neither.
FEEDS, NOT, NEITHER = "feeds", "not", "neither"
DENIALS = [
    ("P-101A feeds V-12.", FEEDS),
    ("P-101A feeds V-12, not V-13.", FEEDS),
    ("P-101A feeds V-12 and not V-13.", FEEDS),
    ("P-101A, not P-102, feeds V-12.", FEEDS),
    ("P-101A not only feeds V-12 but heats it.", FEEDS),
    ("P-101A, which does not leak, feeds V-12.", FEEDS),
    ("P-101A does not leak and it feeds V-12.", FEEDS),
    ("P-101A does not leak, but feeds V-12.", FEEDS),
    ("P-102 is not running; P-101A feeds V-12.", FEEDS),
    ("P-101A feeds V-12 and does not leak.", FEEDS),
    ("P-101A feeds V-12 at no more than 5 bar.", FEEDS),
    ("V-12 is fed by P-101A.", FEEDS),
    ("P-102 does not feed V-12. P-101A feeds V-12.", FEEDS),
    ("See drawing no. 7: P-101A feeds V-12.", FEEDS),
    ("Smith, who was denied a visa, says P-101A feeds V-12.", FEEDS),
    ("P-101A does not feed V-12.", NOT),
    ("P-101A doesn't feed V-12.", NOT),
    ("P-101A doesn’t feed V-12.", NOT),
    ("P-101A DOES NOT feed V-12.", NOT),
    ("P-101A never feeds V-12.", NOT),
    ("P-101A no longer feeds V-12.", NOT),
    ("P-101A feeds V-12 no longer.", NOT),
    ("P-101A cannot feed V-12.", NOT),
    ("P-101A failed to feed V-12.", NOT),
    ("P-101A is unable to feed V-12.", NOT),
    ("V-12 is not fed by P-101A.", NOT),
    ("P-101A feeds V-13, not V-12.", NOT),
    ("P-101A feeds neither V-13 nor V-12.", NOT),
    ("Neither P-101A nor P-102 feeds V-12.", NOT),
    ("P-101A does not feed V-13 and V-12.", NOT),
    ("P-101A does not leak or feed V-12.", NOT),
    ("P-101A does not, as far as we know, feed V-12.", NOT),
    ("Nothing shows that P-101A feeds V-12.", NOT),
    ("It is false that P-101A feeds V-12.", NOT),
    ("Smith denied that P-101A feeds V-12.", NOT),
    ("No line runs from P-101A to V-12.", NOT),
    ("P-102, not P-101A, feeds V-12.", NOT),
]


@pytest.mark.parametrize(("quote", "says"), DENIALS)
def test_a_denial_is_neither_dropped_nor_added(quote: str, says: str) -> None:
    refused = "negation_not_grounded"
    assert judged(quote, "P-101A", "V-12") == (None if says == FEEDS else refused)


@pytest.mark.parametrize("quote", [quote for quote, says in DENIALS if says == NOT])
def test_what_is_denied_may_be_denied(quote: str) -> None:
    assert judged(quote, "P-101A", "V-12", negated=True) is None


@pytest.mark.parametrize(
    "quote",
    [
        "P-101A feeds V-12.",
        "P-101A feeds V-12. It does not leak.",
        "P-101A not only feeds V-12 but heats it.",
        "P-101A feeds V-12 at no more than 5 bar.",
        "See drawing no. 7: P-101A feeds V-12.",
        "P-101A feeds the unit V-12 until noon.",
    ],
)
def test_no_denial_is_invented(quote: str) -> None:
    assert judged(quote, "P-101A", "V-12", negated=True) == "negation_not_grounded"


@pytest.mark.parametrize(
    ("quote", "target", "grounded"),
    [
        ("P-101A is running.", Flag(True), True),
        ("P-101A is running.", Flag(False), False),
        ("P-101A is not running.", Flag(False), True),
        ("P-101A is not running.", Flag(True), False),
        ("P-101A is inactive.", Flag(False), True),
        ("P-101A is closed.", Text("closed"), True),
        ("P-101A is not closed.", Text("closed"), False),
        ("P-101A does not hold 5 bar.", Number(Decimal(5), "bar"), False),
        ("P-101A holds 5 bar, not 6 bar.", Number(Decimal(5), "bar"), True),
        ("P-101A holds 5 bar, not 6 bar.", Number(Decimal(6), "bar"), False),
    ],
)
def test_values_are_denied_too(quote: str, target: Value, grounded: bool) -> None:
    reason = judged(quote, "P-101A", target)
    assert reason == (None if grounded else "negation_not_grounded")


def test_a_quote_cannot_cut_the_denial_away() -> None:
    text = "All is well. It is not true that P-101A feeds V-12. It is blue."
    quote = "P-101A feeds V-12"
    start = text.index(quote)
    around = sentence_around(text, start, start + len(quote))
    assert around == "It is not true that P-101A feeds V-12."
    found = objection(Statement("P-101A", "V-12", False), [quote], [around])
    assert found is not None
    assert found.reason == "negation_not_grounded"


@pytest.mark.parametrize(
    ("quote", "around"),
    [
        ("B is b.", "B is b."),
        ("is b", "B is b."),
        ("b. C is", "B is b. C is c."),
        ("A is a. B is b. C is c.", "A is a. B is b. C is c."),
        ("A", "A is a."),
        ("c.", "C is c."),
    ],
)
def test_a_quote_is_widened_to_its_sentences(quote: str, around: str) -> None:
    text = "A is a. B is b. C is c."
    start = text.index(quote)
    assert sentence_around(text, start, start + len(quote)) == around
