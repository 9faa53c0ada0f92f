"""Whether the memory works, for whoever watches it; neither page needs a key."""

from typing import Any

import redis
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from ninja import Router, Status
from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from pydantic import BaseModel

from memory.api.rate import connection
from memory.queries.health import Health, health

router = Router(tags=["Health"])
# A worker is seen every two seconds; it may be busy with one piece of work.
SEEN = 60.0


class Survival(BaseModel):
    """Of the newest promotions, those whose claim still has a live derivation."""

    promoted: int
    surviving: int
    share: float | None


class Share(BaseModel):
    """How many of the newest of a kind, and their share; null of nothing."""

    whole: int
    part: int
    share: float | None


class ToldHealth(BaseModel):
    """`status` is ok, degraded (nobody works, or damage) or down (no database)."""

    status: str
    database: bool
    broker: bool
    worker: bool
    worker_age_seconds: float | None = None
    outbox_age_seconds: float | None = None
    quarantine_age_seconds: float | None = None
    work: dict[str, int] = {}
    survival: Survival | None = None
    justifications_withheld: Share | None = None
    supersessions: Share | None = None
    quarantine_exits_7_days: int | None = None
    log_bytes: int | None = None
    alarms: int | None = None


@router.get("/health", response={200: ToldHealth, 503: ToldHealth}, auth=None)
def get_health(request: HttpRequest) -> Status[ToldHealth]:
    """How the memory is doing; 503 when its database is away."""
    broker = broker_answers()
    found = look()
    if found is None:
        told = ToldHealth(status="down", database=False, broker=broker, worker=False)
        return Status(503, told)
    worker = found.worker_age is not None and found.worker_age < SEEN
    told = ToldHealth(
        status="ok" if broker and worker and not found.alarms else "degraded",
        database=True,
        broker=broker,
        worker=worker,
        worker_age_seconds=found.worker_age,
        outbox_age_seconds=found.outbox_age,
        quarantine_age_seconds=found.quarantine_age,
        work=found.work,
        alarms=found.alarms,
        **_belief(found),
    )
    return Status(200, told)


def _belief(found: Health) -> dict[str, Any]:
    told = found.figures
    return {
        "survival": Survival(
            promoted=told.promoted, surviving=told.surviving, share=told.survival
        ),
        "justifications_withheld": Share(
            whole=told.asked, part=told.withheld, share=told.withheld_share
        ),
        "supersessions": Share(
            whole=told.episodes, part=told.supersessions, share=told.supersession_share
        ),
        "quarantine_exits_7_days": told.exits,
        "log_bytes": found.log_bytes,
    }


def look() -> Health | None:
    """The figures, or none without a database."""
    try:
        return health()
    except DatabaseError:
        return None


def broker_answers() -> bool:
    """Whether the broker answers at once."""
    try:
        return bool(connection().ping())
    except redis.RedisError:
        return False


@login_not_required
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The same figures as Prometheus reads them; none of what a workspace holds."""
    found = look()
    registry = CollectorRegistry()
    _gauge(registry, "database_up", "The database answers.", found is not None)
    _gauge(registry, "broker_up", "The broker answers.", broker_answers())
    for name, words, value in _figures(found) if found else ():
        if value is not None:
            _gauge(registry, name, words, value)
    if found is not None:
        work = Gauge("warrant_work", "Work by state.", ["state"], registry=registry)
        for state, count in found.work.items():
            work.labels(state).set(count)
    return HttpResponse(
        generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST}
    )


def _figures(found: Health) -> list[tuple[str, str, float | None]]:
    return [
        (
            "worker_age_seconds",
            "Since a worker was last seen.",
            found.worker_age,
        ),
        ("outbox_age_seconds", "Age of the oldest due work.", found.outbox_age or 0.0),
        (
            "quarantine_age_seconds",
            "How long the oldest claim has been due for promotion.",
            found.quarantine_age or 0.0,
        ),
        (
            "survival_ratio",
            "Share of the newest promotions whose claim has a live derivation.",
            found.figures.survival,
        ),
        (
            "justifications_withheld_ratio",
            "Share of the newest justifications that were withheld.",
            found.figures.withheld_share,
        ),
        (
            "supersession_ratio",
            "Share of the newest episodes that record a supersession.",
            found.figures.supersession_share,
        ),
        (
            "quarantine_exits_7_days",
            "Claims that left quarantine into belief within seven days.",
            found.figures.exits,
        ),
        ("log_bytes", "Size of the episodic log on disk.", found.log_bytes),
        ("alarms", "Workspaces whose evidence is damaged.", found.alarms),
    ]


def _gauge(registry: CollectorRegistry, name: str, words: str, value: Any) -> None:
    Gauge(f"warrant_{name}", words, registry=registry).set(float(value))
