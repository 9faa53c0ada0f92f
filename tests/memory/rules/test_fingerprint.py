"""Fingerprints: equal for the same words, near for nearly the same, else far."""

from hypothesis import given
from hypothesis import strategies as st

from memory.rules.confidence import fingerprint, near

LONG = (
    "The separator V-12 receives the combined flow of both crude pumps through line "
    "twelve, which was rerouted in the spring turnaround after the flange at the "
    "north header had leaked twice; since then the pressure upstream has stayed "
    "below nine bar on every shift that was logged, and no alarm has been raised."
)


def test_fingerprints_survive_dress_but_not_change() -> None:
    dressed = LONG.upper().replace(" ", "\n  ").replace(";", "")
    assert fingerprint(dressed) == fingerprint(LONG)
    other = " ".join(reversed(LONG.split()))
    assert not near(fingerprint(other), fingerprint(LONG))
    assert near(fingerprint(LONG + " " + LONG), fingerprint(LONG))


def test_short_texts_match_only_when_equal() -> None:
    first = fingerprint("Line 12 runs from P-101A to V-12.")
    assert first == fingerprint(" line 12 runs from P-101A  to V-12")
    texts = ["Line 12 runs from P-101B to V-12.", "V is -5", "V is 5", "V is 1.5", ""]
    prints = [first, *map(fingerprint, texts)]
    assert not any(near(a, b) for at, a in enumerate(prints) for b in prints[at + 1 :])


@given(st.text())
def test_a_fingerprint_fits_a_signed_64_bit_column(text: str) -> None:
    assert -(2**63) <= fingerprint(text) < 2**63


@given(st.integers(-(2**63), 2**63 - 1), st.sets(st.integers(0, 63), max_size=6))
def test_near_counts_differing_bits(base: int, flipped: set[int]) -> None:
    other = (base % 2**64) ^ sum(1 << bit for bit in flipped)
    assert near(base, other) == near(other, base) == (len(flipped) <= 3)
