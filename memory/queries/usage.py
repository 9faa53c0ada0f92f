"""What reading with a model has taken: for one episode, and in a day."""

import datetime
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce, TruncDay

from memory.models import DistillationRun, Episode, Intake, JudgeRun, Workspace
from memory.queries.clock import midnight
from memory.rules.money import total


@dataclass(frozen=True)
class Usage:
    """The model's part in an episode, over all runs; None is unknown.

    `prompt_version`, `reply_hashes` and `kept_back` (how many observations the model
    was not shown, for the credentials in them) are those of the run whose reading was
    stored.
    """

    model: str
    prompt_version: str
    reply_hashes: tuple[str, ...]
    kept_back: int
    runs: int
    tokens_in: int | None
    tokens_out: int | None
    cost: Decimal | None


@dataclass(frozen=True)
class Spent:
    """What the runs of one group took; where `counted` is false, that or more.

    `cost` is None when no run of the group has a known one.
    """

    group: str
    episodes: int
    runs: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    counted: bool


GROUPS = {
    "day": TruncDay("at", tzinfo=datetime.UTC),
    "agent": Coalesce("episode__agent__name", "episode__member__user__username"),
    "model": Coalesce("model", "model"),
}


def spent_by(
    workspace: Workspace, group: str, since: datetime.datetime, most: int
) -> list[Spent]:
    """Runs since then by `day`, `agent` or `model`: the newest days, else the dearest.

    At most `most` groups, in one statement.
    """
    rows = (
        DistillationRun.objects.filter(workspace=workspace, at__gte=since)
        .order_by()
        .values(group=GROUPS[group])
        .annotate(
            episodes=Count("episode", distinct=True),
            runs=Count("pk"),
            read=Coalesce(Sum("tokens_in"), 0),
            written=Coalesce(Sum("tokens_out"), 0),
            money=Sum("cost"),
            unknown=Count("pk", filter=Q(tokens_in=None) | Q(tokens_out=None)),
        )
        .order_by(*(["-group"] if group == "day" else ["-read", "group"]))
    )
    return [
        Spent(
            group=f"{each['group']:%Y-%m-%d}" if group == "day" else each["group"],
            episodes=each["episodes"],
            runs=each["runs"],
            tokens_in=each["read"],
            tokens_out=each["written"],
            cost=each["money"],
            counted=not each["unknown"],
        )
        for each in rows[:most]
    ]


def taken_in(workspace: Workspace, now: datetime.datetime) -> Intake | None:
    """What counts against today's quotas; None while nothing has been counted."""
    day = now.astimezone(datetime.UTC).date()
    return Intake.objects.filter(workspace=workspace, day=day).first()


def usage_of(episode: Episode) -> Usage | None:
    """What an episode's runs took together; None when no model has read it."""
    runs = list(
        DistillationRun.objects.filter(episode=episode).order_by("stored", "id")
    )
    if not runs:
        return None
    return Usage(
        model=runs[-1].model,
        prompt_version=runs[-1].prompt_version,
        reply_hashes=tuple(runs[-1].reply_hashes),
        kept_back=runs[-1].kept_back,
        runs=len(runs),
        tokens_in=total(run.tokens_in for run in runs),
        tokens_out=total(run.tokens_out for run in runs),
        cost=total(run.cost for run in runs),
    )


def spent_on_day(workspace: Workspace, now: datetime.datetime) -> Decimal:
    """What a workspace's reading and judging have cost since midnight, UTC."""
    since = {"workspace": workspace, "at__gte": midnight(now)}
    read = DistillationRun.objects.filter(**since).aggregate(cost=Sum("cost"))
    judged = JudgeRun.objects.filter(**since).aggregate(cost=Sum("cost"))
    return Decimal(read["cost"] or 0) + Decimal(judged["cost"] or 0)
