"""Counts what a workspace takes in against what it may take in a day."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Func, IntegerField, Sum

from memory.models import (
    Episode,
    EpisodeKind,
    Intake,
    Observation,
    ObservationText,
    Workspace,
)
from memory.queries.clock import midnight
from memory.rules.entry import ObservationEntry
from memory.rules.refused import Later, Refused

DAY = datetime.timedelta(days=1)


@dataclass(frozen=True)
class Quota:
    """One limit of a workspace, and what a request would add to it."""

    name: str
    words: str
    limit: int | None
    added: int


def take_in(
    workspace: Workspace,
    observations: Sequence[ObservationEntry],
    now: datetime.datetime,
    *,
    episodes: int,
) -> None:
    """Count new rows against the day's quotas; raises Later, or Refused for good.

    Keeps true: writers at once never pass a limit together, since they wait for each
    other on the day's row; what is rolled back is not counted. `episodes` are already
    written, the observations are not. A workspace without a quota pays nothing.
    """
    quotas = _quotas(workspace, observations, episodes)
    if all(quota.limit is None for quota in quotas):
        return
    began = midnight(now)
    day = _day(workspace, began, episodes)
    for quota in quotas:
        taken = getattr(day, quota.name) + quota.added
        if quota.limit is not None and taken > quota.limit:
            raise _refusal(quota, began + DAY - now)
        setattr(day, quota.name, taken)
    day.save(update_fields=[quota.name for quota in quotas])


def _quotas(
    workspace: Workspace, observations: Sequence[ObservationEntry], episodes: int
) -> list[Quota]:
    size = sum(len(each.text.encode()) for each in observations)
    return [
        Quota("episodes", "episodes", workspace.episodes_per_day, episodes),
        Quota(
            "observations",
            "observations",
            workspace.observations_per_day,
            len(observations),
        ),
        Quota("bytes", "bytes of text", workspace.bytes_per_day, size),
    ]


def _refusal(quota: Quota, left: datetime.timedelta) -> Refused:
    said = f"This workspace takes in {quota.limit} {quota.words} a day"
    if quota.limit is not None and quota.added > quota.limit:
        return Refused(
            "over_quota",
            f"{said}; this alone has {quota.added}.",
            hint="Send it in smaller pieces, or ask an administrator for more.",
        )
    wait = int(left.total_seconds()) + 1
    return Later("quota_reached", f"{said}, and has them for today.", wait)


def _day(workspace: Workspace, began: datetime.datetime, episodes: int) -> Intake:
    """The day's row, locked; a quota that is new counts what came before it too."""
    rows = Intake.objects.filter(workspace=workspace, day=began.date())
    if not rows.exists():
        first = _counted(workspace, began, episodes)
        Intake.objects.bulk_create([first], ignore_conflicts=True)
    return rows.select_for_update().get()


def _counted(workspace: Workspace, began: datetime.datetime, episodes: int) -> Intake:
    since = {"workspace": workspace, "recorded_at__gte": began}
    kinds = [EpisodeKind.TASK, EpisodeKind.CURATION]
    rows = Observation.objects.filter(**since)
    length = Func("text", function="octet_length", output_field=IntegerField())
    texts = ObservationText.objects.filter(observation__in=rows)
    size: int | None = texts.aggregate(size=Sum(length))["size"]
    return Intake(
        workspace=workspace,
        day=began.date(),
        episodes=Episode.objects.filter(**since, kind__in=kinds).count() - episodes,
        observations=rows.count(),
        bytes=size or 0,
    )
