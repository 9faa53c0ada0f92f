"""Record what reading already says of claims that fell, and of those that stand."""

import datetime
import logging
from dataclasses import dataclass

from django.db import transaction

from memory.models import Action, Actor, Alarm, ClaimStatus, Workspace
from memory.queries.damage import alarmed, damaged
from memory.queries.evidence import resolve_now
from memory.rules.lifecycle import Status, Trigger, after
from memory.steps.locks import share_workspace
from memory.steps.status import Cause, Move, decide, lock_states, move

BATCH = 500
BY = Actor(policy="liveness sweep")
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Swept:
    """What a batch recorded; `last` is the claim to go on after, none at the end."""

    fallen: tuple[int, ...] = ()
    restored: tuple[int, ...] = ()
    last: int | None = None


@transaction.atomic(durable=True)
def watch(*, workspace: Workspace, now: datetime.datetime) -> Alarm | None:
    """Raise an alarm where evidence is gone without a record, or clear it.

    Keeps true: while an alarm is in force nothing is swept or promoted; what has no
    live evidence stays withheld, since reading never asks a sweep.
    """
    share_workspace(workspace)
    found = damaged(workspace)
    rows = Alarm.objects.select_for_update().filter(
        workspace=workspace, cleared_at=None
    )
    if not found:
        rows.update(cleared_at=now)
        return None
    logger.error(
        "workspace %s: evidence is gone without a record; the sweeps stand still:"
        " derivations %s",
        workspace.slug,
        found,
    )
    alarm = rows.first()
    if alarm is None:
        alarm, _ = Alarm.objects.get_or_create(
            workspace=workspace,
            cleared_at=None,
            defaults={"found_at": now, "derivations": found},
        )
    return alarm


@transaction.atomic(durable=True)
def sweep(*, workspace: Workspace, now: datetime.datetime, since: int = 0) -> Swept:
    """Sweep a batch of claims, those with an id after `since`.

    Keeps true: a promoted claim without a live derivation becomes unverified and one
    whose evidence is live again admissible, each with its decision by policy.
    """
    if alarmed(workspace):
        return Swept()
    share_workspace(workspace)
    ids = _batch(workspace, since)
    states = lock_states(ids)
    evidence = resolve_now(states)
    swept = {x for x, s in states.items() if s.status in SWEPT}
    fallen = _moves(
        {x: states[x] for x in swept if not evidence.stands(x)},
        Status.admissible,
        Trigger.found_dangling,
    )
    restored = _moves(
        {x: states[x] for x in swept if evidence.stands(x)},
        Status.unverified,
        Trigger.evidence_restored,
    )
    _record(workspace, Action.FIND_DANGLING, fallen, now)
    _record(workspace, Action.RESTORE, restored, now)
    return Swept(
        tuple(each.claim for each in fallen),
        tuple(each.claim for each in restored),
        ids[-1] if len(ids) == BATCH else None,
    )


SWEPT = frozenset({Status.admissible, Status.unverified})


def _batch(workspace: Workspace, since: int) -> list[int]:
    rows = ClaimStatus.objects.filter(
        claim__workspace=workspace, claim_id__gt=since, status__in=SWEPT
    )
    return list(rows.order_by("claim_id").values_list("claim_id", flat=True)[:BATCH])


def _moves(
    states: dict[int, ClaimStatus], status: Status, trigger: Trigger
) -> list[Move]:
    return [
        Move(claim, state.status, after(status, trigger), state.version)
        for claim, state in sorted(states.items())
        if state.status == status
    ]


def _record(
    workspace: Workspace, action: Action, moves: list[Move], now: datetime.datetime
) -> None:
    if moves:
        decision = decide(workspace, action=action, by=BY, now=now)
        move(decision, Cause("sweep", decision.uid), moves)
