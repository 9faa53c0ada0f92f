"""Decisions on relations, worked out by hand."""

from decimal import Decimal as D

import pytest

from memory.classifier.decide import decide
from memory.classifier.distributions import chi_square, fisher, normal, student
from memory.classifier.interval import Interval, as_written, exact
from memory.classifier.p_values import p_values
from memory.classifier.quantity import find_quantities
from memory.classifier.relation import Kind, Relation, well_formed


def verdict(text: str, kind: Kind, *places: int) -> str:
    quantities = find_quantities(text)
    *operands, result = places
    return decide(Relation(kind, tuple(operands), result), quantities).verdict


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        ("sum", "120 and 85 make 205", "120 and 85 make 215"),
        ("difference", "800 less 640 is 160", "800 less 640 is 140"),
        ("share", "36 of 240 is 15%", "36 of 240 is 12%"),
        ("product", "12 times 2.5 kg is 30 kg", "12 times 2.5 kg is 36 kg"),
        ("quotient", "480 km in 4 hours: 120 km/h", "480 km in 4 hours: 110 km/h"),
        ("part", "25% of 360 is 90", "25% of 360 is 80"),
        ("percent_change", "40, 52, 30%", "40, 52, 25%"),
        ("change", "4%, 6%, 2 percentage points", "4%, 6%, 4 percentage points"),
        ("lowered", "20% off 120 is 96", "20% off 120 is 90"),
        ("mean", "12, 18, 15", "12, 18, 16"),
    ],
)
def test_right_and_wrong_results(kind: Kind, right: str, wrong: str) -> None:
    assert verdict(right, kind, 0, 1, 2) == "consistent"
    assert verdict(wrong, kind, 0, 1, 2) == "contradicted"


def test_rounding_as_written_is_no_contradiction() -> None:
    assert verdict("12.1 and 3.4 make 15.6", "sum", 0, 1, 2) == "consistent"
    assert verdict("12.1 and 3.4 make 15.8", "sum", 0, 1, 2) == "contradicted"


def test_a_difference_of_percentages_is_no_percentage() -> None:
    assert verdict("4%, 4.5%, 0.5%", "percent_change", 0, 1, 2) == "contradicted"


def test_other_units_and_zero_are_undecidable() -> None:
    assert verdict("3 kg and 4 m make 7 kg", "sum", 0, 1, 2) == "undecidable"
    assert verdict("0 of 0 is 5%", "share", 0, 1, 2) == "undecidable"
    assert verdict("80 dB and 80 dB make 160 dB", "sum", 0, 1, 2) == "undecidable"


def test_qualifiers_open_the_interval() -> None:
    (least,) = find_quantities("at least 5.0 m")
    assert as_written(least) == Interval(D("4.95"), D("Infinity"))
    (about,) = find_quantities("about 100.0 m")
    assert as_written(about) == Interval(D("89.95"), D("110.05"))


def test_interval_arithmetic() -> None:
    left, right = Interval(D(2), D(4)), Interval(D(-1), D(5))
    assert left * right == Interval(D(-4), D(20))
    assert left - right == Interval(D(-3), D(5))
    with pytest.raises(ZeroDivisionError):
        exact(1) / right


def test_models_cannot_name_what_is_not_there() -> None:
    quantities = find_quantities("3 and 4 make 7")
    proposed = [
        Relation("sum", (0, 1), 2),
        Relation("sum", (0, 9), 2),
        Relation("sum", (0, 0), 2),
        Relation("share", (0,), 2),
    ]
    assert list(well_formed(proposed, quantities)) == proposed[:1]


@pytest.mark.parametrize(
    ("value", "table"),
    [
        (student(2.086, 20), 0.05),
        (student(2.750, 30), 0.01),
        (fisher(4.00, 1, 60), 0.05),
        (fisher(3.15, 2, 60), 0.05),
        (chi_square(3.841, 1), 0.05),
        (chi_square(18.307, 10), 0.05),
        (normal(1.960), 0.05),
    ],
)
def test_tails_agree_with_printed_tables(value: float, table: float) -> None:
    assert value == pytest.approx(table, abs=2e-4)


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("t(38) = 2.10, p = .042", True),
        ("t(38) = 2.10, p = .42", False),
        ("F(1, 60) = 4.00, p < .001", False),
        ("χ²(1, N = 90) = 3.84, p = .050", True),
        ("r(48) = .35, p = .013", True),
        ("z = 1.96, p = .05", True),
        ("one-tailed t(20) = 1.725, p = .05", True),
        ("t = 2.50, df = 20, p = 0.21", False),
    ],
)
def test_p_values_from_their_statistics(text: str, agrees: bool) -> None:
    (found,) = p_values(text)
    assert found.agrees is agrees
