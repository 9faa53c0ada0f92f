"""Writes sources, observations and residue of an episode into the log."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.models import (
    Episode,
    EpisodeSource,
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
from memory.rules.entry import ObservationEntry, ResidueEntry, SourceEntry
from memory.rules.identity import episode_source_uid, source_uid
from memory.rules.words import observation_words
from memory.steps.events import tell_of
from memory.steps.nodes import nodes_by_uid, upsert_nodes


def write_sources(
    workspace: Workspace,
    episode: Episode,
    entries: Sequence[SourceEntry],
    now: datetime.datetime,
) -> dict[str, Source]:
    """Name sources; gives all that the episode has named, by ref.

    Keeps true: a source with a URI is shared by all episodes that name it; revisions
    of one URI have one voice; without a URI it belongs to its episode.
    """
    uids = {entry.ref: _uid(workspace, episode, entry) for entry in entries}
    by_uid = {uids[entry.ref]: entry for entry in entries}
    nodes = insert_sources(workspace, by_uid, now, named_in=episode.external_id)
    rows = Source.objects.filter(node__in=nodes.values()).select_related("node")
    found = {row.node.uid: row for row in rows}
    EpisodeSource.objects.bulk_create(
        EpisodeSource(workspace=workspace, episode=episode, source=found[uid], ref=ref)
        for ref, uid in uids.items()
    )
    return sources_of(episode)


def insert_sources(
    workspace: Workspace,
    by_uid: Mapping[UUID, SourceEntry],
    now: datetime.datetime,
    *,
    named_in: str = "",
) -> dict[UUID, Node]:
    """Make the sources that are missing; gives all their nodes.

    One without a URI is called by its ref in the episode that it is `named_in`.
    """
    Node.objects.bulk_create(
        [_node(workspace, uid, by_uid[uid], named_in, now) for uid in sorted(by_uid)],
        ignore_conflicts=True,
    )
    nodes = nodes_by_uid(workspace, by_uid)
    Source.objects.bulk_create(
        [_source(workspace, nodes[uid], by_uid[uid], now) for uid in sorted(by_uid)],
        ignore_conflicts=True,
    )
    return nodes


def sources_of(episode: Episode) -> dict[str, Source]:
    """The sources that an episode has named, by ref."""
    rows = EpisodeSource.objects.filter(episode=episode).select_related("source")
    return {row.ref: row.source for row in rows}


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


def _uid(workspace: Workspace, episode: Episode, entry: SourceEntry) -> UUID:
    if not entry.uri:
        return episode_source_uid(
            workspace=workspace.uid, episode=episode.uid, ref=entry.ref
        )
    return source_uid(
        workspace=workspace.uid, uri=entry.uri, version=entry.version or entry.as_of
    )


def _node(
    workspace: Workspace,
    uid: UUID,
    entry: SourceEntry,
    named_in: str,
    now: datetime.datetime,
) -> Node:
    return Node(
        workspace=workspace,
        uid=uid,
        kind="source",
        external_id=entry.uri or f"{named_in}/{entry.ref}",
        name=entry.title,
        recorded_at=now,
    )


def _source(
    workspace: Workspace, node: Node, entry: SourceEntry, now: datetime.datetime
) -> Source:
    """A source that is still to be written; revisions of one URI share its voice."""
    voice = node.uid
    if entry.uri:
        voice = source_uid(workspace=workspace.uid, uri=entry.uri, version="")
    return Source(
        workspace=workspace,
        node=node,
        kind=entry.kind,
        uri=entry.uri,
        version=entry.version,
        as_of=entry.as_of,
        title=entry.title,
        voice=voice,
        recorded_at=now,
    )
