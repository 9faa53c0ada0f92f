"""What a person decides about a conflict."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from memory.models import Action, Reason
from memory.rules.edit import Edit
from memory.rules.refused import Refused

ACTIONS = {
    "supersede": Action.SUPERSEDE,
    "retire": Action.RETIRE,
    "qualify": Action.QUALIFY,
    "keep_open": Action.KEEP_OPEN,
}


@dataclass(frozen=True)
class ConflictSettlement:
    """What a person decides about a conflict that they saw at `version`.

    `claim` is the one that is acted on: the old one that the world has overtaken, the
    wrong one, or the one to qualify (both are true). `changed_at` is when the world
    changed; by default when the other claim begins to hold.
    """

    action: str
    version: int
    claim: UUID | None = None
    reason: str = ""
    note: str = ""
    changed_at: datetime.datetime | None = None
    edit: Edit | None = None


def check(settlement: ConflictSettlement) -> None:
    """Refuse what no conflict could be settled by."""
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
    if (settlement.action == "qualify") != (settlement.edit is not None):
        raise Refused("edit_required", "Qualifying says what it changes.", field="edit")
