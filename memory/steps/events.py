"""Tells others what happened, by append-only rows that they read by cursor."""

import datetime
from collections.abc import Collection, Iterable
from uuid import UUID

from memory.models import Claim, Event, Workspace


def tell(
    workspace: Workspace, kind: str, claims: Collection[int], now: datetime.datetime
) -> None:
    """Write one event for each claim."""
    uids = Claim.objects.filter(pk__in=claims).order_by("pk")
    tell_of(workspace, kind, uids.values_list("uid", flat=True), now)


def tell_of(
    workspace: Workspace, kind: str, subjects: Iterable[UUID], now: datetime.datetime
) -> None:
    """Write one event for each row that something happened to."""
    Event.objects.bulk_create(
        Event(workspace=workspace, kind=kind, subject_uid=uid, at=now)
        for uid in subjects
    )
