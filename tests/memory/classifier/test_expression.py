"""The evaluator: exact values, and refusal of everything that is not arithmetic."""

import time
from fractions import Fraction as F

import pytest

from memory.classifier.equations import equations
from memory.classifier.expression import FormulaRejected, evaluate

HOSTILE = (
    "__import__('os').getcwd()",
    "().__class__.__bases__[0]",
    "9**9**9",
    "10**10**8",
    "1^65",
    "1^-65",
    "2**-99999",
    "(" * 40 + "1" + ")" * 40,
    "-" * 200 + "1",
    "1+" * 300 + "1",
    "9" * 5000,
    "1_000",
    "lambda: 1",
    "[1 for _ in (1,2)]",
    "'a' * 9",
    "x",
    "sqrt(1, 2)",
    "f(1)",
    "1 if 1 else 2",
    "1 < 2",
    "True",
    "1e999",
    "exp(1000)",
    "1/0",
    "ln(0)",
    "sqrt(-1)",
    "1j",
    "1 # 2",
    "",
    "\x00",
    "1\n+1",
    "ｅ + 1",
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3.5 * 120 + 80", F(500)),
        ("(3 + 5) × 12", F(96)),
        ("2^10", F(1024)),
        ("1^64", F(1)),
        ("1/3 + 1/6", F(1, 2)),
        ("sqrt(16) + abs(-2)", F(6)),
        ("mean(2, 4, 9)", F(5)),
        ("sum(1, 2, 3)", F(6)),
        ("1.07^2", F("1.1449")),
    ],
)
def test_values_are_exact(text: str, value: F) -> None:
    assert evaluate(text) == value


def test_names_come_from_the_caller() -> None:
    assert evaluate("a * b", {"a": F(3), "b": F(1, 2)}) == F(3, 2)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_refused_at_once(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(FormulaRejected):
        evaluate(text)
    assert time.perf_counter() - start < 0.1


@pytest.mark.parametrize(
    ("text", "computed", "agrees"),
    [
        ("Total = 3.5 * 120 + 80 = 480 EUR", F(500), False),
        ("It is 4 m × 6 m = 24 m².", F(24), True),
        ("20% × 450 = 90", F(90), True),
        ("12 plus 7 equals 18", F(19), False),
        ("10 / 3 = 3.33", F(10, 3), True),
        ("$1,200 − $350 = $850", F(850), True),
    ],
)
def test_equations_in_text(text: str, computed: F, agrees: bool) -> None:
    (found,) = equations(text)
    assert found.computed == computed
    assert (abs(found.computed - found.stated) <= found.slack) is agrees


def test_a_rising_pair_with_a_dash_is_a_range_not_a_difference() -> None:
    assert list(equations("On the scale 1-5 = 4 is good")) == []


@pytest.mark.parametrize(
    "text", ["20 degC + 30 degC = 50 degC", "68 °F plus 32 °F = 100 °F"]
)
def test_readings_of_a_scale_without_a_true_zero_have_no_sum(text: str) -> None:
    assert list(equations(text)) == []


def test_they_have_a_mean_and_a_difference() -> None:
    (mean,) = equations("(20 degC + 30 degC) / 2 = 25 degC")
    (rise,) = equations("30 degC - 20 degC = 10 degC")
    assert (mean.computed, rise.computed) == (F(25), F(10))
