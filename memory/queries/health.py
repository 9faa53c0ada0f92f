"""How the memory itself is doing: what waits, who works, and what survives."""

import datetime
from dataclasses import dataclass

from django.db.models import Count, Min

from memory.models import Alarm, Heartbeat, Quarantine, Work, WorkState
from memory.queries.clock import database_now
from memory.queries.figures import Figures, figures, log_bytes


@dataclass(frozen=True)
class Health:
    """Ages in seconds, none where nothing waits or nobody was ever seen.

    `figures` are over all workspaces, and `log_bytes` the size of the episodic log.
    `alarms` counts the workspaces whose evidence is damaged.
    """

    worker_age: float | None
    outbox_age: float | None
    quarantine_age: float | None
    work: dict[str, int]
    figures: Figures
    log_bytes: int
    alarms: int


def health() -> Health:
    """Figures over all workspaces; they name nothing that any of them holds."""
    now = database_now()
    overdue = Quarantine.objects.filter(
        lag_until__lte=now, workspace__requires_acceptance=False
    )
    found = figures(None, now)
    return Health(
        worker_age=_age(now, Heartbeat.objects.filter(name="worker").first()),
        outbox_age=_since(now, found.backlog),
        quarantine_age=_since(now, overdue.aggregate(at=Min("lag_until"))["at"]),
        work=_counts(),
        figures=found,
        log_bytes=log_bytes(),
        alarms=Alarm.objects.filter(cleared_at=None).count(),
    )


def _counts() -> dict[str, int]:
    waiting = Work.objects.exclude(state=WorkState.DONE).order_by()
    counted = dict(waiting.values_list("state").annotate(n=Count("pk")))
    return {str(state): counted.get(state, 0) for state in WorkState if state != "done"}


def _age(now: datetime.datetime, heartbeat: Heartbeat | None) -> float | None:
    return _since(now, heartbeat.at if heartbeat else None)


def _since(now: datetime.datetime, at: datetime.datetime | None) -> float | None:
    return None if at is None else (now - at).total_seconds()
