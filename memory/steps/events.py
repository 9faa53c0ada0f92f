"""Tells others what happened, by append-only rows that they read by cursor."""

import datetime
from collections.abc import Collection

from memory.models import Claim, Event, Workspace


def tell(
    workspace: Workspace, kind: str, claims: Collection[int], now: datetime.datetime
) -> None:
    """Write one event for each claim."""
    uids = Claim.objects.filter(pk__in=claims).order_by("pk").values_list("uid")
    Event.objects.bulk_create(
        Event(workspace=workspace, kind=kind, subject_uid=uid, at=now)
        for (uid,) in uids
    )
