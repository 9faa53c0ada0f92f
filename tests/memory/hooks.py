"""Webhooks and deliveries as tests need them."""

from django.test import override_settings

from memory.actions.webhooks import add_webhook
from memory.models import (
    Actor,
    Delivery,
    DeliveryState,
    Event,
    Webhook,
    WebhookKind,
    Workspace,
)
from memory.queries.clock import database_now

HOST = "hooks.example"


def add_hook(workspace: Workspace, by: Actor, url: str = "") -> Webhook:
    """A webhook for everything, to a host that is listed."""
    with override_settings(WARRANT_WEBHOOK_HOSTS=[HOST]):
        return add_webhook(
            workspace=workspace,
            url=url or f"https://{HOST}/warrant",
            kinds=WebhookKind.values,
            by=by,
            now=database_now(),
        )


def dead_delivery(webhook: Webhook) -> Delivery:
    """A delivery of a new event that was given up."""
    now = database_now()
    event = Event.objects.create(
        workspace=webhook.workspace,
        kind=WebhookKind.COLLISION_FOUND,
        subject_uid=webhook.uid,
        at=now,
    )
    return Delivery.objects.create(
        workspace=webhook.workspace,
        webhook=webhook,
        event=event,
        state=DeliveryState.DEAD,
        attempts=8,
        due_at=now,
        done_at=now,
        status=500,
        error="It answered 500.",
    )
