"""Home: what needs a person now, how belief fares, what happened since last time."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Min, Q
from django.urls import reverse

from curation.access import Place
from curation.contexts import silence
from curation.contexts.health import WEEK, Gauge, gauges, health_of
from memory.models import (
    Action,
    Conflict,
    ConflictState,
    Decision,
    EffectKind,
    Quarantine,
    ReviewItem,
    Work,
    Workspace,
    WorkState,
)
from memory.queries.conflicting import in_force
from memory.queries.disputes import DisputeFilter, matching
from tension.models import Collision, CollisionState, Tension
from tension.rules.states import State


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


def home(place: Place, now: datetime.datetime) -> HomePage:
    """The page of one member, in a constant number of statements."""
    health = health_of(place.workspace, now)
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
    disputed = (
        matching(workspace, DisputeFilter())
        .order_by()
        .aggregate(
            n=Count("pk"),
            oldest=Min("opened_at"),
            lost=Count("pk", filter=Q(effect=EffectKind.LOST)),
        )
    )
    against = in_force(
        Conflict.objects.filter(workspace=workspace, state=ConflictState.OPEN)
    ).aggregate(n=Count("pk"), oldest=Min("opened_at"))
    about = f"{review['resting']} carry other claims; {review['asked']} lack evidence"
    return [
        Waiting("Review", reverse("review", args=[slug]), "r", review["n"],
                review["oldest"], about),
        Waiting("Disputes", reverse("disputes", args=[slug]), "d", disputed["n"],
                disputed["oldest"], f"{disputed['lost']} have no live evidence left"),
        Waiting("Conflicts", reverse("conflicts", args=[slug]), "x", against["n"],
                against["oldest"], "pairs that cannot both hold"),
        *_kept_open(workspace, slug),
        Waiting("Quarantine", f"{reverse('claims', args=[slug])}?status=quarantined",
                "", lag["n"], lag["oldest"], "promoted by the clock, or by you"),
        Waiting("Failed distillation", reverse("failed", args=[slug]), "f", dead["n"],
                dead["oldest"], "given up after five tries; can be tried again"),
    ]  # fmt: skip


def _kept_open(workspace: Workspace, slug: str) -> list[Waiting]:
    """Tensions that wait on purpose, and the collisions that nobody has judged."""
    here = {"workspace": workspace}
    open_ = Tension.objects.filter(**here, state=State.open).aggregate(
        n=Count("pk"), oldest=Min("raised_at")
    )
    met = Collision.objects.filter(**here, state=CollisionState.NEW).aggregate(
        n=Count("pk"), oldest=Min("found_at")
    )
    return [
        Waiting("Collisions", reverse("collisions", args=[slug]), "m", met["n"],
                met["oldest"], "new work that came near a tension"),
        Waiting("Tensions", reverse("tensions", args=[slug]), "o", open_["n"],
                open_["oldest"], "kept open on purpose"),
    ]  # fmt: skip


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
