"""Upserts of content-addressed nodes, sorted so that writers never deadlock."""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db import connection

from memory.models import Node, Workspace
from memory.rules.candidate import NodeName
from memory.rules.identity import node_uid, normalise
from memory.rules.lookalike import skeleton_keys


def upsert_nodes(
    workspace: Workspace, names: Iterable[NodeName], now: datetime.datetime
) -> dict[UUID, Node]:
    """Nodes by uid, made where they are missing; an existing one keeps its words."""
    rows = {row.uid: row for row in (_row(workspace, name, now) for name in names)}
    ordered = [rows[uid] for uid in sorted(rows)]
    Node.objects.bulk_create(ordered, ignore_conflicts=True)
    return nodes_by_uid(workspace, rows)


def nodes_by_uid(workspace: Workspace, uids: Iterable[UUID]) -> dict[UUID, Node]:
    """The nodes of this workspace among some uids."""
    found = Node.objects.filter(workspace=workspace, uid__in=list(uids))
    return {node.uid: node for node in found}


def count_degrees(added: Mapping[int, int]) -> None:
    """Add to the degrees of nodes, in id order."""
    if not added:
        return
    ids = sorted(added)
    with connection.cursor() as cursor:
        cursor.execute(ADD_DEGREES, [ids, ids, [added[id_] for id_ in ids]])


def ends(claims: Iterable[tuple[int, int | None]]) -> Counter[int]:
    """How many claim ends fall on each node, from (subject, object) pairs."""
    return Counter(end for pair in claims for end in pair if end is not None)


def _row(workspace: Workspace, name: NodeName, now: datetime.datetime) -> Node:
    return Node(
        workspace=workspace,
        uid=node_uid(workspace=workspace.uid, kind=name.kind, external_id=name.id),
        kind=name.kind,
        external_id=name.id,
        skeletons=sorted(skeleton_keys(normalise(name.kind, name.id))),
        recorded_at=now,
    )


ADD_DEGREES = """
UPDATE memory_node node SET degree = degree + added.n
FROM (
    SELECT locked.id, given.n
    FROM (SELECT id FROM memory_node WHERE id = ANY(%s) ORDER BY id
          FOR NO KEY UPDATE) locked
    JOIN unnest(%s::bigint[], %s::int[]) AS given (id, n) ON given.id = locked.id
) added
WHERE node.id = added.id
"""
