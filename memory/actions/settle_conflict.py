"""Settle a conflict: supersede, retire, qualify, or keep it open."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from memory.models import (
    Actor,
    Claim,
    ClaimStatus,
    Conflict,
    ConflictState,
    Decision,
    EpisodeKind,
    Workspace,
)
from memory.queries.belief import statement
from memory.queries.contradictions import contradictions
from memory.rules.lifecycle import Status, Trigger
from memory.rules.refused import Missing, Refused
from memory.steps.conflict_settlement import ACTIONS, ConflictSettlement, check
from memory.steps.curated import write_episode
from memory.steps.events import tell_of
from memory.steps.locks import own_workspace
from memory.steps.retire import retire
from memory.steps.revise import revise
from memory.steps.settlement import decide_about
from memory.steps.status import Cause, Move, lock_states, move
from memory.steps.supersede import supersede

__all__ = ["ConflictSettlement", "SettledConflict", "StaleConflict", "settle_conflict"]


class StaleConflict(Refused):
    """Somebody else has decided since the caller looked."""

    def __init__(self, conflict: Conflict) -> None:
        super().__init__(
            "stale_version",
            "The conflict has changed since you looked at it.",
            field="version",
            hint=f"It is {conflict.state}, at version {conflict.version}.",
        )
        self.conflict = conflict
        self.version = conflict.version


@dataclass(frozen=True)
class SettledConflict:
    """The conflict as it is now, with its decision."""

    conflict: Conflict
    decision: Decision


@transaction.atomic(durable=True)
def settle_conflict(
    *,
    workspace: Workspace,
    conflict: UUID,
    settlement: ConflictSettlement,
    by: Actor,
    now: datetime.datetime,
) -> SettledConflict:
    """Settle a conflict as a person decides.

    Keeps true: one decision for each version that people saw; "the world changed" and
    "it was wrong" stay different; a supersession's episode is written before the old
    claim ends; what is qualified no longer conflicts.
    """
    check(settlement)
    own_workspace(workspace)
    row = _locked(workspace, conflict)
    if row.version != settlement.version or row.state == ConflictState.SETTLED:
        raise StaleConflict(row)
    claim, other = _ends(row, settlement)
    state = lock_states([claim.pk, other.pk])[claim.pk]
    decision = decide_about(
        claim, state, ACTIONS[settlement.action], settlement, by, now
    )
    _carry_out(decision, row, claim, other, settlement, state)
    kept = settlement.action == "keep_open"
    row.state = ConflictState.KEPT if kept else ConflictState.SETTLED
    row.settled_by = decision
    row.version += 1
    row.save()
    return SettledConflict(row, decision)


def _carry_out(
    decision: Decision,
    row: Conflict,
    claim: Claim,
    other: Claim,
    settlement: ConflictSettlement,
    state: ClaimStatus,
) -> None:
    match settlement.action:
        case "supersede":
            text = f"Supersedes “{statement(claim)}” by “{statement(other)}”"
            episode = write_episode(decision, EpisodeKind.SUPERSESSION, text)
            supersede(decision, episode, claim, other, state, settlement.changed_at)
        case "retire":
            retire(decision, claim, state, Trigger.retired)
        case "qualify":
            assert settlement.edit is not None
            standing = revise(decision, claim, state, settlement.edit)
            _require_apart(standing, other)
        case _:
            _keep_open(decision, row, state)


def _locked(workspace: Workspace, conflict: UUID) -> Conflict:
    rows = Conflict.objects.select_for_update(of=("self",))
    row = rows.filter(workspace=workspace, uid=conflict).first()
    if row is None:
        raise Missing("conflict")
    return row


def _ends(row: Conflict, settlement: ConflictSettlement) -> tuple[Claim, Claim]:
    """The claim that is acted on, and the other one."""
    first, second = Claim.objects.filter(pk__in=[row.first_id, row.second_id]).order_by(
        "pk"
    )
    if settlement.claim == second.uid:
        return second, first
    if settlement.claim == first.uid or settlement.action == "keep_open":
        return first, second
    raise Refused(
        "unknown_claim", "Name one of the two claims in conflict.", field="claim"
    )


def _require_apart(claim: Claim, other: Claim) -> None:
    pair = {claim.pk, other.pk}
    if any({x.first, x.second} == pair for x in contradictions([claim.pk])):
        raise Refused(
            "still_conflicting",
            "So qualified, the two still cannot both hold.",
            field="edit",
        )


def _keep_open(decision: Decision, row: Conflict, state: ClaimStatus) -> None:
    move(
        decision,
        Cause("decision", decision.uid),
        [Move(state.claim_id, state.status, Status(state.status), state.version, True)],
    )
    tell_of(decision.workspace, "conflict_kept_open", [row.uid], decision.at)
