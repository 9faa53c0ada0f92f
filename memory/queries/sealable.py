"""The rows of the log as the chain binds them."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from django.db import connection

from memory.models import (
    Claim,
    Decision,
    Derivation,
    Episode,
    EpisodeText,
    Node,
    Observation,
    SealedKind,
    Support,
)
from memory.rules.chain import leaf
from memory.rules.words import episode_words

OBSERVATION = [
    "pk",
    "uid",
    "workspace_id",
    "episode_id",
    "source_id",
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
    "model",
    "started_at",
    "closed_at",
    "recorded_at",
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

UID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

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
    """Each with the rows that it names, whatever their ids are called by now.

    The id of a claim or a node is a hash of words: once these are erased it is
    replaced, wherever it was written.
    """
    rows = list(Decision.objects.filter(pk__in=ids).values_list(*DECISION))
    places = [DECISION.index("before"), DECISION.index("after")]
    told = json.dumps([[row[place] for place in places] for row in rows])
    named = _named(set(UID.findall(told)))
    found: Leaves = {}
    for row in rows:
        fields = list(row)
        for place in places:
            fields[place] = _by_row(json.dumps(row[place], sort_keys=True), named)
        found[row[0]] = leaf(SealedKind.DECISION, fields)
    return found


def _named(uids: Collection[str]) -> dict[str, str]:
    """What some ids are of: the kind and number of the row."""
    claims = Claim.objects.filter(uid__in=uids).values_list("uid", "pk")
    nodes = Node.objects.filter(uid__in=uids).values_list("uid", "pk")
    return {str(uid): f"claim {pk}" for uid, pk in claims} | {
        str(uid): f"node {pk}" for uid, pk in nodes
    }


def _by_row(told: str, named: Mapping[str, str]) -> str:
    return UID.sub(lambda found: named.get(found[0], found[0]), told)


def words_of(row: EpisodeText) -> str:
    """The words of an episode that its commitment binds."""
    episode = row.episode
    return episode_words(
        row.task, row.conclusions, episode.external_id, episode.body_hash
    )


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
