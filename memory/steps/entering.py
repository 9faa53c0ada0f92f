"""The status that entering evidence gives to claims, new ones and known ones."""

from collections.abc import Mapping, Sequence

from memory.models import ClaimStatus
from memory.queries.evidence import Evidence
from memory.rules.lifecycle import Status, Trigger, after, born
from memory.steps.status import Move


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


def met_again(state: ClaimStatus, before: Evidence) -> Move:
    """New evidence for a claim that had none left, or had ended, waits out the lag."""
    status = Status(state.status)
    to = status
    if status == Status.admissible and not before.stands(state.claim_id):
        status = after(status, Trigger.found_dangling)
    if status in {Status.unverified, Status.superseded}:
        to = after(status, Trigger.requarantined)
    return Move(state.claim_id, state.status, to, state.version, counts=True)
