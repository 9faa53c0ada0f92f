"""Which claims cannot hold together, among those that have not ended."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from memory.models import Conflict, ConflictState
from memory.rules.lifecycle import ENDED


def in_force(rows: QuerySet[Conflict]) -> QuerySet[Conflict]:
    """Those that are not settled and whose claims have not ended."""
    return rows.exclude(
        Q(state=ConflictState.SETTLED)
        | Q(first__state__status__in=ENDINGS)
        | Q(second__state__status__in=ENDINGS)
    )


def conflicts_with(claims: Collection[int]) -> dict[int, tuple[UUID, ...]]:
    """The claims that each of some claims is in conflict with, in one statement."""
    found: dict[int, list[UUID]] = {claim: [] for claim in claims}
    with connection.cursor() as cursor:
        cursor.execute(CONFLICTS, {"claims": sorted(found), "ended": ENDINGS})
        for claim, other in cursor.fetchall():
            found[claim].append(other)
    return {claim: tuple(uids) for claim, uids in found.items()}


ENDINGS = [status.value for status in ENDED]
# In the order in which they were found, by either side.
CONFLICTS = """
SELECT claim, other.uid
FROM (
    SELECT id, first_id AS claim, second_id AS other FROM memory_conflict
    WHERE first_id = ANY(%(claims)s::bigint[]) AND state <> 'settled'
    UNION ALL
    SELECT id, second_id, first_id FROM memory_conflict
    WHERE second_id = ANY(%(claims)s::bigint[]) AND state <> 'settled'
) conflict
JOIN memory_claim other ON other.id = conflict.other
WHERE NOT EXISTS (
    SELECT 1 FROM memory_claimstatus status
    WHERE status.claim_id IN (conflict.claim, conflict.other)
    AND status.status = ANY(%(ended)s))
ORDER BY conflict.id
"""
