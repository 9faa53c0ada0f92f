"""Hold observations for somebody who needs their text, and let go of them."""

import datetime
from collections.abc import Collection
from uuid import UUID

from django.db import transaction

from memory.models import Hold, Observation, TextState, Workspace
from memory.rules.refused import Missing, Refused
from memory.steps.locks import share_observations


@transaction.atomic(durable=True)
def place_hold(
    *,
    workspace: Workspace,
    observations: Collection[UUID],
    holder: UUID,
    now: datetime.datetime,
) -> list[Hold]:
    """Mark observations as needed by a holder; once each, however often it is asked.

    Keeps true: what is held is not compacted; only what has its text can be held.
    """
    rows = Observation.objects.filter(workspace=workspace, uid__in=observations)
    share_observations(rows.values_list("pk", flat=True))
    found = list(rows.select_related("words").order_by("pk"))
    if len(found) != len(set(observations)):
        raise Missing("observation")
    if any(row.words.state != TextState.LIVE for row in found):
        raise Refused("text_gone", "The text is gone: there is nothing to hold.")
    Hold.objects.bulk_create(
        [
            Hold(workspace=workspace, observation=row, holder=holder, placed_at=now)
            for row in found
        ],
        ignore_conflicts=True,
    )
    held = Hold.objects.filter(observation__in=found, holder=holder)
    return list(held.order_by("observation_id"))


@transaction.atomic(durable=True)
def release_hold(*, workspace: Workspace, holder: UUID) -> int:
    """Let go of everything that a holder holds; gives how many observations."""
    count, _ = Hold.objects.filter(workspace=workspace, holder=holder).delete()
    return count
