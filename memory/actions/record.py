"""Record an episode: whole, or opened, appended to and closed."""

import datetime
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from memory.models import (
    Actor,
    ApiKey,
    Episode,
    EpisodeText,
    Observation,
    Workspace,
)
from memory.rules.entry import (
    EpisodeEntry,
    Json,
    ObservationEntry,
    ResidueEntry,
    SourceEntry,
    body_hash,
)
from memory.rules.refused import Missing, Refused
from memory.steps.episode import (
    ContentDiffers,
    Recorded,
    found_in,
    insert_episode,
    queue_distillation,
    record_entry,
    same_episode,
)
from memory.steps.log import write_observations, write_residue
from memory.steps.quota import take_in
from memory.steps.sources import write_sources

__all__ = ["ContentDiffers", "Recorded", "append", "close", "open_episode", "record"]


@transaction.atomic(durable=True)
def record(
    *,
    workspace: Workspace,
    entry: EpisodeEntry,
    by: Actor,
    key: ApiKey | None,
    now: datetime.datetime,
) -> Recorded:
    """Store a closed episode with its observations and queue its distillation.

    Keeps true: all or nothing, and once per external id: the same body again gives
    the same episode, another body is refused with ContentDiffers.
    """
    return record_entry(workspace, entry, by, key, now)


@transaction.atomic(durable=True)
def open_episode(
    *,
    workspace: Workspace,
    entry: EpisodeEntry,
    by: Actor,
    key: ApiKey | None,
    now: datetime.datetime,
) -> Recorded:
    """Start an episode that observations may still be appended to."""
    digest = body_hash(entry)
    episode = insert_episode(workspace, entry, by, key, now, digest)
    if episode is None:
        known = same_episode(workspace, entry.external_id, digest)
        return Recorded(known, created=False)
    take_in(workspace, (), now, episodes=1)
    credentials = found_in(entry.task, None, ())
    EpisodeText.objects.create(
        episode=episode, task=entry.task, credentials=credentials
    )
    write_sources(workspace, episode, entry.sources, now)
    return Recorded(episode, created=True)


@transaction.atomic(durable=True)
def append(
    *,
    workspace: Workspace,
    episode: UUID,
    sources: Sequence[SourceEntry],
    observations: Sequence[ObservationEntry],
    by: Actor,
    now: datetime.datetime,
) -> list[Observation]:
    """Add observations to an open episode of the same author."""
    row = _open(workspace, episode, by)
    _refuse_taken_refs(row, sources, observations)
    take_in(workspace, observations, now, episodes=0)
    named = write_sources(workspace, row, sources, now)
    for position, observation in enumerate(observations):
        if observation.source not in named:
            raise Refused(
                "unknown_source",
                f"The episode names no source “{observation.source}”.",
                field=f"observations.{position}.source",
            )
    return write_observations(row, observations, named, now)


def _refuse_taken_refs(
    episode: Episode,
    sources: Sequence[SourceEntry],
    observations: Sequence[ObservationEntry],
) -> None:
    taken_sources = set(episode.named_sources.values_list("ref", flat=True))
    taken = set(episode.observations.values_list("ref", flat=True))
    _refuse_taken("sources", [source.ref for source in sources], taken_sources)
    _refuse_taken("observations", [each.ref for each in observations], taken)


def _refuse_taken(field: str, refs: Sequence[str], taken: set[str]) -> None:
    for position, ref in enumerate(refs):
        if ref in taken:
            raise Refused(
                "duplicate_ref",
                f"The episode uses the ref “{ref}” already.",
                field=f"{field}.{position}.ref",
            )
        taken.add(ref)


@transaction.atomic(durable=True)
def close(
    *,
    workspace: Workspace,
    episode: UUID,
    closed_at: datetime.datetime,
    conclusions: Sequence[Json] | None,
    residue: Sequence[ResidueEntry],
    by: Actor,
    now: datetime.datetime,
) -> Episode:
    """Close an open episode and queue its distillation; it is immutable from here."""
    row = _open(workspace, episode, by)
    if closed_at < row.started_at:
        raise Refused(
            "range", "closed_at must not precede started_at.", field="closed_at"
        )
    row.closed_at = closed_at
    row.save(update_fields=["closed_at"])
    declared = None if conclusions is None else list(conclusions)
    words = row.words
    words.conclusions = declared
    words.credentials = found_in(words.task, declared, residue)
    words.save(update_fields=["conclusions", "credentials"])
    write_residue(row, residue, now)
    queue_distillation(row, now)
    return row


def _open(workspace: Workspace, episode: UUID, by: Actor) -> Episode:
    row = (
        Episode.objects.select_for_update()
        .filter(workspace=workspace, uid=episode, agent=by.agent, member=by.member)
        .first()
    )
    if row is None:
        raise Missing("episode")
    if row.closed_at is not None:
        raise Refused("episode_closed", "The episode is closed.")
    return row
