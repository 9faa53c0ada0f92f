"""Conclusions that no combination of their premises gives, and what is left alone."""

import pytest

from memory.classifier.check import check_text
from memory.classifier.decide import decide
from memory.classifier.quantity import find_quantities
from memory.classifier.relation import Relation


def verdict(text: str) -> str:
    """Whether the last quantity of a text follows from the others."""
    quantities = find_quantities(text)
    *operands, result = range(len(quantities))
    return decide(Relation("follows", tuple(operands), result), quantities).verdict


@pytest.mark.parametrize(
    ("fits", "fits_not"),
    [
        ("12 and 5 make 17", "12 and 5 make 18"),
        ("12 and 5 make 7", "12 and 5 make 8"),
        ("8 mg/kg, 20 kg: 160 mg", "8 mg/kg, 20 kg: 150 mg"),
        ("20% and $50: $40", "20% and $50: $45"),
        ("20% and $50: $60", "20% and $50: $65"),
        ("25% and $60: $80", "25% and $60: $90"),
        ("10% and 3 years: 27%", "10% and 3 years: 36%"),
        ("10% and 20%: 32%", "10% and 20%: 45%"),
        ("4, 300 g, 10: 750 g", "4, 300 g, 10: 700 g"),
        ("3 g a day, 7 days: 21 g", "3 g a day, 7 days: 25 g"),
    ],
)
def test_only_what_no_operation_gives_is_suspected(fits: str, fits_not: str) -> None:
    assert verdict(fits) == "not_checked"
    assert verdict(fits_not) == "suspect"


@pytest.mark.parametrize(
    "text",
    [
        "5 kg and 3 m: 70 K",
        "at least 5 kg and 3 kg: 70 kg",
        "4 to 6 kg and 3 kg: 70 kg",
    ],
)
def test_other_kinds_open_ends_and_ranges_are_not_checked(text: str) -> None:
    assert verdict(text) == "not_checked"


SILENT = [
    "It runs three hours and has a 6 kW motor, which is linked to a 5.5 kWh battery.",
    "The coach cost $2,500, the sofa $3,500, and the rug cost $700.",
    "If 4 friends have $12, so that each pays $9, who pays the rest?",
    "Liam has 16 sweets and needs 5 more, while Kevin has 4.",
    "In the survey 40% like tea, 10% like milk, 28% like juice.",
    "A train comes every 5 minutes leaving 200 passengers and taking 320 others.",
    "On the plan at 1:100, a wall drawn 3 cm long is 3 m long in reality.",
    "He sold 20 of his 50 hens and 12 geese, and both farms now have 90 ducks.",
    "The shop had 20 staff in 1990 and 35 in 2010, so 12 of them stayed.",
]


@pytest.mark.parametrize("text", SILENT)
def test_numbers_that_nothing_ties_together_stay_silent(text: str) -> None:
    assert check_text(text).alarms() == ()
