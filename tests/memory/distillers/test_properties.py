"""What holds of every proposal, and for texts that nobody meant to be read."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.distil import passages
from memory.distillers.lexicon import SEED_LEXICON
from memory.distillers.proposal import Entity, ObservationText, Proposal
from memory.distillers.rules.distil import distil
from memory.distillers.rules.kappa import CEILING
from memory.rules.grounding import ungrounded
from memory.rules.values import Date, Number
from tests.memory.distillers.reading import distilled, written

SUBJECTS = ["P-101A", "The pump", "It", "Kim", "Its pressure", "Pumps", "V-12's level"]
VERBS = [
    "feeds", "may feed", "does not feed", "is fed by", "is", "was", "has a mass of",
    "is located in", "weighs", "feed", "according to Kim feeds", "said that V-1 feeds",
]  # fmt: skip
OBJECTS = [
    "V-12", "14.5 barg", "about 3 t", "a vessel", "the tank and V-7", "3 May 2023",
    "5 to 7 days", "closed", "no water", "31 % of Corvid", "which feeds V-9", "1815",
]  # fmt: skip
ENDS = [".", "?", " if XV-3 is open.", ", which needs checking.", "\n", " and stops."]
PARTS = st.tuples(*map(st.sampled_from, (SUBJECTS, VERBS, OBJECTS, ENDS))).map(
    lambda p: f"{p[0]} {p[1]} {p[2]}{p[3]}"
)
TEXTS = st.lists(PARTS, min_size=1, max_size=4).map(" ".join)


def assert_grounded(proposal: Proposal, text: str) -> None:
    quotes = [text[s.start : s.end] for s in proposal.spans]
    assert all(0 <= s.start < s.end <= len(text) for s in proposal.spans)
    assert proposal.text
    assert proposal.text in quotes[0]
    assert 0 < proposal.kappa <= CEILING
    names = [proposal.subject.id]
    if isinstance(proposal.target, Entity):
        names.append(proposal.target.id)
    for name in names:
        assert any(name in " ".join(quote.split()) for quote in quotes)
    assert_numbers_grounded(proposal, quotes)


def assert_numbers_grounded(proposal: Proposal, quotes: list[str]) -> None:
    if isinstance(proposal.target, Number):
        assert ungrounded([proposal.target.number], quotes) == []
    elif isinstance(proposal.target, Date):
        day = proposal.target.date
        assert any(f"{day.day}" in q and f"{day.year}" in q for q in quotes)
    elif not isinstance(proposal.target, Entity):
        for digits in re.findall(r"\d+", written(proposal.target)):
            assert any(digits in quote for quote in quotes)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_every_proposal_is_grounded(text: str) -> None:
    for proposal in distilled(text).proposals:
        assert_grounded(proposal, text)


def test_every_proposal_of_the_passages_is_grounded() -> None:
    for passage in passages():
        for proposal in distilled(passage.text).proposals:
            assert_grounded(proposal, passage.text)


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text_is_read_without_an_error(text: str) -> None:
    for proposal in distilled(text).proposals:
        assert_grounded(proposal, text)


@settings(deadline=None)
@given(st.lists(TEXTS, max_size=3))
def test_each_observation_is_read_by_itself(texts: list[str]) -> None:
    observations = [ObservationText(i, t) for i, t in enumerate(texts)]
    for proposal in distil(observations, SEED_LEXICON).proposals:
        assert len({s.observation for s in proposal.spans}) == 1
        assert_grounded(proposal, texts[proposal.spans[0].observation])


@settings(deadline=None)
@given(TEXTS)
def test_reading_twice_gives_the_same(text: str) -> None:
    assert distilled(text) == distilled(text)


HOSTILE = {
    "no end": "P-101A feeds " * 10_000,
    "no spaces": "x" * 65_536,
    "dashes": "a-" * 32_768,
    "emoji": "😀" * 65_536,
    "control characters": "".join(map(chr, range(32))) * 2_048,
    "digits": "1," * 32_768,
    "numbers": "12 " * 21_000,
    "commas": "a, " * 21_000,
    "conjunctions": "a and " * 10_900,
    "of": "part of " * 8_192,
    "apostrophes": "'s" * 32_768,
    "full stops": "." * 65_536,
    "months": "jan " * 16_384,
    "questions": "is it? " * 9_362,
    "that": "Kim said that " * 4_681,
    "brackets": "(" * 65_536,
    "surrogate-like": "\ud7ff\ue000" * 32_768,
    "right to left": "\u202ePump feeds V-1. " * 3_855,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_within_a_second(name: str) -> None:
    began = time.process_time()
    distilled(HOSTILE[name])
    assert time.process_time() - began < 1.0
