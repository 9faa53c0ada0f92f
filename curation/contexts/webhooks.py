"""Webhooks and their deliveries, as leads and admins see them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from curation.forms_webhooks import WebhookForm
from memory.models import Delivery, DeliveryState, Webhook, Workspace


@dataclass(frozen=True)
class WebhookRow:
    """One webhook, with how many deliveries wait or were given up."""

    uid: UUID
    url: str
    kinds: str
    active: bool
    waiting: int
    dead: int
    created_at: datetime


@dataclass(frozen=True)
class WebhooksPage:
    """All webhooks; `secret` is there once."""

    rows: list[WebhookRow]
    form: WebhookForm
    secret: str = ""
    secret_of: str = ""
    title: str = "Webhooks"
    toast: Any = None


@dataclass(frozen=True)
class DeliveryRow:
    """One delivery; `tone` colours its state."""

    uid: UUID
    event: str
    state: str
    label: str
    tone: str
    attempts: int
    error: str
    happened_at: datetime
    next_at: datetime | None


@dataclass(frozen=True)
class DeliveriesPage:
    """The deliveries of one webhook, newest first."""

    webhook: Webhook
    rows: list[DeliveryRow]
    more: str
    title: str = "Deliveries"
    toast: Any = None


TONES = {
    DeliveryState.WAITING.value: "quarantined",
    DeliveryState.DELIVERED.value: "admissible",
    DeliveryState.DEAD.value: "retired",
}


def webhooks(workspace: Workspace) -> QuerySet[Webhook]:
    """The webhooks of a workspace."""
    return Webhook.objects.filter(workspace=workspace)


def webhooks_page(
    workspace: Workspace, form: WebhookForm, **shown: str
) -> WebhooksPage:
    """The page, in one statement."""
    counted = webhooks(workspace).annotate(
        waiting=Count("deliveries", Q(deliveries__state=DeliveryState.WAITING)),
        dead=Count("deliveries", Q(deliveries__state=DeliveryState.DEAD)),
    )
    rows = [
        WebhookRow(
            uid=row.uid,
            url=row.url,
            kinds=", ".join(row.kinds).replace("_", " "),
            active=row.active,
            waiting=row.waiting,
            dead=row.dead,
            created_at=row.created_at,
        )
        for row in counted.order_by("-pk")[:200]
    ]
    return WebhooksPage(rows, form, **shown)


def delivery_row(row: Delivery) -> DeliveryRow:
    """One line of the list."""
    waits = row.state == DeliveryState.WAITING
    return DeliveryRow(
        uid=row.uid,
        event=row.event.kind.replace("_", " "),
        state=row.state,
        label=row.get_state_display(),
        tone=TONES[row.state],
        attempts=row.attempts,
        error=row.error,
        happened_at=row.event.at,
        next_at=row.due_at if waits else None,
    )
