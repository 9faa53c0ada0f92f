"""Revives what a claim had superseded once that claim loses its last evidence."""

from collections.abc import Collection

from django.db import connection

from memory.models import Action, Actor, Claim, Decision, Supersession
from memory.queries.closure import affected
from memory.queries.evidence import Seeds, resolve_now
from memory.rules.lifecycle import Status, Trigger
from memory.steps.conflict import note_conflicts
from memory.steps.restore import come_back, weigh_now
from memory.steps.status import Cause, Move, decide, lock_states, move, next_status
from memory.steps.validity import restate_as_before

BY = Actor(policy="revival")


def revive(because: Decision, lost: Collection[int]) -> None:
    """Bring back the claims that lost ones had superseded, each by its own decision.

    Keeps true: only what has live evidence comes back, with the validity that it had
    before; what was disputed for its end alone comes back with it. Needs the
    exclusive workspace lock.
    """
    if not lost:
        return
    with connection.cursor() as cursor:
        cursor.execute(SUPERSEDED, [sorted(lost)])
        ids = [id_ for (id_,) in cursor.fetchall()]
    if not ids:
        return
    rows = Supersession.objects.filter(pk__in=ids)
    for row in rows.select_related("old", "decision").order_by("id"):
        if resolve_now([row.old_id]).stands(row.old_id):
            _revive(because, row)


SUPERSEDED = """
SELECT id FROM memory_supersession WHERE new_id = ANY(%s) AND undone_by_id IS NULL
"""


def _revive(because: Decision, row: Supersession) -> None:
    old: Claim = row.old
    state = lock_states([old.pk])[old.pk]
    if state.status != Status.superseded:
        return
    back = Seeds(claims=frozenset({old.pk}))
    before = weigh_now(affected(back))
    decision = decide(
        because.workspace,
        action=Action.REVIVE,
        by=BY,
        now=because.at,
        before={"claim": str(old.uid), "status": state.status},
        after={"claim": str(old.uid), "because": str(because.uid)},
    )
    row.undone_by = decision
    row.save(update_fields=["undone_by"])
    restate_as_before(decision, row.decision, [old.pk])
    cause = Cause("revival", decision.uid)
    to = next_status(state, Trigger.revived)
    move(decision, cause, [Move(old.pk, state.status, to, state.version, counts=True)])
    come_back(decision, cause, back, before=before, spared=frozenset({old.pk}))
    note_conflicts(because.workspace, [old.pk], because.at)
