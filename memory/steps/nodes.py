"""Upserts of content-addressed nodes, sorted so that writers never deadlock."""

import datetime
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
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
    return nodes_by_uid(workspace, insert_nodes(workspace, names, now))


def insert_nodes(
    workspace: Workspace, names: Iterable[NodeName], now: datetime.datetime
) -> Sequence[UUID]:
    """Make the nodes that are missing, in one statement; gives all their uids."""
    named = {_uid(workspace, name): name for name in names}
    uids = sorted(named)
    if not uids:
        return uids
    ordered = [named[uid] for uid in uids]
    given: list[Any] = [
        uids,
        [name.kind for name in ordered],
        [name.id for name in ordered],
        [_array(skeleton_keys(normalise(name.kind, name.id))) for name in ordered],
    ]
    with connection.cursor() as cursor:
        cursor.execute(INSERT, [workspace.pk, now, *given])
    return uids


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


def _uid(workspace: Workspace, name: NodeName) -> UUID:
    return node_uid(workspace=workspace.uid, kind=name.kind, external_id=name.id)


def _array(keys: Iterable[str]) -> str:
    """As JSON: arrays of unequal lengths make no array of arrays."""
    return json.dumps(sorted(keys))


# In the order of the uids, so that writers who meet wait and never deadlock.
INSERT = """
INSERT INTO memory_node
    (workspace_id, recorded_at, uid, kind, external_id, skeletons,
     name, description, degree)
SELECT %s, %s, given.uid, given.kind, given.external_id,
       ARRAY(SELECT jsonb_array_elements_text(given.skeletons::jsonb)), '', '', 0
FROM unnest(%s::uuid[], %s::text[], %s::text[], %s::text[])
    AS given (uid, kind, external_id, skeletons)
ORDER BY given.uid
ON CONFLICT DO NOTHING
"""

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
