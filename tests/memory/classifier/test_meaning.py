"""Generalisation and vocabulary: candidates, samples, groups, the glossary."""

import re

import pytest

from memory.classifier.check import check_text
from memory.classifier.generalisation import inferences
from memory.classifier.samples import simpson, wilson
from memory.classifier.vocabulary import candidates, glossary


def test_wilson_interval_of_eight_in_ten() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 2), round(high, 2)) == (0.49, 0.94)


def test_small_samples_are_shown_with_their_range() -> None:
    text = "8 of 10 testers liked it, so all users will like it."
    (sample,) = [f for f in check_text(text).findings if f.rule == "small sample"]
    assert (sample.verdict, sample.computed) == ("undecidable", "49% to 94%")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It worked in our lab, so it works everywhere.", True),
        ("It worked in our lab, so we will repeat it.", False),
        ("It always works everywhere, so it never fails.", False),
        ("All tests passed.", False),
    ],
)
def test_widening_conclusions_are_candidates(text: str, found: bool) -> None:
    assert bool(list(inferences(text))) is found


def test_groups_that_reverse_the_whole() -> None:
    counts = (
        "A cured 81 of 87 small and 192 of 263 large cases;"
        " B cured 234 of 270 small and 55 of 80 large."
    )
    assert list(simpson(counts + " So B is better overall.")) == []
    ((_, computed),) = simpson(counts + " B wins, so B is better in each group.")
    assert computed == "A is better in 2 of 2 groups"
    assert list(simpson(counts + " A wins, so A is better in each group.")) == []


def test_glossary_is_complete_and_its_laws_are_patterns() -> None:
    terms = glossary()
    assert len(terms) >= 200
    assert len({term.name for term in terms}) == len(terms)
    for term in terms:
        assert term.condition
        re.compile(term.law)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Morale has entropy, so by the second law it must rise.",
            ["entropy", "second law"],
        ),
        ("The entropy of the gas rises, as the second law requires.", []),
        ("The firm has gained momentum.", []),
        ("The firm has momentum, so by Newton's first law it grows.", ["momentum"]),
    ],
)
def test_only_borrowed_laws_are_candidates(text: str, names: list[str]) -> None:
    assert [term.name for _, term in candidates(text)] == names
