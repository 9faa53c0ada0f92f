"""Webhooks: who is told of events, how far they were heard, and each delivery."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from memory.models.leftover import Event
from memory.models.workspace import Workspace


class WebhookKind(models.TextChoices):
    """The events that a webhook may ask for."""

    RETRACTED = "retracted", "Served claims lost evidence by a retraction"
    SUPERSEDED = "superseded", "Served claims were superseded or rest on such a claim"
    DISPUTE_OPENED = "dispute_opened", "A dispute was opened"
    COLLISION_FOUND = "collision_found", "A collision was found"


class Webhook(models.Model):
    """An address that is told of a workspace's events.

    The secret is kept as it is: whoever signs needs it whole.
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=80, editable=False)
    kinds = ArrayField(models.CharField(max_length=24, choices=WebhookKind.choices))
    active = models.BooleanField(
        default=True, help_text="Not any longer once the receiver said 410."
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="webhook_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="webhook_workspace_id", fields=["workspace", "id"]
            ),
            models.UniqueConstraint(name="webhook_url", fields=["workspace", "url"]),
            models.CheckConstraint(
                name="webhook_asks_for_something", condition=Q(kinds__len__gt=0)
            ),
        ]

    def __str__(self) -> str:
        return self.url


class DeliveryState(models.TextChoices):
    """Where a delivery stands; `dead` after the last try or once nobody listens."""

    WAITING = "waiting", "Waiting"
    DELIVERED = "delivered", "Delivered"
    DEAD = "dead", "Given up"


class Delivery(models.Model):
    """One event on its way to one webhook; its uid is the same at every try.

    The body is made at each try and kept nowhere: erasure finds nothing here.
    `event` is the first of its kind in its transaction, and stands for all of them.
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    webhook = models.ForeignKey(
        Webhook,
        on_delete=models.CASCADE,
        related_name="deliveries",
        db_constraint=False,
        db_index=False,
    )
    event = models.ForeignKey(
        Event, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    state = models.CharField(
        max_length=9, choices=DeliveryState.choices, default=DeliveryState.WAITING
    )
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(
        help_text="Not tried before; while a try runs, when it counts as lost."
    )
    status = models.PositiveIntegerField(null=True, help_text="Of the last reply.")
    error = models.CharField(max_length=200, blank=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="delivery_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(name="delivery_once", fields=["webhook", "event"]),
            models.CheckConstraint(
                name="delivery_done_at_its_end",
                condition=Q(state="waiting", done_at=None)
                | Q(state__in=["delivered", "dead"], done_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at", "id"],
                name="delivery_waiting",
                condition=Q(state="waiting"),
            ),
            models.Index(fields=["webhook", "-id"], name="delivery_recent"),
        ]

    def __str__(self) -> str:
        return f"{self.state} {self.uid}"


class EventCursor(models.Model):
    """How far a listener has read: every event of an older transaction."""

    name = models.CharField(max_length=40, primary_key=True)
    transaction = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} at {self.transaction}"
