"""Grounding: quotes found where they stand, numbers read as a person reads them."""

import time
import unicodedata
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.grounding import find_quote, numbers_in, ungrounded

TEXT = "Line 12 runs\n  from Cafe\u0301 to\u00a0V-12. Line 12 ends."


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("Line 12", "Line 12"),
        ("Line 12 runs from", "Line 12 runs\n  from"),
        ("  from Café ", "from Cafe\u0301"),
        ("Café\tto V-12.", "Cafe\u0301 to\u00a0V-12."),
        ("Line 12 ends.", "Line 12 ends."),
        ("line 12", None),
        ("Line 12  ends. x", None),
        ("from Cafe  to", None),  # the accent is missing
        ("", None),
        (" \n", None),
    ],
)
def test_quotes_are_found_in_the_original(quote: str, found: str | None) -> None:
    span = find_quote(TEXT, quote)
    assert (None if span is None else TEXT[span[0] : span[1]]) == found


def test_the_first_place_is_given() -> None:
    assert find_quote("a b a b", "a b") == (0, 3)
    assert find_quote("a\tb a  b", "a b") == (0, 3)
    assert find_quote("é e  x", "e x") == (2, 6)


@given(st.text(st.sampled_from("ae \n\u00a0\u0301é1한"), max_size=12))
def test_a_found_span_says_the_quote(quote: str) -> None:
    text = "a e\u0301 1\n\u00a0한 éa e a1"
    span = find_quote(text, quote)
    folded = " ".join(unicodedata.normalize("NFC", quote).split())
    if span is None:
        return
    said = " ".join(unicodedata.normalize("NFC", text[slice(*span)]).split())
    assert said == folded


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    st.integers(0, 30),
    st.integers(0, 30),
)
def test_every_piece_is_found_however_it_is_encoded(
    text: str, start: int, length: int
) -> None:
    piece = text[start : start + length]
    if not piece.strip():
        return
    span = find_quote(text, piece)
    assert span is not None
    assert text[span[0] : span[1]] == piece
    assert find_quote(text, unicodedata.normalize("NFD", text)) is not None


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Line 12 runs from P-101A to V-12.", "12"),
        ("P-101/102, PSV-3.1 and 12-P-101 and P101 and T_1", ""),
        ("on 2024-03-01, 2024-03, 01/03/2024, 1.3.2024 at 12:30:05", ""),
        ("2024-03-01T12:30:00Z", ""),
        ("version 1.2.3 of 10.0.0.1", ""),
        ("see https://example.org/2024/5?n=6 and doc://a/7", ""),
        ("CO2 at 5 kg/m3, 7 m3/h, 8m3, 9 m²", "5 7 8 9"),
        ("the 1st and 2nd of 3", "3"),
        ("3f2a9c", ""),
        ("1,234.5 and 1,234,567 and 12,345", "1234.5 1234567 12345"),
        ("1 234,5 and 1\u00a0234 and 1\u202f234\u202f567,25", "1234.5 1234 1234567.25"),
        ("1 234 and 1 234,567", "1 234 1 234567"),
        ("1 234.5 but 10 000 and 2 000 000.5", "1 234.5 10000 2000000.5"),
        ("-1 234 and 1 234,567,890", "-1 234 1 234567890"),
        ("P‑101A, P–101A, ‐3", "-3"),
        ("1.234,5", "1234.5"),
        ("-1,2", "-1.2"),
        ("0.1234567890123456789012345678901×10^2", "12.34567890123456789012345678901"),
        ("−1234567890123456789012345678901234", "-1234567890123456789012345678901234"),
        ("1,5 bar and 0,234", "1.5 0.234"),
        ("items 1,2,3 and 1,234,5", "1 2 3 1 234 5"),
        ("-5, −6.5 and (–7) but 10-20 and 3 - 4", "-5 -6.5 -7 10 20 3 4"),
        ("10%-20%", "10 20"),
        ("1.5×10^3, 1.5 x 10^-3, 2·10³, 2*10**4", "1500 0.0015 2000 20000"),
        ("1.5e3 and 2E-2 and −3×10⁻²", "1500 0.02 -0.03"),
        ("10^6 cells, 10⁻³ m", "1000000 0.001"),
        ("a 2 x 4 plank, 2x4", "2 4 2 4"),
        ("45 %, 45%, 45 percent", "45 45 45"),
        ("25mm, 3.5bar, $5, ±0.1, ~7, <8, .5", "25 3.5 5 0.1 7 8 0.5"),
        ("Two of the twelve; someone; twenty-one; one hundred", "2 12"),
        ("It was 5. Then 6, 7.", "5 6 7"),
        ("1e61 and 1e999999999 and " + "1" * 41, ""),
        ("", ""),
    ],
)
def test_numbers_as_read(text: str, numbers: str) -> None:
    assert numbers_in(text) == [Decimal(number) for number in numbers.split()]


def test_ungrounded_numbers_are_named_in_order() -> None:
    quotes = ["at 1.50 bar on 12 May", "by 45 %", "twelve"]
    asked = [Decimal(n) for n in ("1.5", "7", "0.45", "45", "12.0", "-12", "7")]
    assert ungrounded(asked, quotes) == [Decimal(7), Decimal(-12), Decimal(7)]
    assert ungrounded([], quotes) == []
    assert ungrounded([Decimal(1)], []) == [Decimal(1)]
    assert ungrounded([Decimal("0.05")], ["5 of 100"]) == [Decimal("0.05")]


@given(st.decimals(-(10**9), 10**9, allow_nan=False, places=3))
def test_a_plain_number_is_read_back(number: Decimal) -> None:
    assert numbers_in(f"It was {number} bar.") == [number]
    assert numbers_in(f"It was {number:,} bar.") == [number]
    assert ungrounded([number], [f"({number:,})"]) == []


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert all(number.is_finite() for number in numbers_in(text))


HOSTILE = [
    "1",
    "1,",
    "1 111 ",
    "1 011 ",
    "1-",
    "1_1-",
    "a",
    "a1",
    "1e",
    "1.",
    "-",
    "10^",
    "1:1",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_reading_is_linear(piece: str) -> None:
    text = (piece * 100_000)[:100_000]
    started = time.process_time()
    numbers_in(text)
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    ("quote", "number"),
    [
        ("Revenue was $1.24 billion.", "1240000000"),
        ("It lies 228 million km away", "228000000"),
        ("a 3-million order", "3000000"),
        ("5 Thousand", "5000"),
        ("12 million", "12"),
    ],
)
def test_a_word_of_magnitude_states_the_whole_number(quote: str, number: str) -> None:
    assert ungrounded([Decimal(number)], [quote]) == []
    assert ungrounded([Decimal(number) * 10], [quote]) == [Decimal(number) * 10]
