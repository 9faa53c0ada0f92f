"""Questions that nobody answered are kept."""

import pytest

from memory.distillers.lexicon import SEED_LEXICON
from memory.distillers.proposal import Entity, ObservationText
from memory.distillers.rules.distil import distil
from tests.memory.distillers.reading import distilled


@pytest.mark.parametrize(
    "text",
    [
        "Why was P-104 never commissioned?",
        "It is unclear whether P-104 was commissioned.",
        "Unclear whether P-104 ever ran.",
        "Whether P-104 ran is still an open question.",
        "The reason for the trip of P-104 is unknown.",
        "We could not determine when P-104 ran.",
    ],
)
def test_an_open_question_is_residue(text: str) -> None:
    (residue,) = distilled(text).residue
    assert residue.kind == "question"
    assert residue.text == text
    assert residue.about == (Entity("tag", "P-104"),)


def test_the_span_is_the_sentence() -> None:
    text = "P-1 feeds V-1. Why was P-104 never commissioned? Nobody knows."
    (residue,) = distilled(text).residue
    assert text[residue.span.start : residue.span.end] == residue.text
    assert residue.text == "Why was P-104 never commissioned?"


def test_a_question_answered_in_the_episode_is_not_residue() -> None:
    found = distil(
        [
            ObservationText(1, "Which pump feeds V-12?"),
            ObservationText(2, "Pump P-101A feeds V-12."),
        ],
        SEED_LEXICON,
    )
    assert found.residue == ()
    assert [p.predicate for p in found.proposals] == ["feeds"]


def test_another_answer_does_not_close_it() -> None:
    text = "Which pump feeds V-12? Pump P-101A feeds V-14."
    assert len(distilled(text).residue) == 1


def test_a_statement_is_no_question() -> None:
    assert distilled("P-101A feeds V-12. The rest is silence.").residue == ()
