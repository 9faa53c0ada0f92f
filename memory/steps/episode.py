"""Writes the row of an episode and the work of distilling it."""

import datetime

from memory.models import (
    Actor,
    ApiKey,
    Episode,
    EpisodeKind,
    Work,
    WorkKind,
    Workspace,
)
from memory.rules.entry import EpisodeEntry


def insert_episode(
    workspace: Workspace,
    entry: EpisodeEntry,
    by: Actor,
    key: ApiKey | None,
    now: datetime.datetime,
    digest: bytes,
) -> Episode | None:
    """The new episode, or none when its external id is taken."""
    row = Episode(
        workspace=workspace,
        kind=EpisodeKind.TASK,
        agent=by.agent,
        member=by.member,
        key=key,
        external_id=entry.external_id,
        model=entry.model,
        started_at=entry.started_at,
        closed_at=entry.closed_at,
        recorded_at=now,
        body_hash=digest,
    )
    Episode.objects.bulk_create([row], ignore_conflicts=True)
    return Episode.objects.filter(workspace=workspace, uid=row.uid).first()


def queue_distillation(episode: Episode, now: datetime.datetime) -> None:
    """Write the work that a worker will claim."""
    Work.objects.create(
        workspace=episode.workspace,
        kind=WorkKind.DISTIL,
        episode=episode,
        due_at=now,
        created_at=now,
    )
