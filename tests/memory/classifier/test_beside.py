"""What two numbers beside each other rule out: intervals and p-values, price years."""

import pytest

from memory.classifier.check import check_text

# Each with its verdict: worked out from whether the interval holds 1, or 0.
INTERVALS = [
    ("The odds ratio was 0.90 (95% CI 0.70 to 1.20, p = 0.01).", "contradicted"),
    ("The odds ratio was 0.90 (95% CI 0.70 to 1.20, p = 0.40).", "consistent"),
    ("The hazard ratio was 1.50 (95% CI 1.10 to 1.90; p = 0.30).", "contradicted"),
    ("The hazard ratio was 1.50 (95% CI 1.10 to 1.90; p < 0.001).", "consistent"),
    ("The mean difference was 2.1 (95% CI −0.4 to 4.6, p = 0.003).", "contradicted"),
    ("The mean difference was 2.1 (95% CI 0.4 to 3.8, p = 0.02).", "consistent"),
    ("HR 0.80, 90% CI 0.60 to 1.05, p = 0.02.", "contradicted"),
    ("HR 0.80, 90% CI 0.66 to 0.98, p = 0.07.", "consistent"),
]
UNDECIDED = [
    "The mean was 1.5 (95% CI 0.9 to 2.1, p = 0.30).",
    "The odds ratio was 1.40 (95% CI 1.00 to 1.90, p = 0.051).",
    "The odds ratio was 1.40 (95% CI 1.04 to 1.90, p = 0.05).",
    "The odds ratio was 1.40 (95% CI 0.90 to 1.90, p < 0.10).",
    "The odds ratio was 1.40 (95% CI 1.90 to 0.90, p = 0.01).",
]


def verdicts(text: str, rule: str) -> list[str]:
    return [f.verdict for f in check_text(text).findings if f.rule == rule]


@pytest.mark.parametrize(("text", "verdict"), INTERVALS)
def test_an_interval_rules_a_p_value_out(text: str, verdict: str) -> None:
    assert verdicts(text, "interval_p") == [verdict]


@pytest.mark.parametrize("text", UNDECIDED)
def test_where_no_effect_or_rounding_is_unclear_nothing_is_said(text: str) -> None:
    assert verdicts(text, "interval_p") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Costs rose from $100 (2010 dollars) to $130 (2020 dollars).", True),
        (
            "The total is $5 million in 2015 prices plus $3 million in 2019 prices.",
            True,
        ),
        ("Costs rose from $100 to $130 (2020 dollars).", False),
        ("In real terms costs rose from $100 (2010 dollars) to $130.", False),
        (
            "Costs rose from $100 (2010 dollars) to $130 (2020 dollars), adjusted for"
            " inflation.",
            False,
        ),
        ("It cost $100 in 2010 prices and is sold for $130 in 2020 prices.", False),
        ("Visits rose from 100 (2010 prices) to 130 (2020 prices).", False),
    ],
)
def test_money_of_two_price_years_is_not_added(text: str, found: bool) -> None:
    assert verdicts(text, "price year") == (["suspect"] if found else [])
