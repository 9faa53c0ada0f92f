"""Active work: new claims and closed episodes, with the nodes that they are about."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from tension.models import TriggerKind


@dataclass(frozen=True)
class Piece:
    """One piece of work; `episode` is where it was done, `claim` the id of a claim.

    It is active from `at` until `until`: a claim until it first leaves quarantine.
    """

    kind: str
    uid: UUID
    nodes: tuple[int, ...]
    at: datetime.datetime
    until: datetime.datetime | None
    episode: int | None
    claim: int | None = None
    context: str = ""


def claims_as_work(claims: Collection[int]) -> list[Piece]:
    """Those of some claims that are active, by where they were first derived."""
    return _pieces(CLAIMS, TriggerKind.CLAIM, sorted(claims))


def episodes_as_work(episodes: Collection[int]) -> list[Piece]:
    """What closed episodes name besides the claims that they brought."""
    return _pieces(EPISODES, TriggerKind.EPISODE, sorted(episodes))


def work_at(
    workspace: int, nodes: Collection[int], since: datetime.datetime
) -> list[Piece]:
    """All active work at some nodes that was recorded since a time."""
    given: dict[str, Any] = {
        "workspace": workspace,
        "nodes": sorted(nodes),
        "since": since,
    }
    with connection.cursor() as cursor:
        cursor.execute(CLAIMS_AT, given)
        claims = [pk for (pk,) in cursor.fetchall()]
        cursor.execute(EPISODES_AT, given)
        episodes = [pk for (pk,) in cursor.fetchall()]
    return [*claims_as_work(claims), *episodes_as_work(episodes)]


def _pieces(statement: str, kind: str, ids: list[int]) -> list[Piece]:
    if not ids:
        return []
    with connection.cursor() as cursor:
        cursor.execute(statement, [ids])
        return [
            Piece(kind, uid, tuple(nodes), at, until, episode, claim)
            for uid, nodes, at, until, episode, claim in cursor.fetchall()
            if nodes
        ]


CLAIMS = """
SELECT claim.uid, array_remove(ARRAY[claim.subject_id, claim.object_id], NULL),
       claim.recorded_at, left_.at, first.episode_id, claim.id
FROM memory_claim claim
JOIN memory_claimstatus state ON state.claim_id = claim.id
LEFT JOIN LATERAL (
    SELECT episode_id FROM memory_derivation
    WHERE claim_id = claim.id ORDER BY id LIMIT 1
) first ON true
LEFT JOIN LATERAL (
    SELECT at FROM memory_statusevent
    WHERE claim_id = claim.id AND after <> 'quarantined' ORDER BY id LIMIT 1
) left_ ON true
WHERE claim.id = ANY(%s) AND state.status IN ('quarantined', 'admissible')
ORDER BY claim.id
"""

# Ends of claims that an earlier episode had derived, and what its residue is about.
_NAMED = """
SELECT unnest(ARRAY[claim.subject_id, claim.object_id]) AS node
FROM memory_derivation derivation
JOIN memory_claim claim ON claim.id = derivation.claim_id
WHERE derivation.episode_id = episode.id AND EXISTS (
    SELECT 1 FROM memory_derivation earlier
    WHERE earlier.claim_id = claim.id AND earlier.id < derivation.id
    AND earlier.episode_id <> episode.id)
UNION
SELECT about.node_id FROM memory_residue residue
JOIN memory_residue_about about ON about.residue_id = residue.id
WHERE residue.episode_id = episode.id
"""

EPISODES = f"""
SELECT episode.uid, array_remove(array_agg(named.node ORDER BY named.node), NULL),
       episode.recorded_at, episode.recorded_at, episode.id, NULL::bigint
FROM memory_episode episode
CROSS JOIN LATERAL ({_NAMED}) named
WHERE episode.id = ANY(%s) AND episode.kind = 'task' AND episode.closed_at IS NOT NULL
GROUP BY episode.id ORDER BY episode.id
"""

CLAIMS_AT = """
SELECT id FROM memory_claim
WHERE workspace_id = %(workspace)s AND recorded_at >= %(since)s
AND subject_id = ANY(%(nodes)s)
UNION
SELECT id FROM memory_claim
WHERE workspace_id = %(workspace)s AND recorded_at >= %(since)s
AND object_id = ANY(%(nodes)s)
"""

EPISODES_AT = """
SELECT episode.id FROM memory_episode episode
JOIN memory_residue residue ON residue.episode_id = episode.id
JOIN memory_residue_about about ON about.residue_id = residue.id
WHERE episode.workspace_id = %(workspace)s AND episode.recorded_at >= %(since)s
AND about.node_id = ANY(%(nodes)s)
UNION
SELECT episode.id FROM memory_claim claim
JOIN memory_derivation derivation ON derivation.claim_id = claim.id
JOIN memory_episode episode ON episode.id = derivation.episode_id
WHERE claim.workspace_id = %(workspace)s AND episode.recorded_at >= %(since)s
AND (claim.subject_id = ANY(%(nodes)s) OR claim.object_id = ANY(%(nodes)s))
"""
