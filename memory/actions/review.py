"""A person's verdict on a claim."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from memory.models import (
    Action,
    Actor,
    Claim,
    ClaimStatus,
    Decision,
    Reason,
    ReviewItem,
    Workspace,
)
from memory.queries.evidence import resolve_now
from memory.rules.edit import Edit
from memory.rules.lifecycle import ENDED, Status, Trigger
from memory.rules.refused import Missing, Refused
from memory.steps.consolidate import consolidate_left
from memory.steps.locks import own_workspace
from memory.steps.quarantine import lag_until, leave_quarantine
from memory.steps.retire import retire
from memory.steps.revise import revise
from memory.steps.second_opinion import may_grant
from memory.steps.status import (
    Cause,
    Move,
    decide,
    lock_states,
    move,
    next_status,
)

VERDICTS = {
    "accept": Action.ACCEPT,
    "reject": Action.REJECT,
    "edit": Action.EDIT,
    "needs_evidence": Action.NEEDS_EVIDENCE,
}


class StaleVersion(Refused):
    """Somebody else has decided since the caller looked."""

    def __init__(self, claim: UUID, version: int) -> None:
        super().__init__(
            "stale_version",
            "The claim has changed since you looked at it.",
            field="version",
            hint=f"Its version is {version} now.",
        )
        self.claim = claim
        self.version = version


@dataclass(frozen=True)
class Reviewed:
    """The decision, and the claim that stands for the statement now.

    No decision where a first yes was kept and a second person has to agree.
    """

    decision: Decision | None
    claim: Claim


@dataclass(frozen=True)
class Verdict:
    """What a person decides about a claim that they saw at `version`."""

    kind: str
    version: int
    reason: str = ""
    note: str = ""
    edit: Edit | None = None


@transaction.atomic(durable=True)
def review(
    *,
    workspace: Workspace,
    claim: UUID,
    verdict: Verdict,
    by: Actor,
    now: datetime.datetime,
) -> Reviewed:
    """Decide about one claim and take it off the review queue.

    Keeps true: one decision for each version that people saw (StaleVersion for the
    second); nothing is accepted without a live derivation, nor by one person alone
    where much hangs on it; what is accepted out of
    quarantine takes the place of what it contradicts exactly as when the clock
    promotes it; a rejection names its reason, makes the statement a durable negative
    and disputes what rested on it.
    """
    _check(verdict)
    row = Claim.objects.filter(workspace=workspace, uid=claim).first()
    if row is None:
        raise Missing("claim")
    if verdict.kind != "needs_evidence":
        own_workspace(workspace)
    state = lock_states([row.pk])[row.pk]
    if state.version != verdict.version:
        raise StaleVersion(claim, state.version)
    if Status(state.status) in ENDED:
        raise Refused("wrong_status", f"The claim is {state.status}: it has ended.")
    if verdict.kind == "accept" and not _may_accept(workspace, row, state, by, now):
        return Reviewed(None, row)
    decision = _decide(workspace, row, state, verdict, by, now)
    waited = state.status == Status.quarantined
    reviewed = _carry_out(decision, row, state, verdict)
    if waited and verdict.kind in {"accept", "edit"}:
        consolidate_left(workspace, [reviewed.claim.pk], now)
    return reviewed


def _check(verdict: Verdict) -> None:
    if verdict.kind not in VERDICTS:
        raise Refused(
            "unknown_verdict",
            "There is no such verdict.",
            field="verdict",
            hint=f"One of {', '.join(VERDICTS)}.",
        )
    if verdict.kind == "reject" and verdict.reason not in Reason.values:
        raise Refused(
            "reason_required",
            "A rejection names its reason.",
            field="reason",
            hint=f"One of {', '.join(Reason.values)}.",
        )
    if (verdict.kind == "edit") != (verdict.edit is not None):
        raise Refused("edit_required", "An edit says what it changes.", field="edit")


def _decide(
    workspace: Workspace,
    claim: Claim,
    state: ClaimStatus,
    verdict: Verdict,
    by: Actor,
    now: datetime.datetime,
) -> Decision:
    item = ReviewItem.objects.filter(claim=claim).first()
    return decide(
        workspace,
        action=VERDICTS[verdict.kind],
        by=by,
        now=now,
        reason=verdict.reason,
        note=verdict.note,
        before={
            "claim": str(claim.uid),
            "status": state.status,
            "version": state.version,
            "lag_until": lag_until(claim),
            "waiting_since": item.waiting_since.isoformat() if item else None,
            "asked_evidence": item.asked_evidence if item else False,
        },
        after={"claim": str(claim.uid), "version": state.version + 1},
    )


def _carry_out(
    decision: Decision, claim: Claim, state: ClaimStatus, verdict: Verdict
) -> Reviewed:
    match verdict.kind:
        case "accept":
            _accept(decision, state)
        case "reject":
            retire(decision, claim, state, Trigger.rejected)
        case "needs_evidence":
            ReviewItem.objects.filter(claim=claim).update(
                asked_evidence=True, held_by=None, held_until=None
            )
            _move(decision, state, Status(state.status))
        case _:
            assert verdict.edit is not None
            return Reviewed(decision, revise(decision, claim, state, verdict.edit))
    return Reviewed(decision, claim)


def _may_accept(
    workspace: Workspace,
    claim: Claim,
    state: ClaimStatus,
    by: Actor,
    now: datetime.datetime,
) -> bool:
    if not resolve_now([claim.pk]).stands(claim.pk):
        raise Refused(
            "no_live_derivation",
            "No derivation of the claim rests on live evidence.",
            hint="Attach evidence, or reject it.",
        )
    return may_grant(
        workspace,
        claim=claim.pk,
        about=claim.uid,
        version=state.version,
        action=Action.ACCEPT,
        by=by,
        now=now,
    )


def _accept(decision: Decision, state: ClaimStatus) -> None:
    _move(decision, state, next_status(state, Trigger.accepted))
    leave_quarantine([state.claim_id])
    ReviewItem.objects.filter(claim_id=state.claim_id).delete()


def _move(decision: Decision, state: ClaimStatus, to: Status) -> None:
    move(
        decision,
        Cause("decision", decision.uid),
        [Move(state.claim_id, state.status, to, state.version, counts=True)],
    )
