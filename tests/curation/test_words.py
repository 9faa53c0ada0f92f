"""Sentences, marked passages, numbers and ages."""

import datetime
from decimal import Decimal

import pytest
from django.utils.timezone import now
from hypothesis import given
from hypothesis import strategies as st

from curation.contexts.activity_csv import safe_cell
from curation.contexts.health import bars
from curation.contexts.words import Piece, number, pieces, window
from curation.templatetags.look import age, score, span

SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)))


def test_cited_words_are_cut_out() -> None:
    assert pieces("Line 12 runs to V-12.", [(0, 7), (16, 20)]) == [
        Piece("Line 12", True),
        Piece(" runs to ", False),
        Piece("V-12", True),
        Piece(".", False),
    ]


def test_overlapping_spans_run_together() -> None:
    assert pieces("abcdef", [(1, 4), (2, 5)]) == [
        Piece("a", False),
        Piece("bcd", True),
        Piece("e", True),
        Piece("f", False),
    ]


@given(st.text(max_size=40), SPANS)
def test_no_letter_is_lost_and_the_cited_ones_are_the_union(
    text: str, spans: list[tuple[int, int]]
) -> None:
    found = pieces(text, spans)
    assert "".join(piece.text for piece in found) == text
    marked = [piece.cited for piece in found for _ in piece.text]
    within = [any(a <= at < b for a, b in spans) for at in range(len(text))]
    assert marked == within


def test_a_long_passage_is_cut_around_what_is_cited() -> None:
    text = "x" * 1000 + "CITED" + "y" * 1000
    found = window(pieces(text, [(1000, 1005)]), margin=10)
    assert [piece.text for piece in found] == ["…" + "x" * 10, "CITED", "y" * 10 + "…"]


def test_a_short_passage_is_left_whole() -> None:
    found = pieces("a short CITED passage", [(8, 13)])
    assert window(found, margin=20) == found


@pytest.mark.parametrize(
    ("value", "shown"),
    [("18.0", "18"), ("0.50", "0.5"), ("1200", "1200"), ("3510.67", "3510.67"),
     ("0", "0"), ("1E-12", "1E-12"), ("-7.10", "-7.1")],
)  # fmt: skip
def test_a_number_is_written_as_a_person_does(value: str, shown: str) -> None:
    assert number(Decimal(value)) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.8, "0.80"), (0.992, "0.992"), (1.0, "1.00"), (0.0, "0.00"), (0.96, "0.96"),
     (1 - (1 - 0.225), "0.23"), (0.225, "0.23"),
     (None, "none")],
)  # fmt: skip
def test_a_confidence_is_not_rounded_up_to_certainty(
    value: float | None, shown: str
) -> None:
    assert score(value) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "under 1 min"), (59, "under 1 min"), (60, "1 min"), (3599, "59 min"),
     (3600, "1 h"), (86399, "23 h"), (86400, "1 d"), (1_036_800, "12 d")],
)  # fmt: skip
def test_a_length_of_time_in_its_largest_unit(seconds: int, shown: str) -> None:
    assert span(seconds) == shown


def test_an_age_is_counted_from_now() -> None:
    assert age(now() - datetime.timedelta(hours=5)) == "5 h"
    assert age(None) == ""


@given(st.text())
def test_no_cell_starts_as_a_formula(text: str) -> None:
    assert not safe_cell(text).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert safe_cell(text).removeprefix("'") == text.removeprefix("'")


def test_bars_stand_on_the_line_and_the_highest_fills_the_box() -> None:
    assert bars([0, 2, 4]) == [
        ("1", "29.0", "8", "0.0"),
        ("11", "15.0", "8", "14.0"),
        ("21", "1.0", "8", "28.0"),
    ]
    assert bars([0, 0]) == []
