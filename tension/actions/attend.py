"""Attend to tensions that were opened or closed, and wake those that are due."""

import datetime

from django.db import transaction

from memory.models import Actor
from tension.models import Act, Tension
from tension.rules.states import State
from tension.steps.history import change
from tension.steps.locks import own_meetings
from tension.steps.meetings import AWAKE
from tension.steps.surroundings import search

DUE = Actor(policy="snoozed until now")


@transaction.atomic(durable=True)
def attend(*, tension: int, now: datetime.datetime) -> None:
    """Find what is near an unresolved tension, and mark it as attended to.

    To be called once what it came from is held, or let go of.
    """
    row = Tension.objects.get(pk=tension)
    own_meetings(row.workspace_id)
    row = Tension.objects.select_for_update().get(pk=tension)
    if row.unresolved:
        search(row, now)
    Tension.objects.filter(pk=tension).update(attended=row.unresolved)


@transaction.atomic(durable=True)
def wake_due(*, now: datetime.datetime) -> int:
    """Open the tensions whose snooze has passed; gives how many."""
    rows = Tension.objects.select_for_update(skip_locked=True).filter(
        state=State.snoozed, snoozed_until__lte=now
    )
    found = list(rows.order_by("pk")[:200])
    for row in found:
        row.attended = False  # what came while it slept is still to be found
        change(row, Act.WAKE, DUE, now, fields=AWAKE)
    return len(found)
