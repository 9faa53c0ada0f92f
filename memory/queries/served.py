"""Who was told claims as admissible: how far reaches what falls."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from memory.models import Workspace


@dataclass(frozen=True)
class ServedTo:
    """Somebody whose receipts served some claims; `agent` is null for a member."""

    agent: UUID | None
    name: str
    receipts: int
    claims: int
    last_at: datetime.datetime


def served_to(workspace: Workspace, claims: Collection[int]) -> list[ServedTo]:
    """Everybody who was served any of some claims, the most reached first.

    In one statement; what a curator only tried was served to nobody.
    """
    if not claims:
        return []
    with connection.cursor() as cursor:
        cursor.execute(SERVED, [sorted(claims), workspace.pk])
        return [ServedTo(*row) for row in cursor.fetchall()]


SERVED = """
SELECT agent.uid, coalesce(agent.name, person.username),
       count(DISTINCT receipt.id), count(DISTINCT line.claim_id), max(receipt.at)
FROM memory_receiptline line
JOIN memory_receipt receipt ON receipt.id = line.receipt_id
LEFT JOIN memory_agent agent ON agent.id = receipt.agent_id
LEFT JOIN memory_membership member ON member.id = receipt.member_id
LEFT JOIN auth_user person ON person.id = member.user_id
WHERE line.claim_id = ANY(%s) AND line.reason = ''
      AND receipt.workspace_id = %s AND NOT receipt.trial
GROUP BY agent.uid, coalesce(agent.name, person.username)
ORDER BY 4 DESC, 3 DESC, 2
"""
