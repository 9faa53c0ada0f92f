"""Which tensions wait to be surfaced, and since when."""

import datetime
from collections.abc import Collection

from django.conf import settings
from django.db.models import Max

from memory.models import Workspace
from tension.models import Surfacing, Tension
from tension.rules.fairness import Waiting
from tension.rules.states import State


def period_of(moment: datetime.datetime) -> int:
    """The number of the surfacing period that a moment lies in."""
    return int(moment.timestamp() // settings.WARRANT_SURFACE_SECONDS)


def waiting(
    workspace: Workspace, tensions: Collection[int] | None = None
) -> list[Waiting]:
    """The open tensions, or those of some, each with when it was last shown anywhere.

    Two statements, whatever the number of tensions.
    """
    rows = Tension.objects.filter(workspace=workspace, state=State.open)
    if tensions is not None:
        rows = rows.filter(pk__in=tensions)
    shown = Surfacing.objects.filter(tension__in=rows).order_by().values("tension")
    last = dict(shown.annotate(last=Max("at")).values_list("tension", "last"))
    return [
        Waiting(pk, weight, _periods(last.get(pk, raised)))
        for pk, weight, raised in rows.values_list("pk", "weight", "raised_at")
    ]


def _periods(moment: datetime.datetime) -> float:
    return moment.timestamp() / settings.WARRANT_SURFACE_SECONDS
