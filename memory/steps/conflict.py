"""Keeps what cannot both hold as conflicts, one row a pair."""

import datetime
from collections.abc import Collection

from django.db import connection

from memory.models import Workspace
from memory.queries.canonical import KIN
from memory.queries.contradictions import contradictions


def note_conflicts(
    workspace: Workspace,
    claims: Collection[int],
    now: datetime.datetime,
    *,
    but_not: Collection[int] = (),
) -> None:
    """Open a conflict for each claim that some of these contradict.

    Keeps true: of two claims that cannot both hold the later writer sees the other,
    since both lock the nodes at the ends and their aliases. A pair that conflicts
    again is reopened.
    """
    if not claims:
        return
    with connection.cursor() as cursor:
        cursor.execute(LOCK_ENDS, [sorted(claims)])
    skipped = frozenset(but_not)
    found = [x for x in contradictions(claims) if not skipped & {x.first, x.second}]
    if not found:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            OPEN,
            [
                workspace.pk,
                now,
                [each.first for each in found],
                [each.second for each in found],
                [each.kind for each in found],
                workspace.pk,
                now,
            ],
        )


LOCK_ENDS = f"""
WITH RECURSIVE ends (node) AS (
    SELECT unnest(ARRAY[subject_id, object_id]) FROM memory_claim WHERE id = ANY(%s)
), {KIN}
SELECT id FROM memory_node WHERE id IN (SELECT alias FROM kin)
ORDER BY id FOR NO KEY UPDATE
"""

OPEN = """
WITH opened AS (
    INSERT INTO memory_conflict
        (uid, workspace_id, opened_at, first_id, second_id, kind, state, version)
    SELECT gen_random_uuid(), %s, %s, pair.first_id, pair.second_id, pair.kind,
           'open', 1
    FROM unnest(%s::bigint[], %s::bigint[], %s::text[])
        AS pair (first_id, second_id, kind)
    ON CONFLICT (first_id, second_id) DO UPDATE
    SET state = 'open', settled_by_id = NULL, version = memory_conflict.version + 1
    WHERE memory_conflict.state = 'settled'
    RETURNING uid
)
INSERT INTO memory_event (workspace_id, kind, subject_uid, at)
SELECT %s, 'conflict_opened', uid, %s FROM opened
"""
