"""What becomes of an older claim when one that contradicts it leaves quarantine."""

from collections.abc import Set as AbstractSet
from enum import StrEnum


class Outcome(StrEnum):
    """How the older claim fares; `both` leaves the conflict to a person."""

    superseded = "superseded"
    newer_evidence = "newer_evidence"
    unverifiable = "unverifiable"
    both = "both"


def overlap(first: AbstractSet[int], second: AbstractSet[int]) -> float:
    """Jaccard: the share of all observations that both sets hold, in [0, 1].

    Two empty sets have nothing in common.
    """
    union = len(first | second)
    return len(first & second) / union if union else 0.0


def outcome(
    *, stands: bool, shared: float, threshold: float, newer_wins: bool
) -> Outcome:
    """Decide about a claim that another one, of a later episode, contradicts.

    More overlap than the threshold means that both read the same evidence, so that
    the world, or the reading of it, changed. Without a contradiction this is never
    asked, however large the overlap.
    """
    if not stands:
        return Outcome.unverifiable
    if shared > threshold:
        return Outcome.superseded
    return Outcome.newer_evidence if newer_wins else Outcome.both
