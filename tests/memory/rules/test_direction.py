"""The sentence beside a confidence: every case as a person would say it."""

import pytest

from memory.rules.confidence import Confidence, Reading, compose, direction, shown
from tests.memory.rules.readings import reading

TITLES = {"p": "P&ID rev C", "q": "the HAZOP", "r": "Log 7", "s": "Log 8"}


@pytest.mark.parametrize(
    ("readings", "sentence"),
    [
        ([], "0.00: no reading supports it."),
        ([reading(1, voices="p")], "0.80, from one reading."),
        ([reading(1), reading(2)], "0.96: the two readings share no source."),
        (
            [reading(n) for n in (1, 2, 3)],
            "0.992: the three readings share no source.",
        ),
        (
            [reading(n, voices="p") for n in (1, 2, 3)],
            "0.80 if readings of one document count once, 0.992 if the three "
            "readings were independent. All three rest on P&ID rev C.",
        ),
        (
            [reading(n, voices="pq") for n in (1, 2)],
            "0.80 if readings of one document count once, 0.96 if the two "
            "readings were independent. Both rest on P&ID rev C and the HAZOP.",
        ),
        (
            [reading(1, voices="p"), reading(2, voices="p"), reading(3, voices="q")],
            "0.96 if readings of one document count once, 0.992 if the three "
            "readings were independent. Two of the three rest on P&ID rev C.",
        ),
        (
            [reading(1, voices="p"), reading(2, voices="pq"), reading(3, voices="q")],
            "0.80 if readings of one document count once, 0.992 if the three "
            "readings were independent. Two of the three rest on P&ID rev C. "
            "Two of the three rest on the HAZOP.",
        ),
        (
            [reading(n, voices="pqrsx") for n in (1, 2)],
            "0.80 if readings of one document count once, 0.96 if the two readings "
            "were independent. Both rest on Log 7, Log 8, P&ID rev C and two more.",
        ),
        (
            [reading(n, voices="x") for n in (1, 2)],
            "0.80 if readings of one document count once, 0.96 if the two readings "
            "were independent. Both rest on an untitled source.",
        ),
        (
            [reading(n, prints=(7,)) for n in (1, 2)],
            "0.80 if readings of one text count once, 0.96 if the two readings "
            "were independent. Both rest on nearly the same words.",
        ),
        (
            [reading(n, one_voice=n < 3) for n in (1, 2, 3)],
            "0.96 if readings through one voice count once, 0.992 if the three "
            "readings were independent. Two of the three came through keys that "
            "count as one voice.",
        ),
        (
            [reading(n, 1.0, "p") for n in (1, 2)],
            "1.00, whether or not readings of one document count once. "
            "Both rest on P&ID rev C.",
        ),
        (
            [reading(n, 0.1) for n in range(13)],
            "0.746: the 13 readings share no source.",
        ),
    ],
)
def test_the_direction_in_words(readings: list[Reading], sentence: str) -> None:
    assert direction(compose(readings), TITLES) == sentence


@pytest.mark.parametrize(
    ("confidence", "written"),
    [
        (0.8, "0.80"),
        (0.992, "0.992"),
        (0.0, "0.00"),
        (0.9996, "0.999"),
        (0.9999999, "0.999"),
        (1.0, "1.00"),
        (0.125, "0.125"),
        (0.1, "0.10"),
        (0.30000000000000004, "0.30"),
    ],
)
def test_numbers_as_shown(confidence: float, written: str) -> None:
    assert shown(confidence) == written


def test_direction_takes_a_confidence_of_any_make() -> None:
    plain = Confidence(0.96, 0.8, ((1, 2),), {"p": (1, 2)})
    assert direction(plain, TITLES).endswith("Both rest on P&ID rev C.")
