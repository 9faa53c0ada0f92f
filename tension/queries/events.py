"""The memory's events, each read once and none missed."""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from tension.models import Cursor


@dataclass(frozen=True)
class Heard:
    """An event with its place in the order of reading."""

    transaction: int
    event: int
    workspace: int
    kind: str
    subject: UUID


def next_events(cursor: Cursor, limit: int) -> list[Heard]:
    """The events after the cursor whose order nothing can change any longer.

    An event of a transaction waits until every older transaction has ended; so no row
    appears before the cursor. A store restored into another server counts its
    transactions anew: what the dump brought is read first then, and afterwards
    everything once more, which changes nothing.
    """
    found = _rows(cursor, limit)
    if not found and cursor.transaction and _ahead(cursor):
        cursor.transaction = cursor.event = 0
        found = _rows(cursor, limit)
    return found


def _rows(cursor: Cursor, limit: int) -> list[Heard]:
    given = {"transaction": cursor.transaction, "event": cursor.event, "limit": limit}
    with connection.cursor() as statement:
        statement.execute(NEXT, given)
        return [Heard(*row) for row in statement.fetchall()]


def _ahead(cursor: Cursor) -> bool:
    with connection.cursor() as statement:
        statement.execute(AHEAD, [cursor.transaction])
        (ahead,) = statement.fetchone()
    return bool(ahead)


_MAX = "pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
_MIN = "pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
AHEAD = f"SELECT %s >= {_MAX}"
NEXT = f"""
SELECT transaction, id, workspace_id, kind, subject_uid FROM memory_event
WHERE (transaction, id) > (%(transaction)s, %(event)s)
AND CASE WHEN %(transaction)s >= {_MAX} THEN transaction >= {_MAX}
         ELSE transaction < {_MIN} END
ORDER BY transaction, id LIMIT %(limit)s
"""
