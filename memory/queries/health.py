"""How the memory itself is doing: what waits, who works, and what survives."""

import datetime
from dataclasses import dataclass

from django.db.models import Count, Min

from memory.models import Alarm, Heartbeat, Quarantine, StatusEvent, Work, WorkState
from memory.queries.clock import database_now
from memory.queries.evidence import resolve_now
from memory.rules.lifecycle import Status

# Survival is told of the newest promotions: the figure must stay cheap to ask for.
RECENT = 1000


@dataclass(frozen=True)
class Health:
    """Ages in seconds, none where nothing waits or nobody was ever seen.

    `promoted` counts the newest promotions and `surviving` those of them whose
    claim still has a live derivation: a promotion counts by what became of it.
    `alarms` counts the workspaces whose evidence is damaged.
    """

    worker_age: float | None
    outbox_age: float | None
    quarantine_age: float | None
    work: dict[str, int]
    promoted: int
    surviving: int
    alarms: int

    @property
    def survival(self) -> float | None:
        """The share of promotions that survive; none before the first one."""
        return self.surviving / self.promoted if self.promoted else None


def health() -> Health:
    """Figures over all workspaces; they name nothing that any of them holds."""
    now = database_now()
    due = Work.objects.filter(state=WorkState.QUEUED, due_at__lte=now)
    overdue = Quarantine.objects.filter(
        lag_until__lte=now, workspace__requires_acceptance=False
    )
    promoted = _recently_promoted()
    evidence = resolve_now(promoted)
    return Health(
        worker_age=_age(now, Heartbeat.objects.filter(name="worker").first()),
        outbox_age=_since(now, due.aggregate(at=Min("due_at"))["at"]),
        quarantine_age=_since(now, overdue.aggregate(at=Min("lag_until"))["at"]),
        work=_counts(),
        promoted=len(promoted),
        surviving=sum(evidence.stands(claim) for claim in promoted),
        alarms=Alarm.objects.filter(cleared_at=None).count(),
    )


def _recently_promoted() -> set[int]:
    rows = StatusEvent.objects.filter(
        before=Status.quarantined, after=Status.admissible
    )
    return set(rows.order_by("-id").values_list("claim_id", flat=True)[:RECENT])


def _counts() -> dict[str, int]:
    waiting = Work.objects.exclude(state=WorkState.DONE).order_by()
    counted = dict(waiting.values_list("state").annotate(n=Count("pk")))
    return {str(state): counted.get(state, 0) for state in WorkState if state != "done"}


def _age(now: datetime.datetime, heartbeat: Heartbeat | None) -> float | None:
    return _since(now, heartbeat.at if heartbeat else None)


def _since(now: datetime.datetime, at: datetime.datetime | None) -> float | None:
    return None if at is None else (now - at).total_seconds()
