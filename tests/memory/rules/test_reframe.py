"""The rule that rewords a message: other words, the same identifiers."""

import pytest
from hypothesis import given
from hypothesis.strategies import text

from memory.rules.concepts import WORD
from memory.rules.reframe import LONGEST, reframe


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Which pump feeds V-12?", "pump supply V-12"),
        (
            "I'm absolutely sure the stupid pump P-101A is broken; who fixed it?",
            "pump P-101A failure repair",
        ),
        ("Why did my CEO buy ACME in 2019?", "cause CEO purchase ACME 2019"),
        ("Please, could you help me?", "Please could you help me"),
    ],
)
def test_it_says_the_same_in_other_words(message: str, said: str) -> None:
    assert reframe(message, {}) == said


def test_the_memorys_own_words_come_first() -> None:
    vocabulary = {"feeds": "discharges into", "feed": "discharges into"}
    assert reframe("P-1 feeds V-1", vocabulary) == "P-1 discharges into V-1"


@given(text(max_size=400))
def test_no_word_is_lost_to_nothing_and_none_is_endless(message: str) -> None:
    said = reframe(message, {})
    assert bool(said) == bool(WORD.search(message))
    assert said.count(" ") < LONGEST * 3
