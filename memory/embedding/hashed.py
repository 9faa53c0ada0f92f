"""The last resort: vectors of hashed words and letters, which know no meaning."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

DIMENSIONS = 384
# What a word's letters count beside the word itself.
LETTERS = 0.3


@dataclass(frozen=True)
class Hashed:
    """Likeness of spelling only; `degraded` says why it is in use."""

    degraded: str
    model: str = "hashed-words-384"
    dimensions: int = DIMENSIONS

    def embed(self, texts: Sequence[str], *, seconds: float) -> list[list[float]]:
        """One vector a text, the same on every machine."""
        return [_vector(text) for text in texts]


def _vector(text: str) -> list[float]:
    vector = [0.0] * DIMENSIONS
    for feature, weight in _features(text):
        digest = hashlib.blake2b(feature.encode(), digest_size=8).digest()
        number = int.from_bytes(digest)
        vector[number % DIMENSIONS] += weight if number >> 63 else -weight
    # A text without words is like none other; zero has no direction.
    return vector if any(vector) else [1.0] + [0.0] * (DIMENSIONS - 1)


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in re.findall(r"\w+", text.casefold()):
        yield word, 1.0
        spelled = f"^{word}$"
        for start in range(len(spelled) - 2):
            yield spelled[start : start + 3], LETTERS
