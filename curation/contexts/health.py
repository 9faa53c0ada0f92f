"""The health of belief: a few numbers, each with the page it was counted from."""

import datetime
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count
from django.urls import reverse

from curation.contexts import silence
from memory.models import Action, Claim, EpisodeKind, Workspace
from memory.queries.figures import Figures, figures, log_rows, promotions
from memory.rules.lifecycle import Status

# Counts over the whole store are made at most once a minute.
COUNTED_FOR = 60
WEEK = datetime.timedelta(days=7)
WEEKS = 12


@dataclass(frozen=True)
class Gauge:
    """One number of the health of belief, and the page behind it."""

    value: str
    label: str
    about: str
    url: str
    bars: list[tuple[str, str, str, str]]


@dataclass(frozen=True)
class Health:
    """Counts over the whole store; `weeks` are exits from quarantine, oldest first.

    `log` counts episodes and observations.
    """

    at: datetime.datetime
    by_status: dict[str, int]
    figures: Figures
    weeks: list[int]
    uncited: int
    log: tuple[int, int]


def health_of(workspace: Workspace, now: datetime.datetime) -> Health:
    """Counts that are at most a minute old."""
    key = f"health:{workspace.pk}"
    found = cache.get(key)
    if not isinstance(found, Health):
        found = count_health(workspace, now)
        cache.set(key, found, COUNTED_FOR)
    return found


def count_health(workspace: Workspace, now: datetime.datetime) -> Health:
    """Count anew, whatever the cache holds."""
    claims = Claim.objects.filter(workspace=workspace).order_by()
    by_status = dict(claims.values_list("state__status").annotate(n=Count("pk")))
    weeks = [0] * WEEKS
    recent = promotions(workspace).filter(at__gt=now - WEEKS * WEEK)
    for at in recent.values_list("at", flat=True):
        weeks[WEEKS - 1 - min((now - at) // WEEK, WEEKS - 1)] += 1
    return Health(
        at=now,
        by_status=by_status,
        figures=figures(workspace, now),
        weeks=weeks,
        uncited=silence.uncited(workspace).count(),
        log=log_rows(workspace),
    )


def gauges(health: Health, slug: str) -> list[Gauge]:
    """Shares and rates, each with the page that it was counted from."""
    claims = reverse("claims", args=[slug])
    episodes = reverse("episodes", args=[slug])
    held, told = health.by_status, health.figures
    believed = held.get(Status.admissible, 0)
    withheld = held.get(Status.disputed, 0) + held.get(Status.unverified, 0)
    why = Status.disputed if held.get(Status.disputed) else Status.unverified
    left = held.get(Status.superseded, 0) + held.get(Status.retired, 0)
    return [
        Gauge(_share(told.surviving, told.promoted),
              "Promotions whose evidence survives",
              f"{told.surviving:,} of the newest {told.promoted:,}",
              f"{claims}?status=admissible", []),
        Gauge(_share(withheld, believed + withheld), "Belief withheld now",
              f"{withheld:,} disputed or unverified",
              f"{claims}?status={why}", []),
        Gauge(f"{left:,}", "Claims that ended",
              f"{held.get(Status.superseded, 0):,} superseded, "
              f"{held.get(Status.retired, 0):,} retired",
              f"{claims}?status=retired", []),
        Gauge(f"{health.weeks[-1]:,}", "Left quarantine in seven days",
              "by week, twelve weeks",
              f"{reverse('activity', args=[slug])}?action={Action.PROMOTE}",
              bars(health.weeks)),
        Gauge(_share(told.withheld, told.asked), "Justifications withheld",
              f"{told.withheld:,} of the newest {told.asked:,} asked for",
              f"{claims}?status={why}", []),
        Gauge(_share(told.supersessions, told.episodes),
              "New episodes that supersede",
              f"{told.supersessions:,} of the newest {told.episodes:,}",
              f"{episodes}?kind={EpisodeKind.SUPERSESSION}", []),
        Gauge(f"{health.log[0]:,}", "Episodes in the log",
              f"{health.log[1]:,} observations",
              reverse("retention", args=[slug]), []),
        Gauge(_waited(health.at - told.backlog if told.backlog else None),
              "Oldest work that waits", "episodes still to be distilled",
              episodes, []),
    ]  # fmt: skip


def _waited(age: datetime.timedelta | None) -> str:
    if age is None:
        return "none"
    minutes = int(age.total_seconds()) // 60
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h"


def bars(weeks: list[int]) -> list[tuple[str, str, str, str]]:
    """Bars as (x, y, width, height) in a box of 120 by 30."""
    most = max(weeks)
    if not most:
        return []
    heights = [round(28 * count / most, 1) for count in weeks]
    return [
        (str(10 * at + 1), f"{29 - height:.1f}", "8", f"{height:.1f}")
        for at, height in enumerate(heights)
    ]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "none yet"
