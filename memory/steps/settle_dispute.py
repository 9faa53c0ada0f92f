"""Settles one dispute by a person's decision, with what it may take along."""

import datetime

from memory.models import (
    Actor,
    Claim,
    ClaimStatus,
    Decision,
    Dispute,
    DisputeState,
    ReviewItem,
    Workspace,
)
from memory.queries.evidence import resolve_now
from memory.rules.edit import Edit
from memory.rules.lifecycle import Status, Trigger
from memory.rules.refused import Refused
from memory.steps.alike import alike, propose
from memory.steps.curated import curated, enter, proposed
from memory.steps.dispute import settle
from memory.steps.events import tell_of
from memory.steps.retire import retire
from memory.steps.revise import revise
from memory.steps.second_opinion import may_grant
from memory.steps.settlement import (
    ACTIONS,
    GRANTING,
    Settled,
    Settlement,
    check,
    decide_about,
)
from memory.steps.status import Cause, Move, lock_states, move, next_status


def settle_dispute(
    workspace: Workspace,
    dispute: Dispute,
    settlement: Settlement,
    by: Actor,
    now: datetime.datetime,
) -> Settled:
    """Carry out a decision on a dispute that is locked and unsettled.

    Keeps true: nothing is upheld without a live derivation, no new evidence is dead
    or circular, and the decision covers every claim that it takes along. Needs the
    exclusive workspace lock.
    """
    check(settlement)
    claim = Claim.objects.get(pk=dispute.claim_id)
    along = alike(dispute, settlement.action) if settlement.take_along else []
    if settlement.action in GRANTING and not _may(
        workspace, dispute, settlement, len(along), by, now
    ):
        return Settled(dispute, None, claim)
    states = lock_states([claim.pk, *(each.claim_id for each in along)])
    decision = decide_about(
        claim, states[claim.pk], ACTIONS[settlement.action], settlement, by, now
    )
    standing = _carry_out(decision, dispute, states[claim.pk], settlement)
    for each in along:
        _follow(decision, each, states[each.claim_id], settlement.action)
    propose(dispute, settlement.action)
    dispute.refresh_from_db()
    return Settled(dispute, decision, standing, tuple(along))


def _may(
    workspace: Workspace,
    dispute: Dispute,
    settlement: Settlement,
    along: int,
    by: Actor,
    now: datetime.datetime,
) -> bool:
    if settlement.action == "uphold":
        _require_live(dispute.claim_id)
    return may_grant(
        workspace,
        claim=dispute.claim_id,
        about=dispute.uid,
        version=dispute.version,
        action=settlement.action,
        along=along,
        by=by,
        now=now,
    )


def _carry_out(
    decision: Decision, dispute: Dispute, state: ClaimStatus, settlement: Settlement
) -> Claim:
    claim = Claim.objects.get(pk=dispute.claim_id)
    match settlement.action:
        case "resupport":
            _attach(decision, claim, settlement)
            _return(decision, lock_states([claim.pk])[claim.pk], Trigger.resupported)
        case "revise":
            return _revise(decision, claim, state, settlement)
        case _:
            _follow(decision, dispute, state, settlement.action)
    return claim


def _follow(
    decision: Decision, dispute: Dispute, state: ClaimStatus, action: str
) -> None:
    """Do the same for a dispute, whether it is the first or taken along."""
    match action:
        case "retire":
            retire(decision, dispute.claim, state, Trigger.retired)
        case "defer":
            _defer(decision, dispute, state)
        case _:
            _require_live(dispute.claim_id)
            _return(decision, state, Trigger.upheld)


def _require_live(claim: int) -> None:
    if not resolve_now([claim]).stands(claim):
        raise Refused(
            "no_live_derivation",
            "No derivation of the claim rests on live evidence.",
            hint="Attach evidence, or retire it.",
        )


def _return(decision: Decision, state: ClaimStatus, trigger: Trigger) -> None:
    to = next_status(state, trigger)
    cause = Cause("decision", decision.uid)
    moved = Move(state.claim_id, state.status, to, state.version, counts=True)
    move(decision, cause, [moved])
    ReviewItem.objects.filter(claim_id=state.claim_id).delete()
    settle(decision, [state.claim_id])


def _defer(decision: Decision, dispute: Dispute, state: ClaimStatus) -> None:
    """Keep it disputed on purpose; whoever listens may raise a tension."""
    move(
        decision,
        Cause("decision", decision.uid),
        [Move(state.claim_id, state.status, Status(state.status), state.version, True)],
    )
    Dispute.objects.filter(pk=dispute.pk).update(
        state=DisputeState.DEFERRED, settled_by=decision, version=dispute.version + 1
    )
    tell_of(decision.workspace, "dispute_deferred", [dispute.uid], decision.at)


def _attach(decision: Decision, claim: Claim, settlement: Settlement) -> None:
    """A curator's derivation of the same claim, on new evidence."""
    origin = curated(decision, claim, superseding=False)
    edit = settlement.edit or Edit()
    accepted = proposed(origin, claim, edit, None, settlement.supports)
    enter(origin, decision, accepted)


def _revise(
    decision: Decision, claim: Claim, state: ClaimStatus, settlement: Settlement
) -> Claim:
    assert settlement.edit is not None
    standing = revise(
        decision, claim, state, settlement.edit, supports=settlement.supports
    )
    if standing.pk == claim.pk:
        _return(decision, lock_states([claim.pk])[claim.pk], Trigger.upheld)
    return standing
