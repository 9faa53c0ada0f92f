"""Promote claims whose consolidation lag has passed."""

import datetime
from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import QuerySet

from memory.models import Action, Actor, Quarantine, Workspace
from memory.queries.damage import alarmed
from memory.queries.evidence import Evidence, resolve_now
from memory.queries.rivals import contradicted, rivals
from memory.rules.consolidation import Outcome
from memory.rules.lifecycle import Status, Trigger, after
from memory.steps.conflict import note_conflicts
from memory.steps.consolidate import consolidate, decided
from memory.steps.cycles import NeedsExclusive
from memory.steps.events import tell
from memory.steps.locks import own_workspace, share_workspace
from memory.steps.quarantine import leave_quarantine
from memory.steps.status import Cause, Move, decide, lock_states, move

BATCH = 500


def promote(*, workspace: Workspace, now: datetime.datetime) -> list[int]:
    """Promote a batch of due claims; gives the ids of those that were.

    Keeps true: nothing is promoted before its lag has passed by the database's
    clock, without live evidence, or before its premises; where the workspace asks
    for a person's acceptance, the clock promotes nothing. What a promoted claim
    contradicts is superseded, retired or in conflict with it in the same transaction.
    """
    if workspace.requires_acceptance or alarmed(workspace):
        return []
    try:
        return _promote(workspace, now, exclusive=False)
    except NeedsExclusive:
        return _promote(workspace, now, exclusive=True)


@transaction.atomic(durable=True)
def _promote(
    workspace: Workspace, now: datetime.datetime, *, exclusive: bool
) -> list[int]:
    lock = own_workspace if exclusive else share_workspace
    lock(workspace)
    promising = _promising(workspace, now)
    # With what they contradict: one by one, two writers would wait for each other.
    states = lock_states(contradicted(promising))
    # Whoever held one of them may have decided otherwise.
    due = _due(workspace, now).filter(claim__in=set(promising) & states.keys())
    ready = _ready(due.values_list("claim_id", flat=True))
    if older := [x for x in rivals(ready) if decided(workspace, x) != Outcome.both]:
        if not exclusive:
            raise NeedsExclusive
        for each in older:
            consolidate(workspace, each, now)
        # Some of them may have ended just now, or lost a premise.
        ready = _ready(due.all().values_list("claim_id", flat=True))
    return _move(workspace, ready, now)


def _move(workspace: Workspace, ready: list[int], now: datetime.datetime) -> list[int]:
    if not ready:
        return []
    states = lock_states(ready)
    decision = decide(
        workspace, action=Action.PROMOTE, by=Actor(policy="consolidation lag"), now=now
    )
    to = after(Status.quarantined, Trigger.lag_passed)
    moves = [
        Move(claim, states[claim].status, to, states[claim].version) for claim in ready
    ]
    move(decision, Cause("promotion", decision.uid), moves)
    leave_quarantine(ready)
    note_conflicts(workspace, ready, now)
    tell(workspace, "claim_promoted", ready, now)
    return ready


def _due(workspace: Workspace, now: datetime.datetime) -> QuerySet[Quarantine]:
    return Quarantine.objects.filter(
        workspace=workspace,
        lag_until__lte=now,
        claim__state__status=Status.quarantined,
    )


def _promising(workspace: Workspace, now: datetime.datetime) -> list[int]:
    """A batch in which something is ready; claims that never are hold up nobody."""
    rows = _due(workspace, now).order_by("lag_until", "claim_id")
    due = list(rows.values_list("claim_id", flat=True))
    batches = (due[start : start + BATCH] for start in range(0, len(due), BATCH))
    return next((ready for batch in batches if (ready := _ready(batch))), [])


def _ready(due: Iterable[int]) -> list[int]:
    waiting = set(due)
    evidence = resolve_now(waiting)
    ready: set[int] = set()
    # A premise may be promoted in this batch too: repeat until nothing is added.
    while more := {x for x in waiting - ready if _may(x, evidence, ready)}:
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
