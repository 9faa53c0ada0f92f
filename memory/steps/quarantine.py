"""The queue of claims that wait for the consolidation lag to pass."""

import datetime
from collections.abc import Collection, Sequence

from memory.models import Claim, Quarantine, Workspace


def quarantine(
    workspace: Workspace, claims: Sequence[Claim], now: datetime.datetime
) -> None:
    """Start the lag of some claims, anew where it ran before."""
    Quarantine.objects.bulk_create(
        [
            Quarantine(claim=claim, workspace=workspace, lag_until=now + workspace.lag)
            for claim in claims
        ],
        update_conflicts=True,
        unique_fields=["claim"],
        update_fields=["lag_until"],
    )


def leave_quarantine(claims: Collection[int]) -> None:
    """Take claims off the queue."""
    Quarantine.objects.filter(claim__in=claims).delete()


def lag_until(claim: Claim) -> str | None:
    """When the claim's lag passes, as a decision keeps it; none out of quarantine."""
    row = Quarantine.objects.filter(claim=claim).first()
    return row.lag_until.isoformat() if row else None
