"""Resolve a dispute: uphold, revise, re-support, retire or defer."""

import datetime
from uuid import UUID

from django.db import transaction

from memory.models import Actor, Dispute, DisputeState, Workspace
from memory.rules.refused import Missing, Refused
from memory.steps.locks import own_workspace
from memory.steps.settle_dispute import settle_dispute
from memory.steps.settlement import Settled, Settlement


class StaleDispute(Refused):
    """Somebody else has decided, or more was lost, since the caller looked."""

    def __init__(self, dispute: Dispute) -> None:
        super().__init__(
            "stale_version",
            "The dispute has changed since you looked at it.",
            field="version",
            hint=f"It is {dispute.state}, at version {dispute.version}.",
        )
        self.dispute = dispute
        self.version = dispute.version


@transaction.atomic(durable=True)
def resolve_dispute(
    *,
    workspace: Workspace,
    dispute: UUID,
    settlement: Settlement,
    by: Actor,
    now: datetime.datetime,
    dry_run: bool = False,
) -> Settled:
    """Settle a dispute as a person decides.

    Keeps true: one decision for each version that people saw (StaleDispute for the
    second); a dry run gives the same answer, with what would be taken along, and
    leaves everything as it was.
    """
    own_workspace(workspace)
    row = _locked(workspace, dispute)
    if row.version != settlement.version or row.state == DisputeState.RESOLVED:
        raise StaleDispute(row)
    found = settle_dispute(workspace, row, settlement, by, now)
    transaction.set_rollback(dry_run)
    return found


def _locked(workspace: Workspace, dispute: UUID) -> Dispute:
    rows = Dispute.objects.select_for_update().filter(workspace=workspace, uid=dispute)
    row = rows.first()
    if row is None:
        raise Missing("dispute")
    return row
