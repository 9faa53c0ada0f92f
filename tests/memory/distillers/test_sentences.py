"""Sentences and tokens keep their offsets and end where a reader ends them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.distillers.rules.text import sentences_of, tokens_of


def split(text: str) -> list[str]:
    return [text[s.start : s.end] for s in sentences_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two.", ["One.", "Two."]),
        ("Dr. Okafor came. He left.", ["Dr. Okafor came.", "He left."]),
        ("It weighs 1.5 kg. Fine.", ["It weighs 1.5 kg.", "Fine."]),
        ("See fig. 3 for P-1. Done.", ["See fig. 3 for P-1.", "Done."]),
        ("Is it? No. It is not.", ["Is it?", "No.", "It is not."]),
        ("Seen by J. Moreau. Good.", ["Seen by J. Moreau.", "Good."]),
        ("Take vitamin K. It helps.", ["Take vitamin K.", "It helps."]),
        ("Built in 40 A.D. The tower fell.", ["Built in 40 A.D.", "The tower fell."]),
        ("Uses PyJWT 2.8. `ropA` is a gene.", ["Uses PyJWT 2.8.", "`ropA` is a gene."]),
        ("E.g. this, i.e. that. End.", ["E.g. this, i.e. that.", "End."]),
        ("- first\n- second", ["- first", "- second"]),
        ("Heading\n\nBody text.", ["Heading", "Body text."]),
        ("goes on\nin the next line. End.", ["goes on\nin the next line.", "End."]),
        ('He said "stop." Then left.', ['He said "stop."', "Then left."]),
        ("Wait... what? Yes!", ["Wait... what?", "Yes!"]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_identifiers_stay_whole_and_suffixes_come_off() -> None:
    words = [t.text for t in tokens_of("P-101A/B isn't Titan's 3,200 m3 v1.2.3 auth.x")]
    assert words == [
        "P-101A/B", "is", "n't", "Titan", "'s", "3,200", "m3", "v1.2.3", "auth.x",
    ]  # fmt: skip


@given(st.text())
def test_tokens_are_verbatim_ordered_and_lose_only_white_space(text: str) -> None:
    tokens = list(tokens_of(text))
    assert all(text[t.start : t.end] == t.text for t in tokens)
    assert "".join(t.text for t in tokens) == "".join(text.split())


@given(st.text(alphabet=st.sampled_from("aA1 .?!\n\"'-,")))
def test_sentences_do_not_overlap(text: str) -> None:
    reached = 0
    for sentence in sentences_of(text):
        assert reached <= sentence.start < sentence.end
        reached = sentence.end
