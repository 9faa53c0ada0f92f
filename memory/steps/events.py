"""Tells others what happened, by append-only rows that they read by cursor."""

import datetime
from collections.abc import Collection, Iterable
from uuid import UUID

from django.db import connection

from memory.models import Event, Workspace


def tell(
    workspace: Workspace, kind: str, claims: Collection[int], now: datetime.datetime
) -> None:
    """Write one event for each claim."""
    with connection.cursor() as cursor:
        cursor.execute(TELL, [workspace.pk, kind, now, sorted(claims)])


def tell_of(
    workspace: Workspace, kind: str, subjects: Iterable[UUID], now: datetime.datetime
) -> None:
    """Write one event for each row that something happened to."""
    Event.objects.bulk_create(
        Event(workspace=workspace, kind=kind, subject_uid=uid, at=now)
        for uid in subjects
    )


TELL = """
INSERT INTO memory_event (workspace_id, kind, at, subject_uid)
SELECT %s, %s, %s, claim.uid FROM memory_claim claim
WHERE claim.id = ANY(%s) ORDER BY claim.id
"""
