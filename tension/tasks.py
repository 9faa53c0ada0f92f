"""Celery tasks: the doorbells of what tensions wait for."""

from celery import shared_task
from celery.contrib.django.task import DjangoTask

from memory.models import Workspace
from memory.queries.clock import database_now
from tension.actions.surface import surface_round
from tension.jobs.listen import listen


@shared_task(base=DjangoTask)
def hear_events() -> None:
    """Take in what happened in the memory, and attend to what it opened."""
    listen()


@shared_task(base=DjangoTask)
def surface_due() -> None:
    """Surface the tensions of this period, in each workspace where none were yet."""
    for workspace in Workspace.objects.order_by("pk"):
        surface_round(workspace=workspace, now=database_now())
