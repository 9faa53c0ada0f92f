"""What a person decides about a dispute, and what comes of it."""

import datetime
from dataclasses import dataclass

from memory.models import (
    Action,
    Actor,
    Claim,
    ClaimStatus,
    Decision,
    Dispute,
    Reason,
)
from memory.rules.candidate import Premise, Quote
from memory.rules.edit import Edit
from memory.rules.refused import Refused
from memory.steps.conflict_settlement import ConflictSettlement
from memory.steps.status import decide

ACTIONS = {
    "uphold": Action.UPHOLD,
    "revise": Action.REVISE,
    "resupport": Action.RESUPPORT,
    "retire": Action.RETIRE,
    "defer": Action.DEFER,
}
GRANTING = frozenset({"uphold", "resupport"})
ALONG = frozenset({"uphold", "resupport", "retire", "defer"})


@dataclass(frozen=True)
class Settlement:
    """What a person decides about a dispute that they saw at `version`.

    `supports` are the evidence of a re-support, or what a revision rests on; `edit`
    is what a revision changes. With `take_along` the dependants that are disputed for
    no other reason are settled alike.
    """

    action: str
    version: int
    reason: str = ""
    note: str = ""
    edit: Edit | None = None
    supports: tuple[Quote | Premise, ...] = ()
    take_along: bool = False


@dataclass(frozen=True)
class Settled:
    """The dispute as it is now, and the claim that stands for its statement.

    `along` are the disputes settled with it. `decision` is none while a second
    person has to agree.
    """

    dispute: Dispute
    decision: Decision | None
    claim: Claim
    along: tuple[Dispute, ...] = ()


def check(settlement: Settlement) -> None:
    """Refuse what no dispute could be settled by."""
    if settlement.action not in ACTIONS:
        raise Refused(
            "unknown_action",
            "There is no such action.",
            field="action",
            hint=f"One of {', '.join(ACTIONS)}.",
        )
    if settlement.action == "retire" and settlement.reason not in Reason.values:
        raise Refused(
            "reason_required",
            "Retiring names its reason.",
            field="reason",
            hint=f"One of {', '.join(Reason.values)}.",
        )
    if settlement.action == "resupport" and not settlement.supports:
        raise Refused("no_support", "Name the new evidence.", field="supports")
    if (settlement.action == "revise") != (settlement.edit is not None):
        raise Refused("edit_required", "A revision says what it changes.", field="edit")
    if settlement.take_along and settlement.action not in ALONG:
        raise Refused("not_together", "A revision is of one claim.", field="take_along")


def decide_about(
    claim: Claim,
    state: ClaimStatus,
    action: Action,
    settlement: Settlement | ConflictSettlement,
    by: Actor,
    now: datetime.datetime,
) -> Decision:
    """The decision that settles something about a claim, one more of its versions.

    A reason that is not of the closed list is free words, and lies beside.
    """
    retiring = action == Action.RETIRE
    return decide(
        claim.workspace,
        action=action,
        by=by,
        now=now,
        reason=settlement.reason if retiring else "",
        note=settlement.note or ("" if retiring else settlement.reason),
        before={
            "claim": str(claim.uid),
            "status": state.status,
            "version": state.version,
        },
        after={"claim": str(claim.uid), "version": state.version + 1},
    )
