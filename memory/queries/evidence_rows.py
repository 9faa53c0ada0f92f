"""The rows of a closure: every support of some claims and of all they rest on."""

from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from memory.queries.walks import GIVEN, upward

# What an observation's row says of itself, joined with its words; a concern alone
# keeps it resolving.
LIVE = """
    words.state = 'live'
    AND NOT EXISTS (SELECT 1 FROM memory_retraction retraction
                    WHERE retraction.observation_id = observation.id
                    AND retraction.reinstated_by_id IS NULL
                    AND retraction.kind <> 'concern')
    AND NOT EXISTS (SELECT 1 FROM memory_retraction retraction
                    WHERE retraction.source_id = observation.source_id
                    AND retraction.reinstated_by_id IS NULL
                    AND retraction.kind <> 'concern')
"""

# What the derivation of a row `support` is, unless that was undone.
WITHDRAWN = """
EXISTS (SELECT 1 FROM memory_withdrawal withdrawal
        WHERE withdrawal.derivation_id = support.derivation_id
        AND withdrawal.undone_by_id IS NULL)
"""

# Ancestors in one statement. Whatever the planner guesses of their number, each step is
# a look-up by id (OFFSET 0, as in the walks): no table is read from end to end.
CLOSURE = f"""
WITH RECURSIVE {upward(GIVEN)}
SELECT support.claim_id, support.derivation_id, support.observation_id,
       support.premise_id, seen.live, seen.voice, seen.source,
       coalesce((SELECT status FROM memory_claimstatus
                 WHERE claim_id = up.claim_id), 'quarantined'),
       {WITHDRAWN}
FROM up
CROSS JOIN LATERAL (
    SELECT * FROM memory_support WHERE claim_id = up.claim_id OFFSET 0
) support
LEFT JOIN LATERAL (
    SELECT {LIVE} AS live, source.voice, source.id AS source
    FROM memory_observation observation
    JOIN memory_observationtext words ON words.observation_id = observation.id
    JOIN memory_source source ON source.id = observation.source_id
    WHERE observation.id = support.observation_id OFFSET 0
) seen ON true
"""


LIVE_AMONG = f"""
SELECT observation.id FROM memory_observation observation
JOIN memory_observationtext words ON words.observation_id = observation.id
WHERE observation.id = ANY(%s) AND {LIVE}
"""


class EvidenceRow(NamedTuple):
    """One support, with what is known of its observation and its claim."""

    claim: int
    derivation: int
    observation: int | None
    premise: int | None
    live: bool | None
    voice: UUID | None
    source: int | None
    status: str
    withdrawn: bool


def live_observations(observations: Collection[int]) -> frozenset[int]:
    """Those that resolve: neither retracted, compacted nor erased."""
    with connection.cursor() as cursor:
        cursor.execute(LIVE_AMONG, [sorted(observations)])
        return frozenset(id_ for (id_,) in cursor.fetchall())


def closure_rows(claims: Collection[int]) -> list[EvidenceRow]:
    """The closure of some claims, in one statement."""
    if not claims:
        return []
    with connection.cursor() as cursor:
        cursor.execute(CLOSURE, [sorted(claims)])
        return [EvidenceRow(*row) for row in cursor.fetchall()]
