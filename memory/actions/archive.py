"""Take claims that were retired long ago out of the way, and bring them back."""

import datetime
from uuid import UUID

from django.db import transaction

from memory.models import Action, Actor, Archived, Claim, Decision, Workspace
from memory.queries import archive as kept
from memory.queries.claims import claim_row
from memory.rules.refused import Refused
from memory.steps.locks import share_workspace
from memory.steps.status import decide, lock_states

BATCH = 500
BY = Actor(policy="archive")


@transaction.atomic(durable=True)
def archive(*, workspace: Workspace, now: datetime.datetime) -> int:
    """Archive a batch of claims by the workspace's policy; gives how many.

    Keeps true: nothing is removed and no status changes; lists and search pass over
    what is archived, its page, history, provenance and past are as they were. What
    is retired only, and has been for the stated age, is archived.
    """
    share_workspace(workspace)
    ids = list(kept.due(workspace, now).values_list("pk", flat=True)[:BATCH])
    lock_states(ids)
    # Somebody may have undone the retirement of one meanwhile.
    found = list(kept.due(workspace, now).filter(pk__in=ids))
    if not found:
        return 0
    # Those retired anew since they were archived are archived anew.
    Archived.objects.filter(claim__in=found, restored_at=None).update(restored_at=now)
    decision = decide(
        workspace, action=Action.ARCHIVE, by=BY, now=now, after={"claims": len(found)}
    )
    Archived.objects.bulk_create(
        Archived(workspace=workspace, claim=claim, decision=decision, at=now)
        for claim in found
    )
    return len(found)


@transaction.atomic(durable=True)
def bring_back(
    *, workspace: Workspace, claim: UUID, by: Actor, now: datetime.datetime
) -> tuple[Claim, Decision]:
    """Bring a claim back to lists and search, as retired as it was.

    Keeps true: it stays there for the stated age. Raises Missing, or Refused with
    not_archived.
    """
    row = claim_row(workspace, claim)
    lock_states([row.pk])
    if kept.archived_at(row) is None:
        raise Refused("not_archived", "The claim is not in the archive.")
    Archived.objects.filter(claim=row, restored_at=None).update(restored_at=now)
    told = {"claim": str(row.uid)}
    return row, decide(
        workspace, action=Action.BRING_BACK, by=by, now=now, before=told, after=told
    )
