"""Hold a review item for a while, so that two people do not do the same work."""

import datetime
from uuid import UUID

from django.db import transaction

from memory.models import Membership, ReviewItem, Workspace
from memory.rules.refused import Missing, Refused

HOLD = datetime.timedelta(minutes=10)


class Held(Refused):
    """Somebody else holds the item; a takeover is possible and visible."""

    def __init__(self, holder: Membership, until: datetime.datetime) -> None:
        super().__init__("held", f"{holder.name} holds this until {until:%H:%M} UTC.")
        self.holder = holder
        self.until = until


@transaction.atomic(durable=True)
def hold(
    *,
    workspace: Workspace,
    claim: UUID,
    by: Membership,
    now: datetime.datetime,
    takeover: bool = False,
) -> ReviewItem:
    """Hold an item for ten minutes, or extend the hold.

    Keeps true: a hold is visible, ends by itself, and blocks no decision: what
    guards against two decisions is the claim's version.
    """
    item = _locked(workspace, claim)
    if _is_held_by_another(item, by, now) and not takeover:
        assert item.held_by is not None
        assert item.held_until is not None
        raise Held(item.held_by, item.held_until)
    item.held_by, item.held_until = by, now + HOLD
    item.save(update_fields=["held_by", "held_until"])
    return item


@transaction.atomic(durable=True)
def let_go(*, workspace: Workspace, claim: UUID, by: Membership) -> None:
    """Give up one's own hold; nothing happens when there is none."""
    ReviewItem.objects.filter(workspace=workspace, claim__uid=claim, held_by=by).update(
        held_by=None, held_until=None
    )


def _locked(workspace: Workspace, claim: UUID) -> ReviewItem:
    item = (
        ReviewItem.objects.select_for_update(of=("self",))
        .filter(workspace=workspace, claim__uid=claim)
        .select_related("held_by__user")
        .first()
    )
    if item is None:
        raise Missing("review item")
    return item


def _is_held_by_another(
    item: ReviewItem, by: Membership, now: datetime.datetime
) -> bool:
    if item.held_by_id is None or item.held_until is None:
        return False
    return item.held_by_id != by.pk and item.held_until > now
