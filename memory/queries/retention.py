"""How long raw text has to be kept, what needs it, and what could go."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.db import connection

from memory.models import Claim, Workspace
from memory.queries.walks import downward, upward

# The observations in the closure of any claim that has not ended: walked upwards from
# all of them at once, so that each support is read once.
GOING_ON = """
    SELECT claim.id FROM memory_claim claim
    LEFT JOIN memory_claimstatus state ON state.claim_id = claim.id
    WHERE claim.workspace_id = %(workspace)s
    AND coalesce(state.status, '') NOT IN ('superseded', 'retired')
"""

NEEDED = f"""
WITH RECURSIVE {upward(GOING_ON)}, needed AS (
    SELECT DISTINCT support.observation_id AS id FROM up
    JOIN memory_support support ON support.claim_id = up.claim_id
    WHERE support.observation_id IS NOT NULL
)
"""

OLDEST = f"""
{NEEDED}
SELECT min(observation.recorded_at) FROM memory_observation observation
JOIN memory_observationtext words ON words.observation_id = observation.id
WHERE words.state = 'live' AND observation.id IN (SELECT id FROM needed)
"""

# What is still to be read may yet be cited.
COMPACTABLE = f"""
{NEEDED}
SELECT observation.id, octet_length(words.text) FROM memory_observation observation
JOIN memory_observationtext words ON words.observation_id = observation.id
WHERE observation.workspace_id = %(workspace)s AND words.state = 'live'
AND observation.recorded_at < %(before)s
AND observation.id NOT IN (SELECT id FROM needed)
AND NOT EXISTS (SELECT 1 FROM memory_hold WHERE observation_id = observation.id)
AND NOT EXISTS (SELECT 1 FROM memory_episode episode
                LEFT JOIN memory_work work ON work.episode_id = episode.id
                WHERE episode.id = observation.episode_id
                AND (episode.closed_at IS NULL
                     OR work.state IN ('queued', 'running')))
ORDER BY observation.id LIMIT %(limit)s
"""

# Claims that have not ended, each with the old text in its own closure.
ON_OLD = """
    SELECT old.id, support.claim_id FROM old
    JOIN memory_support support ON support.observation_id = old.id
"""

BLOCKERS = f"""
WITH RECURSIVE old AS (
    SELECT observation.id, octet_length(words.text) AS bytes, observation.recorded_at
    FROM memory_observation observation
    JOIN memory_observationtext words ON words.observation_id = observation.id
    WHERE observation.workspace_id = %(workspace)s AND words.state = 'live'
    AND observation.recorded_at < %(before)s
), {downward(ON_OLD, root="observation_id")}, blocking AS (
    SELECT down.* FROM down
    LEFT JOIN memory_claimstatus state ON state.claim_id = down.claim_id
    WHERE coalesce(state.status, '') NOT IN ('superseded', 'retired')
)
"""

BLOCKING_CLAIMS = f"""
{BLOCKERS}
SELECT blocking.claim_id, count(*), sum(old.bytes), min(old.recorded_at)
FROM blocking JOIN old ON old.id = blocking.observation_id
GROUP BY blocking.claim_id ORDER BY sum(old.bytes) DESC, blocking.claim_id
LIMIT %(limit)s
"""

BLOCKED = f"""
{BLOCKERS}
SELECT (SELECT count(DISTINCT claim_id) FROM blocking), count(*),
       coalesce(sum(bytes), 0)
FROM old WHERE id IN (SELECT observation_id FROM blocking)
"""

HELD = """
SELECT count(*), coalesce(sum(octet_length(words.text)), 0)
FROM memory_observation observation
JOIN memory_observationtext words ON words.observation_id = observation.id
WHERE observation.workspace_id = %(workspace)s
AND observation.recorded_at < %(before)s
AND observation.id IN (SELECT observation_id FROM memory_hold)
"""


@dataclass(frozen=True)
class Blocker:
    """A claim that has not ended, and the old text that it needs."""

    claim: Claim
    observations: int
    bytes: int
    oldest: datetime.datetime


@dataclass(frozen=True)
class Retention:
    """What a raw window that begins at `before` would meet.

    `blockers` are the claims that need most, `claims`, `observations` and `bytes`
    the totals of what is needed; `held` observations are kept for somebody else;
    `free` ones could be compacted, with so many `free_bytes`.
    """

    before: datetime.datetime
    blockers: tuple[Blocker, ...]
    claims: int
    observations: int
    bytes: int
    held: int
    held_bytes: int
    free: int
    free_bytes: int


def raw_window(workspace: Workspace, now: datetime.datetime) -> datetime.timedelta:
    """How long raw text has to be kept: derived, never chosen.

    The age of the oldest observation that a claim which has not ended needs, plus
    the consolidation lag; the lag alone where nothing is needed.
    """
    ((oldest,),) = _rows(OLDEST, workspace)
    return workspace.lag + (now - oldest if oldest else datetime.timedelta(0))


def retention(
    workspace: Workspace, before: datetime.datetime, *, shown: int = 50
) -> Retention:
    """What blocks the compaction of everything recorded before a time."""
    rows = _rows(BLOCKING_CLAIMS, workspace, before, shown)
    claims = Claim.objects.select_related("subject", "predicate", "object").in_bulk(
        [row[0] for row in rows]
    )
    ((claims_n, observations, size),) = _rows(BLOCKED, workspace, before)
    ((held, held_bytes),) = _rows(HELD, workspace, before)
    free = compactable(workspace, before, limit=None)
    return Retention(
        before=before,
        blockers=tuple(Blocker(claims[c], n, int(b), at) for c, n, b, at in rows),
        claims=claims_n,
        observations=observations,
        bytes=int(size),
        held=held,
        held_bytes=int(held_bytes),
        free=len(free),
        free_bytes=sum(free.values()),
    )


def compactable(
    workspace: Workspace, before: datetime.datetime, *, limit: int | None
) -> dict[int, int]:
    """Observations whose text nobody needs, with its bytes; oldest first."""
    return dict(_rows(COMPACTABLE, workspace, before, limit))


def _rows(
    statement: str,
    workspace: Workspace,
    before: datetime.datetime | None = None,
    limit: int | None = None,
) -> list[tuple[Any, ...]]:
    given = {"workspace": workspace.pk, "before": before, "limit": limit}
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        return list(cursor.fetchall())
