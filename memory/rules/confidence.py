"""How sure a claim is, which way that may be wrong, and how it fades with age."""

import math

from memory.rules.composition import Confidence, Reading, compose
from memory.rules.direction import direction, shown
from memory.rules.fingerprint import fingerprint, near

__all__ = [
    "Confidence",
    "Reading",
    "compose",
    "direction",
    "fingerprint",
    "near",
    "now",
    "shown",
]


def now(confidence: float, age_days: float, half_life_days: float | None) -> float:
    """Let a confidence fall by half every half-life; none, or no age, keeps it.

    The age is that of the youngest live derivation. Raises ValueError for a
    half-life that is not positive.
    """
    if half_life_days is None:
        return confidence
    if not half_life_days > 0:
        raise ValueError("a half-life is positive")
    return confidence * math.exp2(-max(age_days, 0.0) / half_life_days)
