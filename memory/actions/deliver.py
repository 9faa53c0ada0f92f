"""Take a delivery that is due, and note what its receiver said."""

import datetime
import random
from dataclasses import dataclass

from django.db import transaction

from memory.models import Delivery, DeliveryState, Webhook
from memory.rules.webhook import MAX_ATTEMPTS, wait_after

# When a try that nobody noted the end of counts as lost: later than any can last.
LEASE = datetime.timedelta(seconds=60)
# How long a receiver that gives no answer is left alone.
QUIET = datetime.timedelta(seconds=60)
GONE = 410


@dataclass(frozen=True)
class Answer:
    """What a receiver said: a status, or none and why."""

    status: int | None
    error: str = ""

    @property
    def taken(self) -> bool:
        """Whether the receiver has it."""
        return self.status is not None and 200 <= self.status < 300


@transaction.atomic(durable=True)
def take_delivery(*, now: datetime.datetime) -> Delivery | None:
    """The delivery that is due longest, not seen by others until its lease ends.

    What a killed worker had taken is due again then: it may be told twice, with the
    same id. One whose tries were all cut off is given up.
    """
    rows = Delivery.objects.select_related("webhook", "event", "workspace")
    due = rows.filter(state=DeliveryState.WAITING, due_at__lte=now)
    locked = due.order_by("due_at", "pk").select_for_update(
        skip_locked=True, of=("self",)
    )
    for row in locked[:1]:
        row.attempts += 1
        row.due_at = now + LEASE
        row.save(update_fields=["attempts", "due_at"])
        return row
    return None


@transaction.atomic(durable=True)
def note_answer(*, delivery: Delivery, answer: Answer, now: datetime.datetime) -> None:
    """Record how a try ended; the next one waits longer, the last one was the last.

    A try that another one has overtaken changes nothing. A receiver that says 410 is
    told nothing more.
    """
    # In the order of a removal: the webhook, then its deliveries.
    webhook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
    mine = Delivery.objects.filter(
        pk=delivery.pk, state=DeliveryState.WAITING, attempts=delivery.attempts
    )
    if webhook is None or not mine.update(status=answer.status, error=answer.error):
        return
    if answer.taken:
        mine.update(state=DeliveryState.DELIVERED, done_at=now)
    elif answer.status == GONE or not webhook.active:
        _deactivate(webhook, now)
    elif delivery.attempts >= MAX_ATTEMPTS:
        mine.update(state=DeliveryState.DEAD, done_at=now)
    else:
        _put_off(delivery, answer, now)


def _deactivate(webhook: Webhook, now: datetime.datetime) -> None:
    webhook.active = False
    webhook.save(update_fields=["active"])
    waiting = Delivery.objects.filter(webhook=webhook, state=DeliveryState.WAITING)
    waiting.update(state=DeliveryState.DEAD, done_at=now)


def _put_off(delivery: Delivery, answer: Answer, now: datetime.datetime) -> None:
    """Later again; whoever gives no answer holds up nobody else's deliveries."""
    wait = wait_after(delivery.attempts, random.random())
    Delivery.objects.filter(pk=delivery.pk).update(due_at=now + wait)
    if answer.status is None:
        Delivery.objects.filter(
            webhook=delivery.webhook_id,
            state=DeliveryState.WAITING,
            due_at__lt=now + QUIET,
        ).exclude(pk=delivery.pk).update(due_at=now + QUIET)
