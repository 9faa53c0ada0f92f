"""Home: what needs a person now, how belief fares, what happened since last time."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Max, Min, Q, QuerySet
from django.urls import reverse

from curation.access import Place
from curation.contexts import silence
from memory.models import (
    Action,
    Claim,
    Decision,
    Quarantine,
    ReviewItem,
    StatusEvent,
    Work,
    Workspace,
    WorkState,
)
from memory.rules.lifecycle import Status

# Counts over the whole store are made at most once a minute.
COUNTED_FOR = 60
WEEK = datetime.timedelta(days=7)
WEEKS = 12


@dataclass(frozen=True)
class Waiting:
    """One queue: how much waits and since when."""

    name: str
    url: str
    key: str
    count: int
    oldest: datetime.datetime | None
    about: str


@dataclass(frozen=True)
class Gauge:
    """One number of the health of belief, and the page behind it."""

    value: str
    label: str
    about: str
    url: str
    bars: list[tuple[str, str, str, str]]


@dataclass(frozen=True)
class Doing:
    """What somebody did how often since the last visit."""

    who: str
    did: str
    count: int
    last: datetime.datetime
    url: str


@dataclass(frozen=True)
class HomePage:
    """What needs you."""

    queues: list[Waiting]
    gauges: list[Gauge]
    counted_at: datetime.datetime
    uncited: int
    refused: int
    reasons: list[silence.Refused]
    since: datetime.datetime
    marked: bool
    doings: list[Doing]
    title: str = "What needs you"
    toast: Any = None


@dataclass(frozen=True)
class Health:
    """Counts over the whole store; `weeks` are exits from quarantine, oldest first."""

    at: datetime.datetime
    by_status: dict[str, int]
    promoted: int
    weeks: list[int]
    uncited: int


def home(place: Place, now: datetime.datetime) -> HomePage:
    """The page of one member, in a constant number of statements."""
    health = _health(place.workspace, now)
    reasons = silence.reasons(place.workspace)
    since = place.member.last_visit_at or now - WEEK
    return HomePage(
        queues=queues(place),
        gauges=gauges(health, place.workspace.slug),
        counted_at=health.at,
        uncited=health.uncited,
        refused=sum(each.count for each in reasons),
        reasons=reasons,
        since=since,
        marked=place.member.last_visit_at is not None,
        doings=doings(place, since),
    )


def queues(place: Place) -> list[Waiting]:
    """Everything that waits for a person or will by itself."""
    workspace, slug = place.workspace, place.workspace.slug
    review = ReviewItem.objects.filter(workspace=workspace).aggregate(
        n=Count("pk"),
        oldest=Min("waiting_since"),
        resting=Count("pk", filter=Q(impact__gt=0)),
        asked=Count("pk", filter=Q(asked_evidence=True)),
    )
    lag = Quarantine.objects.filter(workspace=workspace).aggregate(
        n=Count("pk"), oldest=Min("claim__recorded_at")
    )
    dead = Work.objects.filter(workspace=workspace, state=WorkState.DEAD).aggregate(
        n=Count("pk"), oldest=Min("created_at")
    )
    about = f"{review['resting']} carry other claims; {review['asked']} lack evidence"
    return [
        Waiting("Review", reverse("review", args=[slug]), "r", review["n"],
                review["oldest"], about),
        Waiting("Quarantine", f"{reverse('claims', args=[slug])}?status=quarantined",
                "", lag["n"], lag["oldest"], "promoted by the clock, or by you"),
        Waiting("Failed distillation",
                f"{reverse('episodes', args=[slug])}?state=dead", "", dead["n"],
                dead["oldest"], "given up after five tries; can be tried again"),
    ]  # fmt: skip


def _health(workspace: Workspace, now: datetime.datetime) -> Health:
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
    promotions = promoted(workspace)
    weeks = [0] * WEEKS
    recent = promotions.filter(at__gt=now - WEEKS * WEEK).values_list("at", flat=True)
    for at in recent:
        weeks[WEEKS - 1 - min((now - at) // WEEK, WEEKS - 1)] += 1
    return Health(
        at=now,
        by_status=by_status,
        promoted=promotions.values("claim").distinct().count(),
        weeks=weeks,
        uncited=silence.uncited(workspace).count(),
    )


def promoted(workspace: Workspace) -> QuerySet[StatusEvent]:
    """Every exit from quarantine into belief."""
    return StatusEvent.objects.filter(
        workspace=workspace, before=Status.quarantined, after=Status.admissible
    )


def gauges(health: Health, slug: str) -> list[Gauge]:
    """Shares and rates, each with the page that it was counted from."""
    claims = reverse("claims", args=[slug])
    held = health.by_status
    believed = held.get(Status.admissible, 0)
    withheld = held.get(Status.disputed, 0) + held.get(Status.unverified, 0)
    why = Status.disputed if held.get(Status.disputed) else Status.unverified
    left = held.get(Status.superseded, 0) + held.get(Status.retired, 0)
    of = f"of {health.promoted:,} ever promoted"
    return [
        Gauge(_share(believed, health.promoted), "Promoted claims still believed",
              f"{believed:,} {of}", f"{claims}?status=admissible", []),
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
    ]  # fmt: skip


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


def doings(place: Place, since: datetime.datetime) -> list[Doing]:
    """What others did since, grouped by who and what, latest first."""
    names = ("by_member__user__first_name", "by_member__user__last_name",
             "by_member__user__username", "by_agent__name", "policy")  # fmt: skip
    grouped = (
        Decision.objects.filter(workspace=place.workspace, at__gt=since)
        .exclude(by_member=place.member.pk)
        .values("action", *names)
        .annotate(n=Count("pk"), last=Max("at"))
        .order_by("-last")[:12]
    )
    log = reverse("activity", args=[place.workspace.slug])
    return [_doing(each, log, since) for each in grouped]


def _doing(group: dict[str, Any], log: str, since: datetime.datetime) -> Doing:
    full = " ".join(
        filter(None, [group["by_member__user__first_name"],
                      group["by_member__user__last_name"]])
    )  # fmt: skip
    who = full or group["by_member__user__username"] or group["by_agent__name"]
    query = f"action={group['action']}&since={since:%Y-%m-%d}"
    return Doing(
        who=who or f"policy {group['policy']}".replace("_", " "),
        did=Action(group["action"]).label,
        count=group["n"],
        last=group["last"],
        url=f"{log}?{query}",
    )
