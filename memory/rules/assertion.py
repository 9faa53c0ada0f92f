"""What is wrong with a candidate by itself, before anything that it names is known."""

from memory.rules.candidate import Candidate

CLAIM_TYPES = frozenset(
    {"relation", "attribute", "quantity", "event", "causal", "preference", "summary"}
)


def fault_of(candidate: Candidate) -> tuple[str, str] | None:
    """The reason and its words for people; none for a sound candidate.

    Sound is a κ in (0, 1], no type or a known one, and a validity that ends no
    earlier than it begins.
    """
    if not 0 < candidate.kappa <= 1:
        return "confidence_out_of_range", "κ lies in (0, 1]."
    if candidate.type and candidate.type not in CLAIM_TYPES:
        return "unknown_type", f"No claim is of type “{candidate.type}”."
    start, end = candidate.valid_from, candidate.valid_to
    if start and end and end < start:
        return "validity_out_of_order", "The validity ends before it begins."
    return None
