"""The queue of claims that no person has judged."""

import datetime
from collections.abc import Sequence

from django.db import connection

from memory.models import Claim, Workspace
from memory.rules.priority import priority


def to_review(
    workspace: Workspace, claims: Sequence[Claim], now: datetime.datetime
) -> None:
    """Put new claims into the queue; their place is refined as others rest on them."""
    if not claims:
        return
    score = priority(impact=0, uncertainty=1.0, age_days=0.0)
    ids = [claim.pk for claim in claims]
    with connection.cursor() as cursor:
        cursor.execute(QUEUE, [workspace.pk, now, now, score, ids])


QUEUE = """
INSERT INTO memory_reviewitem
    (workspace_id, waiting_since, scored_at, score, impact, uncertainty, asked_evidence,
     contradicted, claim_id)
SELECT %s, %s, %s, %s, 0, 1, false, false, unnest(%s::bigint[])
"""
