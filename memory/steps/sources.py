"""Writes the sources that observations are drawn from, once each."""

import datetime
from collections.abc import Mapping, Sequence
from uuid import UUID

from memory.models import Episode, EpisodeSource, Node, Source, Workspace
from memory.rules.credentials import credentials_in
from memory.rules.entry import SourceEntry
from memory.rules.identity import episode_source_uid, source_uid
from memory.steps.nodes import nodes_by_uid


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

    One without a URI is called by its ref in the episode that it is `named_in`. What
    holds credentials is marked, not refused: it is what the agent has read.
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
        credentials=list(
            credentials_in(node.external_id, entry.title, entry.version, entry.as_of)
        ),
    )
