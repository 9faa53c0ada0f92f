"""Look-alikes: what is suggested, what is a sibling, and the keys that find them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.identity import IdentityRefused, normalise
from memory.rules.lookalike import look_alikes, skeleton_keys

PAIRS = [
    ("P-101A", "P101A", "separators"),
    ("P-101A", "P 101/A", "separators"),
    ("V_12", "v.12", "separators"),
    ("2024-03-01", "2024/03/01", "separators"),
    ("10-1", "101", ""),
    ("1.5", "15", ""),
    ("P-101A", "Р-101А", "mixed_script"),  # Cyrillic Р and А
    ("Р-101А", "P-101А", "mixed_script"),
    ("В-12", "B-12", "mixed_script"),  # alike as capitals
    ("пump", "nump", "mixed_script"),  # alike as small letters
    ("сор", "cop", "mixed_script"),
    ("Νode", "node", "mixed_script"),  # Greek capital Ν
    ("νode", "vode", "mixed_script"),  # Greek small ν
    ("Р101А", "P-101A", "mixed_script separators"),
    ("separator", "seperator", "one_edit"),
    ("separator", "separtor", "one_edit"),
    ("separator", "separaotr", "one_edit"),
    ("separator", "separators", "one_edit"),
    ("separator 12", "seperator 12", "one_edit"),
    ("separator 12", "separator 13", ""),
    ("separator", "seperater", ""),
    ("P-1O1", "P-101", "one_edit"),  # the letter O
    ("P-101l", "P-1011", "one_edit"),
    ("P-101A", "P-101B", ""),
    ("P-101", "P-101A", ""),
    ("P-101A", "P-102A", ""),
    ("P-101", "P-1011", ""),
    ("P-101", "P-110", ""),
    ("P-101", "V-101", ""),
    ("PT-101", "FT-101", ""),
    ("pum-101", "pump-101", ""),
    ("pumpp-101", "pump-101", "one_edit"),
    ("tom", "tim", ""),
    ("P-101A", "p-101a", ""),
]


@pytest.mark.parametrize(("a", "b", "reasons"), PAIRS)
def test_pairs(a: str, b: str, reasons: str) -> None:
    first, second = normalise("pump", a), normalise("pump", b)
    assert look_alikes(first, second) == set(reasons.split())
    assert look_alikes(second, first) == set(reasons.split())


def test_keys_by_hand() -> None:
    assert skeleton_keys("p-101a") == {"p101a"}
    assert skeleton_keys("p 10-1") == {"p10-1"}
    assert skeleton_keys("ν") == {"n", "v"}
    assert skeleton_keys("-") == {"-"}


alphabet = st.text(st.sampled_from("aаbвoоnνv01 -_./"), min_size=1, max_size=8)


@given(alphabet, alphabet)
def test_a_shared_key_is_a_reason_and_a_reason_a_shared_key(a: str, b: str) -> None:
    try:
        first, second = normalise("x", a), normalise("x", b)
    except IdentityRefused:
        return
    reasons = look_alikes(first, second)
    shared = bool(skeleton_keys(first) & skeleton_keys(second))
    found_by_key = bool(reasons & {"mixed_script", "separators"})
    assert found_by_key == (shared and first != second)
    assert reasons == look_alikes(second, first)


words = st.text(st.sampled_from("acdefgjkmnpqrstuwxyz"), min_size=5, max_size=12)


@given(words, st.integers(0, 11), st.sampled_from("acdefg"))
def test_every_single_letter_slip_in_a_word_is_seen(
    word: str, place: int, letter: str
) -> None:
    at = place % len(word)
    typed = word[:at] + letter + word[at + 1 :]
    doubled = word[:at] + letter + word[at:]
    dropped = word[:at] + word[at + 1 :]
    for slip in {typed, doubled, dropped} - {word}:
        assert look_alikes(word, slip) == {"one_edit"}
