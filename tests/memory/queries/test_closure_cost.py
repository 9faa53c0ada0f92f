"""The cost of a closure follows the claims it finds, not the store: no clock."""

from functools import partial

import pytest
from django.db import connection

from memory.queries.closure import affected
from memory.queries.evidence import Seeds
from tests.make import make_workspace
from tests.memory.buffers import buffers_of
from tests.memory.races.barrier import LONG

pytestmark = pytest.mark.django_db(transaction=True)
SIZES = (100_000, 1_000_000) if LONG else (90_000, 180_000)

# Groups of a hundred claims that rest on one observation, each but the first on a
# claim of its group before it too. Ids are scattered: neighbours share no page.
FILL = """
INSERT INTO memory_support
    (workspace_id, derivation_id, claim_id, observation_id, premise_id,
     span_start, span_end)
SELECT %(workspace)s, claim, claim, observation, premise,
       CASE WHEN premise IS NULL THEN 0 END, CASE WHEN premise IS NULL THEN 2 END
FROM (
    SELECT scattered.claim, made.observation, made.premise
    FROM generate_series(0, %(claims)s - 1) AS place
    CROSS JOIN LATERAL (SELECT (place * 6180341::bigint) %% 10000019 AS claim) scattered
    CROSS JOIN LATERAL (VALUES
        (place / 100 + 1, NULL::bigint),
        (NULL, CASE WHEN place %% 100 > 0 THEN
            ((place - 1 - (place * 31) %% (place %% 100)) * 6180341::bigint) %% 10000019
         END)
    ) AS made (observation, premise)
    WHERE made.observation IS NOT NULL OR made.premise IS NOT NULL
) AS support
"""


def fill(claims: int) -> None:
    """A store of supports alone, which is all that the walk reads."""
    workspace = make_workspace()
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE memory_support")
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(FILL, {"workspace": workspace.pk, "claims": claims})
        cursor.execute("SET session_replication_role = origin")
        # What is not yet flushed is not known to be committed, nor visible to all.
        cursor.execute("CHECKPOINT")
        cursor.execute("VACUUM (ANALYZE) memory_support")


def per_claim() -> float:
    """Buffers for each of the hundred claims that rest on one observation."""
    seeds = Seeds(observations=frozenset({1}))
    assert len(affected(seeds)) == 100
    return buffers_of(partial(affected, seeds)) / 100


def test_buffers_follow_the_affected_claims() -> None:
    """As planned, and by the walk alone: a small store may be cheaper to read whole.

    Both indexes have more pages than claims are sought: a smaller one would be read
    whole at each step, which is no measure of what the walk costs.
    """
    walks = []
    for size in SIZES:
        fill(size)
        assert per_claim() <= 4
        with connection.cursor() as cursor:
            cursor.execute(
                "SET enable_seqscan = off; SET enable_hashjoin = off;"
                " SET enable_mergejoin = off"
            )
        walks.append(per_claim())
        with connection.cursor() as cursor:
            cursor.execute(
                "RESET enable_seqscan; RESET enable_hashjoin; RESET enable_mergejoin"
            )
    assert walks[1] <= walks[0] * 1.2, walks
