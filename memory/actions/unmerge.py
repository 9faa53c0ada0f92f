"""Take a merge back."""

import datetime
from uuid import UUID

from django.db import transaction

from memory.models import Action, Actor, Merge, Workspace
from memory.rules.refused import Missing, Refused
from memory.steps.locks import own_workspace
from memory.steps.merging import part
from memory.steps.status import decide


@transaction.atomic(durable=True)
def unmerge(
    *, workspace: Workspace, merge: UUID, by: Actor, now: datetime.datetime
) -> Merge:
    """Let both nodes stand for themselves again, as if they had never been one.

    Keeps true: the merge stays on record with the decision that undid it; conflicts
    that came of it alone are settled. Raises Missing, or Refused with already_undone.
    """
    own_workspace(workspace)
    rows = Merge.objects.filter(workspace=workspace, uid=merge)
    row = rows.select_related("decision", "node", "into").first()
    if row is None:
        raise Missing("merge")
    if row.undone_by_id is not None:
        raise Refused("already_undone", "This merge was undone before.")
    made = row.decision
    decision = decide(
        workspace,
        action=Action.UNDO,
        by=by,
        now=now,
        before=made.after,
        after=made.before,
        undoes=made,
    )
    part(decision, made)
    row.refresh_from_db(fields=["undone_by"])
    return row
