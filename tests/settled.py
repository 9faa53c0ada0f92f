"""Listens to events once all are audible, whatever parallel tests hold open.

An event is heard when every older transaction of the whole server has ended, and a
test that is rolled back at its end is one transaction from beginning to end.
"""

import time

from django.db import connection

from memory.jobs import deliver
from tension.jobs import listen as listening

PATIENCE = 600.0
NEXT = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
OLDEST = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"


def settled() -> None:
    """Wait until every transaction that runs now, in any database, has ended."""
    begun, deadline = _number(NEXT), time.monotonic() + PATIENCE
    while _number(OLDEST) < begun:
        if time.monotonic() > deadline:
            raise TimeoutError("an older transaction does not end")
        time.sleep(0.02)


def _number(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        (number,) = cursor.fetchone()
    return int(number)


def listen() -> None:
    """Hear and attend to all that has happened."""
    settled()
    listening.listen()


def tell_webhooks() -> None:
    """Hear all that has happened and deliver what is due."""
    settled()
    deliver.tell_webhooks()
