"""Confirm or dismiss a finding."""

import datetime
from uuid import UUID

from django.db import transaction

from memory.classifier.finding import ALARMS
from memory.models import Action, Actor, Decision, Workspace
from memory.queries.finding import loaded
from memory.rules.refused import Missing, Refused
from memory.steps.finding_state import DECIDED, settle
from memory.steps.status import decide

VERDICTS = {"confirm": Action.CONFIRM, "dismiss": Action.DISMISS}


@transaction.atomic(durable=True)
def judge_finding(
    *,
    workspace: Workspace,
    finding: UUID,
    verdict: str,
    note: str = "",
    seen: str | None = None,
    by: Actor,
    now: datetime.datetime,
) -> Decision:
    """Say whether a finding is right; the same again changes nothing.

    `seen` is the state that the person saw: refused when it is another one by now.
    Keeps true: the decision holds for that text wherever it stands and whenever it is
    checked again; it lowers and raises no belief.
    """
    locked = loaded().select_for_update(of=("self",))
    row = locked.filter(workspace=workspace, uid=finding).first()
    if row is None:
        raise Missing("finding")
    if verdict not in VERDICTS:
        raise Refused("verdict", "A finding is confirmed or dismissed.")
    if row.verdict not in ALARMS:
        raise Refused("nothing_to_judge", "Only an alarm is confirmed or dismissed.")
    action = VERDICTS[verdict]
    if row.decision is not None and row.state == DECIDED[action]:
        return row.decision
    told = {"finding": str(row.uid), "check": row.kind}
    if seen is not None and seen != row.state:
        raise Refused(
            "later_decisions",
            "Somebody decided about the same finding meanwhile.",
            hint=f"It is {row.state} now.",
        )
    decision = decide(
        workspace,
        action=action,
        by=by,
        now=now,
        note=note,
        before=told | {"state": row.state},
        after=told | {"state": DECIDED[action].value},
    )
    settle(row, DECIDED[action], decision)
    return decision
