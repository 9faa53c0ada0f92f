"""Lets tensions follow the claims they depend on, where no person has decided."""

import datetime
from collections.abc import Collection

from django.db.models import Q

from memory.models import Actor, Claim, Conflict, Workspace
from memory.queries.conflicting import in_force
from memory.queries.evidence import resolve_now
from memory.rules.lifecycle import Status
from tension.models import Act, Origin, Tension
from tension.rules.states import State
from tension.steps.history import change
from tension.steps.meetings import AWAKE

OVER = Actor(policy="the conflict is over")
AGAIN = Actor(policy="the conflict is back")
FELL = Actor(policy="the answer fell")
ACTIVE = {Status.quarantined.value, Status.admissible.value}


def follow_claims(
    workspace: Workspace, claims: Collection[int], now: datetime.datetime
) -> None:
    """Close contradictions that are over, open those that are back, and open what a
    claim had answered that may no longer be believed.
    """
    _follow_answers(workspace, claims, now)
    touching = Q(first__in=claims) | Q(second__in=claims)
    rows = Conflict.objects.filter(touching, workspace=workspace)
    force = set(in_force(rows).values_list("uid", flat=True))
    for conflict in rows.order_by("pk"):
        _follow_conflict(conflict, conflict.uid in force, now)


def _follow_answers(
    workspace: Workspace, claims: Collection[int], now: datetime.datetime
) -> None:
    rows = Tension.objects.select_for_update(of=("self",)).filter(
        workspace=workspace, state=State.answered, answer__in=claims
    )
    for row in rows.exclude(answer__state__status__in=ACTIVE).order_by("pk"):
        change(row, Act.REOPEN, FELL, now, fields=AWAKE | {"answer_id": None})


def _follow_conflict(
    conflict: Conflict, in_force: bool, now: datetime.datetime
) -> None:
    rows = Tension.objects.select_for_update(of=("self",))
    row = rows.filter(
        workspace=conflict.workspace_id, origin=Origin.CONFLICT, origin_uid=conflict.uid
    ).first()
    if row is None:
        return
    if row.unresolved and not in_force:
        _close(row, conflict, now)
    elif in_force and not row.unresolved and _by(row) == OVER.policy:
        change(row, Act.REOPEN, AGAIN, now, fields=AWAKE | {"answer_id": None})


def _close(row: Tension, conflict: Conflict, now: datetime.datetime) -> None:
    """Answered by the claim that is left, or dropped where none is."""
    left = _left(conflict)
    act = Act.DROP if left is None else Act.ANSWER
    state = State.dropped if left is None else State.answered
    fields = AWAKE | {"state": state.value, "answer_id": left}
    change(row, act, OVER, now, fields=fields)


def _left(conflict: Conflict) -> int | None:
    ends = [conflict.first_id, conflict.second_id]
    rows = Claim.objects.filter(pk__in=ends, state__status__in=ACTIVE)
    found = list(rows.values_list("pk", flat=True))
    evidence = resolve_now(found)
    return next((pk for pk in found if evidence.stands(pk)), None)


def _by(row: Tension) -> str:
    last = row.history.order_by("-id").first()
    return last.policy if last else ""
