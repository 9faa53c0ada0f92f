"""Judge a collision: productive, coincidental, along a wrong path, or open again."""

import datetime
from uuid import UUID

from django.db import transaction

from memory.models import Actor, Claim, Workspace
from memory.rules.refused import Missing, Refused
from tension.models import Act, Collision, CollisionState
from tension.steps.history import locked, write

VERDICTS = {"productive", "coincidental", "wrong_path", "new"}


class StaleCollision(Refused):
    """Somebody else has judged it since the caller looked."""

    def __init__(self, collision: Collision) -> None:
        now = f"It is {collision.state}, at version {collision.version}."
        said = "The collision has changed since you looked at it."
        super().__init__("stale_version", said, field="version", hint=now)


@transaction.atomic(durable=True)
def judge(
    *,
    workspace: Workspace,
    collision: UUID,
    version: int,
    verdict: str,
    finding: UUID | None = None,
    note: str = "",
    by: Actor,
    now: datetime.datetime,
) -> Collision:
    """Keep what a person holds of a meeting; “new” takes a verdict back.

    Keeps true: one verdict for each version that people saw; only a productive one has
    a finding; the tension's history says who judged what, its version stays.
    """
    rows = Collision.objects.select_for_update(of=("self",)).select_related("tension")
    row = rows.filter(workspace=workspace, uid=collision).first()
    if row is None:
        raise Missing("collision")
    if row.version != version:
        raise StaleCollision(row)
    if row.state == CollisionState.WITHDRAWN:
        raise Refused("withdrawn", "What connected them is gone: nothing to judge.")
    if verdict not in VERDICTS:
        raise Refused("unknown_value", "That is no verdict.", field="verdict")
    found = _finding(workspace, verdict, finding)
    tension = locked(workspace, row.tension.uid)
    before = {"collision": str(row.uid), "was": row.state, "now": verdict}
    judged = verdict != CollisionState.NEW
    row.state, row.finding = verdict, found
    row.judged_by = by.member if judged else None
    row.judged_at = now if judged else None
    row.version += 1
    row.save()
    write(tension, Act.JUDGE, by, now, note=note, before=before)
    return row


def _finding(workspace: Workspace, verdict: str, uid: UUID | None) -> Claim | None:
    if uid is None:
        return None
    if verdict != CollisionState.PRODUCTIVE:
        raise Refused(
            "finding_of_nothing", "Only what was productive found it.", field="finding"
        )
    found = Claim.objects.filter(workspace=workspace, uid=uid).first()
    if found is None:
        raise Refused("unknown_claim", "There is no such claim.", field="finding")
    return found
