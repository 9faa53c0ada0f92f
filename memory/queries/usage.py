"""What reading with a model has taken: for one episode, and in a day."""

import datetime
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Sum

from memory.models import DistillationRun, Episode, JudgeRun, Workspace


@dataclass(frozen=True)
class Usage:
    """The model's part in an episode, over all runs; None is unknown.

    `prompt_version` and `reply_hashes` belong to the run whose reading was stored.
    """

    model: str
    prompt_version: str
    reply_hashes: tuple[str, ...]
    runs: int
    tokens_in: int | None
    tokens_out: int | None
    cost: Decimal | None


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
        runs=len(runs),
        tokens_in=_total([run.tokens_in for run in runs]),
        tokens_out=_total([run.tokens_out for run in runs]),
        cost=_total([run.cost for run in runs]),
    )


def spent_on_day(workspace: Workspace, now: datetime.datetime) -> Decimal:
    """What a workspace's reading and judging have cost since midnight, UTC."""
    midnight = now.astimezone(datetime.UTC).replace(
        hour=0, minute=0, second=0, microsecond=0
    )
    since = {"workspace": workspace, "at__gte": midnight}
    read = DistillationRun.objects.filter(**since).aggregate(cost=Sum("cost"))
    judged = JudgeRun.objects.filter(**since).aggregate(cost=Sum("cost"))
    return Decimal(read["cost"] or 0) + Decimal(judged["cost"] or 0)


def _total[N: (int, Decimal)](counts: list[N | None]) -> N | None:
    """The sum, unknown when one of them is."""
    known = [count for count in counts if count is not None]
    if len(known) < len(counts):
        return None
    first, *others = known
    for count in others:
        first += count
    return first
