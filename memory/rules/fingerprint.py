"""Fingerprints of texts, by which near-identical wordings are one voice."""

import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from unicodedata import normalize

BITS = 64
NEAR = 3
SHINGLE = 3
# Below this many words one changed word is much of the text: only equal ones match.
FEWEST_WORDS = 12

_MASK = (1 << BITS) - 1
_BAND = BITS // (NEAR + 1)
_EDGES = re.compile(r"^[\"'.,;:!?()\[\]«»“”‘’]+|[\"'.,;:!?()\[\]«»“”‘’]+$")


def fingerprint(text: str) -> int:
    """Give a signed 64-bit fingerprint that survives case, spacing and edge marks.

    A simhash (Charikar, 2002) of the text's three-word shingles; for fewer than
    12 words a hash of the words, so that only equal short texts match.
    """
    words = list(_words(text))
    if len(words) < FEWEST_WORDS:
        return _signed(_hash(" ".join(words)))
    last = len(words) - SHINGLE + 1
    shingles = {" ".join(words[at : at + SHINGLE]) for at in range(last)}
    return _signed(_simhash(map(_hash, shingles)))


def near(a: int, b: int) -> bool:
    """Tell whether two fingerprints differ in at most 3 of their 64 bits."""
    return ((a ^ b) & _MASK).bit_count() <= NEAR


def bands(print_: int) -> Iterator[tuple[int, int]]:
    """Yield four keys of which two near fingerprints share at least one.

    Three differing bits leave one of four bands untouched.
    """
    unsigned = print_ & _MASK
    for place in range(NEAR + 1):
        yield place, unsigned >> place * _BAND & (1 << _BAND) - 1


def _words(text: str) -> Iterator[str]:
    for word in normalize("NFKC", text).casefold().split():
        bare = _EDGES.sub("", word)
        if bare:
            yield bare


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=BITS // 8).digest())


def _simhash(hashes: Iterable[int]) -> int:
    total = 0
    counts = [0] * BITS
    for value in hashes:
        total += 1
        for bit in range(BITS):
            counts[bit] += value >> bit & 1
    return sum(1 << bit for bit in range(BITS) if 2 * counts[bit] > total)


def _signed(value: int) -> int:
    return value - (1 << BITS) if value >> BITS - 1 else value
