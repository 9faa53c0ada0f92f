"""Add and remove webhooks, and try dead deliveries again."""

import datetime
import secrets
from collections.abc import Collection
from uuid import UUID

from django.conf import settings
from django.db import transaction

from memory.models import (
    Actor,
    Delivery,
    DeliveryState,
    Webhook,
    WebhookKind,
    Workspace,
)
from memory.rules.refused import Missing, Refused
from memory.rules.webhook import checked_url

PREFIX = "whsec_"


@transaction.atomic(durable=True)
def add_webhook(
    *,
    workspace: Workspace,
    url: str,
    kinds: Collection[str],
    by: Actor,
    now: datetime.datetime,
) -> Webhook:
    """Tell an address of events from now on; its secret is shown this once.

    Raises Refused for an address that may not be called or is told already.
    """
    Workspace.objects.select_for_update(no_key=True).get(pk=workspace.pk)
    address = checked_url(url, settings.WARRANT_WEBHOOK_HOSTS)
    wanted = [kind for kind in WebhookKind.values if kind in set(kinds)]
    if not wanted or set(kinds) - set(wanted):
        raise Refused("bad_kinds", "There are other kinds of events.", field="kinds")
    if Webhook.objects.filter(workspace=workspace, url=address).exists():
        raise Refused("in_use", "This address is told already.", field="url")
    return Webhook.objects.create(
        workspace=workspace,
        url=address,
        secret=PREFIX + secrets.token_urlsafe(32),
        kinds=wanted,
        created_at=now,
    )


@transaction.atomic(durable=True)
def remove_webhook(*, workspace: Workspace, webhook: UUID, by: Actor) -> None:
    """Tell an address nothing more, and forget its deliveries."""
    row = Webhook.objects.filter(workspace=workspace, uid=webhook)
    locked = row.select_for_update().first()
    if locked is None:
        raise Missing("webhook")
    locked.delete()


@transaction.atomic(durable=True)
def retry_delivery(
    *, workspace: Workspace, delivery: UUID, by: Actor, now: datetime.datetime
) -> Delivery:
    """Try a dead delivery again, with a fresh count of tries and the same id."""
    rows = Delivery.objects.select_related("webhook", "event")
    row = rows.filter(workspace=workspace, uid=delivery)
    found = row.select_for_update(of=("self",)).first()
    if found is None:
        raise Missing("delivery")
    if found.state != DeliveryState.DEAD:
        raise Refused("not_dead", "Only what was given up is tried again.")
    if not found.webhook.active:
        raise Refused(
            "webhook_inactive",
            "Its receiver said that it is gone.",
            hint="Remove the webhook and add it anew.",
        )
    found.state, found.attempts, found.due_at = DeliveryState.WAITING, 0, now
    found.done_at, found.error, found.status = None, "", None
    found.save()
    return found
