"""Writes an episode with all that it holds, and the work of distilling it."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from memory.models import (
    Actor,
    ApiKey,
    Episode,
    EpisodeKind,
    EpisodeText,
    Work,
    WorkKind,
    Workspace,
)
from memory.rules.credentials import credentials_in, credentials_within
from memory.rules.entry import EpisodeEntry, Json, ResidueEntry, body_hash
from memory.rules.refused import Refused
from memory.steps.log import write_observations, write_residue
from memory.steps.quota import take_in
from memory.steps.sources import write_sources


@dataclass(frozen=True)
class Recorded:
    """The episode, and whether this call made it."""

    episode: Episode
    created: bool


class ContentDiffers(Refused):
    """The external id is taken by an episode with another body."""

    def __init__(self) -> None:
        super().__init__(
            "content_differs",
            "An episode with this external_id and another body exists.",
            field="external_id",
        )


def record_entry(
    workspace: Workspace,
    entry: EpisodeEntry,
    by: Actor,
    key: ApiKey | None,
    now: datetime.datetime,
) -> Recorded:
    """Write a closed episode once per external id, and queue its distillation.

    The same body again gives the same episode; raises ContentDiffers for another.
    """
    digest = body_hash(entry)
    episode = insert_episode(workspace, entry, by, key, now, digest)
    if episode is None:
        known = same_episode(workspace, entry.external_id, digest)
        return Recorded(known, created=False)
    take_in(workspace, entry.observations, now, episodes=1)
    EpisodeText.objects.create(
        episode=episode,
        task=entry.task,
        conclusions=entry.conclusions,
        credentials=found_in(entry.task, entry.conclusions, entry.residue),
    )
    sources = write_sources(workspace, episode, entry.sources, now)
    write_observations(episode, entry.observations, sources, now)
    write_residue(episode, entry.residue, now)
    queue_distillation(episode, now)
    return Recorded(episode, created=True)


def found_in(
    task: str, conclusions: Sequence[Json] | None, residue: Sequence[ResidueEntry]
) -> list[str]:
    """The kinds of credentials in the words beside an episode."""
    residues = [each.text for each in residue]
    found = credentials_in(task, *residues) + credentials_within(conclusions)
    return sorted(set(found))


def same_episode(workspace: Workspace, external_id: str, digest: bytes) -> Episode:
    """The episode that has this external id and body; raises ContentDiffers."""
    episode = Episode.objects.get(workspace=workspace, external_id=external_id)
    if episode.body_hash is None or bytes(episode.body_hash) != digest:
        raise ContentDiffers
    return episode


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
