"""The rows of the log as the chain binds them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from django.db import connection

from memory.models import (
    Decision,
    Derivation,
    Episode,
    Observation,
    SealedKind,
    Support,
)
from memory.rules.chain import leaf

OBSERVATION = [
    "pk",
    "uid",
    "workspace_id",
    "episode_id",
    "source_id",
    "ref",
    "locator",
    "observed_at",
    "recorded_at",
    "commitment",
]
DERIVATION = [
    "pk",
    "uid",
    "workspace_id",
    "claim_id",
    "episode_id",
    "kappa",
    "method",
    "model",
    "recorded_at",
    "commitment",
]
EPISODE = [
    "pk",
    "uid",
    "workspace_id",
    "kind",
    "agent_id",
    "member_id",
    "key_id",
    "external_id",
    "model",
    "started_at",
    "closed_at",
    "recorded_at",
    "body_hash",
    "words__commitment",
]
DECISION = [
    "pk",
    "uid",
    "workspace_id",
    "action",
    "by_member_id",
    "by_agent_id",
    "policy",
    "reason",
    "at",
    "before",
    "after",
    "undoes_id",
    "words__commitment",
]
SUPPORT = [
    "derivation_id",
    "claim_id",
    "observation_id",
    "premise_id",
    "span_start",
    "span_end",
    "pk",
]

type Leaves = dict[int, bytes]


def _plain(kind: str, rows: Iterable[tuple[Any, ...]]) -> Leaves:
    return {row[0]: leaf(kind, row) for row in rows}


def _observations(ids: Collection[int]) -> Leaves:
    rows = Observation.objects.filter(pk__in=ids).values_list(*OBSERVATION)
    return _plain(SealedKind.OBSERVATION, rows)


def _derivations(ids: Collection[int]) -> Leaves:
    """Each with its supports: what it rests on is part of what it says."""
    supports: dict[int, list[object]] = {}
    for row in Support.objects.filter(derivation__in=ids).values_list(*SUPPORT):
        supports.setdefault(row[0], []).append(list(row[1:]))
    rows = Derivation.objects.filter(pk__in=ids).values_list(*DERIVATION)
    return {
        row[0]: leaf(
            SealedKind.DERIVATION, [*row, sorted(supports.get(row[0], []), key=_last)]
        )
        for row in rows
    }


def _last(row: Any) -> int:
    number: int = row[-1]
    return number


def _episodes(ids: Collection[int]) -> Leaves:
    rows = Episode.objects.filter(pk__in=ids).values_list(*EPISODE)
    return _plain(SealedKind.EPISODE, rows)


def _decisions(ids: Collection[int]) -> Leaves:
    rows = Decision.objects.filter(pk__in=ids).values_list(*DECISION)
    return _plain(SealedKind.DECISION, rows)


LEAVES: Mapping[str, Callable[[Collection[int]], Leaves]] = {
    SealedKind.EPISODE: _episodes,
    SealedKind.OBSERVATION: _observations,
    SealedKind.DERIVATION: _derivations,
    SealedKind.DECISION: _decisions,
}


def unsealed(workspace: int, kind: str, after: int, limit: int | None) -> list[int]:
    """Rows with ids above `after` that no seal holds, in order; no open episodes."""
    statement = UNSEALED.format(
        kind=SealedKind(kind).value,
        closed="AND closed_at IS NOT NULL" if kind == SealedKind.EPISODE else "",
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [workspace, after, workspace, after, limit])
        return [id_ for (id_,) in cursor.fetchall()]


def sealed_floor(workspace: int, kind: str) -> int:
    """The id up to which every row was sealed or rolled back an hour ago."""
    with connection.cursor() as cursor:
        cursor.execute(FLOOR, [workspace, kind])
        (found,) = cursor.fetchone()
    return int(found)


def batches(ids: Collection[int], size: int = 1000) -> Iterator[list[int]]:
    """Ids in their order, some at a time."""
    ordered = list(ids)
    for start in range(0, len(ordered), size):
        yield ordered[start : start + size]


UNSEALED = """
SELECT id FROM memory_{kind} WHERE workspace_id = %s AND id > %s {closed}
AND id NOT IN (SELECT unnest(ids) FROM memory_logseal
               WHERE workspace_id = %s AND kind = '{kind}'
               AND ids[array_upper(ids, 1)] > %s)
ORDER BY id LIMIT %s
"""

# A row may be committed after one with a higher id; no transaction lasts an hour.
FLOOR = """
SELECT coalesce(max(ids[array_upper(ids, 1)]), 0) FROM memory_logseal
WHERE workspace_id = %s AND kind = %s
AND sealed_at < clock_timestamp() - interval '1 hour'
"""
