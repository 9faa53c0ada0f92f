"""Promote claims whose consolidation lag has passed."""

import datetime
from collections.abc import Collection

from django.db import transaction

from memory.models import Action, Actor, Quarantine, Workspace
from memory.queries.evidence import Evidence, resolve_now
from memory.rules.lifecycle import Status, Trigger, after
from memory.steps.conflict import note_conflicts
from memory.steps.events import tell
from memory.steps.locks import share_workspace
from memory.steps.quarantine import leave_quarantine
from memory.steps.status import Cause, Move, decide, lock_states, move

BATCH = 500


@transaction.atomic(durable=True)
def promote(*, workspace: Workspace, now: datetime.datetime) -> list[int]:
    """Promote a batch of due claims; gives the ids of those that were.

    Keeps true: nothing is promoted before its lag has passed by the database's
    clock, without live evidence, or before its premises; where the workspace asks
    for a person's acceptance, the clock promotes nothing.
    """
    if workspace.requires_acceptance:
        return []
    share_workspace(workspace)
    ready = _ready(workspace, now)
    if not ready:
        return []
    decision = decide(
        workspace, action=Action.PROMOTE, by=Actor(policy="consolidation lag"), now=now
    )
    states = lock_states(ready)
    moves = [
        Move(
            state.claim_id,
            state.status,
            after(Status(state.status), Trigger.lag_passed),
            state.version,
        )
        for state in states.values()
    ]
    move(decision, Cause("promotion", decision.uid), moves)
    leave_quarantine(ready)
    note_conflicts(workspace, ready, now)
    tell(workspace, "claim_promoted", ready, now)
    return ready


def _ready(workspace: Workspace, now: datetime.datetime) -> list[int]:
    due = list(
        Quarantine.objects.select_for_update(skip_locked=True, of=("self",))
        .filter(workspace=workspace, lag_until__lte=now)
        .filter(claim__state__status=Status.quarantined)
        .order_by("lag_until", "claim_id")
        .values_list("claim_id", flat=True)[:BATCH]
    )
    evidence = resolve_now(due)
    ready: set[int] = set()
    # A premise may be promoted in this batch too: repeat until nothing is added.
    while more := {x for x in due if x not in ready and _may(x, evidence, ready)}:
        ready |= more
    return sorted(ready)


def _may(claim: int, evidence: Evidence, promoted: Collection[int]) -> bool:
    """Whether some live derivation rests on nothing that is still in quarantine."""
    return any(
        all(
            premise in promoted or evidence.statuses[premise] == Status.admissible
            for premise in evidence.premises[derivation]
        )
        for derivation in evidence.live_derivations(claim)
    )
