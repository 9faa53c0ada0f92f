"""Writes observations and residue of an episode into the log."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.models import (
    Episode,
    Node,
    Observation,
    ObservationText,
    Residue,
    Source,
    Workspace,
)
from memory.rules.candidate import NodeName
from memory.rules.commitment import commit, new_salt
from memory.rules.credentials import credentials_in
from memory.rules.declared import read_node
from memory.rules.entry import ObservationEntry, ResidueEntry
from memory.rules.words import observation_words
from memory.steps.events import tell_of
from memory.steps.nodes import nodes_by_uid, upsert_nodes


def write_observations(
    episode: Episode,
    entries: Sequence[ObservationEntry],
    sources: Mapping[str, Source],
    now: datetime.datetime,
) -> list[Observation]:
    """Observations in their order, each with its words beside it.

    What holds credentials is marked, not refused: it is what the agent has seen.
    """
    salts = [new_salt() for _ in entries]
    rows = Observation.objects.bulk_create(
        Observation(
            workspace=episode.workspace,
            episode=episode,
            source=sources[entry.source],
            ref=entry.ref,
            locator=entry.locator,
            observed_at=entry.observed_at,
            recorded_at=now,
            commitment=commit(
                observation_words(entry.text, entry.ref, entry.locator), salt
            ),
        )
        for entry, salt in zip(entries, salts, strict=True)
    )
    ObservationText.objects.bulk_create(
        ObservationText(
            observation=row,
            text=entry.text,
            salt=salt,
            credentials=list(credentials_in(entry.text, entry.locator)),
        )
        for row, entry, salt in zip(rows, entries, salts, strict=True)
    )
    return rows


@dataclass(frozen=True)
class OpenQuestion:
    """Residue that a distiller found, with the span that asks it."""

    kind: str
    text: str
    about: tuple[NodeName | UUID, ...] = ()
    observation: int | None = None
    span: tuple[int, int] | None = None


def write_residue(
    episode: Episode, entries: Sequence[ResidueEntry], now: datetime.datetime
) -> None:
    """Keep what the episode says it left open."""
    questions = [
        OpenQuestion(entry.kind, entry.text, tuple(map(read_node, entry.about)))
        for entry in entries
    ]
    write_questions(episode, questions, now)


def write_questions(
    episode: Episode, questions: Sequence[OpenQuestion], now: datetime.datetime
) -> None:
    """Add residue after what the episode has, with the nodes it is about."""
    if not questions:
        return
    first = Residue.objects.filter(episode=episode).count()
    rows = Residue.objects.bulk_create(
        _residue(episode, position, question, now)
        for position, question in enumerate(questions, start=first)
    )
    # All at once and so in order: one by one, two writers would wait for each other.
    ends = (end for question in questions for end in question.about)
    names = [end for end in ends if isinstance(end, NodeName)]
    upsert_nodes(episode.workspace, names, now)
    for row, question in zip(rows, questions, strict=True):
        row.about.set(_about(episode.workspace, question, now))
    tell_of(episode.workspace, "residue_left", [row.uid for row in rows], now)


def _residue(
    episode: Episode, position: int, question: OpenQuestion, now: datetime.datetime
) -> Residue:
    start, end = question.span or (None, None)
    return Residue(
        workspace=episode.workspace,
        episode=episode,
        position=position,
        kind=question.kind,
        text=question.text,
        observation_id=question.observation,
        span_start=start,
        span_end=end,
        recorded_at=now,
    )


def _about(
    workspace: Workspace, question: OpenQuestion, now: datetime.datetime
) -> list[Node]:
    names = [end for end in question.about if isinstance(end, NodeName)]
    uids = [end for end in question.about if isinstance(end, UUID)]
    made = upsert_nodes(workspace, names, now)
    return list((made | nodes_by_uid(workspace, uids)).values())
