"""Which claims cannot hold together, among those that have not ended."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from memory.models import Conflict, ConflictState
from memory.rules.lifecycle import ENDED


def in_force(rows: QuerySet[Conflict]) -> QuerySet[Conflict]:
    """Those that are not settled and whose claims have not ended."""
    ended = [status.value for status in ENDED]
    return rows.exclude(
        Q(state=ConflictState.SETTLED)
        | Q(first__state__status__in=ended)
        | Q(second__state__status__in=ended)
    )


def conflicts_with(claims: Collection[int]) -> dict[int, tuple[UUID, ...]]:
    """The claims that each of some claims is in conflict with, in one statement."""
    found: dict[int, list[UUID]] = {claim: [] for claim in claims}
    with connection.cursor() as cursor:
        cursor.execute(AGAINST, {"claims": sorted(found)})
        for first, first_uid, second, second_uid in cursor.fetchall():
            if first in found:
                found[first].append(second_uid)
            if second in found:
                found[second].append(first_uid)
    return {claim: tuple(uids) for claim, uids in found.items()}


# Those of `in_force`, in SQL.
AGAINST = f"""
SELECT first.id, first.uid, second.id, second.uid
FROM memory_conflict conflict
JOIN memory_claim first ON first.id = conflict.first_id
JOIN memory_claim second ON second.id = conflict.second_id
WHERE (conflict.first_id = ANY(%(claims)s) OR conflict.second_id = ANY(%(claims)s))
AND conflict.state <> '{ConflictState.SETTLED.value}'
AND NOT EXISTS (
    SELECT 1 FROM memory_claimstatus status
    WHERE status.claim_id IN (first.id, second.id)
    AND status.status IN ({", ".join(f"'{status.value}'" for status in sorted(ENDED))})
)
ORDER BY conflict.id
"""
