"""Inflected verbs lead back to their lemma."""

import pytest

from memory.distillers.rules.verbs import (
    Form,
    guess_lemma,
    guess_participle,
    lemma_in_form,
)


@pytest.mark.parametrize(
    ("word", "form", "lemma"),
    [
        ("feeds", Form.THIRD, "feed"),
        ("fed", Form.PAST, "feed"),
        ("fed", Form.PARTICIPLE, "feed"),
        ("feeding", Form.GERUND, "feed"),
        ("carries", Form.THIRD, "carry"),
        ("carried", Form.PAST, "carry"),
        ("stopped", Form.PAST, "stop"),
        ("transmitting", Form.GERUND, "transmit"),
        ("reached", Form.PAST, "reach"),
        ("discharges", Form.THIRD, "discharge"),
        ("written", Form.PARTICIPLE, "write"),
        ("wrote", Form.PAST, "write"),
        ("tying", Form.GERUND, "tie"),
        ("founded", Form.PAST, "found"),
        ("found", Form.PAST, "find"),
        ("agreeing", Form.GERUND, "agree"),
        ("pump", Form.BASE, "pump"),
    ],
)
def test_a_listed_verb_has_its_forms(word: str, form: Form, lemma: str) -> None:
    assert lemma_in_form(word, form) == lemma


def test_a_word_is_not_in_a_form_it_cannot_have() -> None:
    assert lemma_in_form("feeds", Form.PAST) is None
    assert lemma_in_form("write", Form.PARTICIPLE) is None
    assert lemma_in_form("table", Form.BASE) is None


@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        ("frobnicates", "frobnicate"),
        ("frobnicated", "frobnicate"),
        ("zapped", "zap"),
        ("mulches", "mulch"),
        ("subleased", "sublease"),
        ("chivvied", "chivvy"),
    ],
)
def test_an_unlisted_verb_is_guessed_from_its_ending(word: str, lemma: str) -> None:
    assert guess_lemma(word) == lemma


def test_only_a_word_in_ed_is_guessed_to_be_a_participle() -> None:
    assert guess_participle("frobnicated") == "frobnicate"
    assert guess_participle("red") is None
    assert guess_participle("table") is None
