"""The queue of claims that wait for the consolidation lag to pass."""

import datetime
from collections.abc import Collection, Sequence

from django.db import connection

from memory.models import Claim, Quarantine, Workspace


def quarantine(
    workspace: Workspace, claims: Sequence[Claim], now: datetime.datetime
) -> None:
    """Start the lag of some claims, anew where it ran before."""
    if not claims:
        return
    ids = sorted(claim.pk for claim in claims)
    with connection.cursor() as cursor:
        cursor.execute(WAIT, [workspace.pk, now + workspace.lag, ids])


WAIT = """
INSERT INTO memory_quarantine (workspace_id, lag_until, claim_id)
SELECT %s, %s, unnest(%s::bigint[])
ON CONFLICT (claim_id) DO UPDATE SET lag_until = excluded.lag_until
"""


def leave_quarantine(claims: Collection[int]) -> dict[int, datetime.datetime]:
    """Take claims off the queue; gives until when each would have waited."""
    with connection.cursor() as cursor:
        cursor.execute(LEAVE_QUARANTINE, [sorted(claims)])
        return dict(cursor.fetchall())


LEAVE_QUARANTINE = """
DELETE FROM memory_quarantine WHERE claim_id = ANY(%s) RETURNING claim_id, lag_until
"""


def lag_until(claim: Claim) -> str | None:
    """When the claim's lag passes, as a decision keeps it; none out of quarantine."""
    row = Quarantine.objects.filter(claim=claim).first()
    return row.lag_until.isoformat() if row else None
