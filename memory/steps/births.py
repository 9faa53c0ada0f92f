"""The first status of claims that enter together."""

from collections.abc import Mapping, Sequence

from memory.queries.evidence import Evidence
from memory.rules.lifecycle import Status, born


def first_statuses(new: Sequence[int], evidence: Evidence) -> dict[int, Status]:
    """Statuses of the closure in which doubt has reached the new claims too."""
    statuses = dict(evidence.statuses)
    # A new claim may rest on another new one: repeat until doubt spreads no further.
    while doubtful := {
        claim
        for claim in new
        if statuses[claim] != Status.disputed
        and _born(claim, evidence, statuses) == Status.disputed
    }:
        statuses.update(dict.fromkeys(doubtful, Status.disputed))
    return statuses


def _born(claim: int, evidence: Evidence, statuses: Mapping[int, Status]) -> Status:
    return born(
        [
            [statuses[premise] for premise in evidence.premises[derivation]]
            for derivation in evidence.derivations_of[claim]
        ]
    )
