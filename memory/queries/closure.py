"""Walks along supports, both ways, as index-only statements."""

from collections.abc import Collection

from django.db import connection

from memory.queries.evidence import Seeds

# What rests on the seeds, however far down. Each step reads the covering index of
# memory_support only, so the cost follows the claims found and not the store. OFFSET 0
# keeps each step a look-up: guessing the walk's size, the planner may else read the
# whole table at every step.
AFFECTED = """
WITH RECURSIVE down (claim_id) AS (
    (SELECT claim_id FROM memory_support WHERE observation_id = ANY(%s)
     UNION
     SELECT claim_id FROM memory_support WHERE premise_id = ANY(%s)
     UNION
     SELECT claim_id FROM memory_derivation WHERE id = ANY(%s))
    UNION
    SELECT support.claim_id FROM down
    CROSS JOIN LATERAL (SELECT claim_id FROM memory_support
                        WHERE premise_id = down.claim_id OFFSET 0) support
)
SELECT claim_id FROM down
"""

CLOSURE = """
WITH RECURSIVE up (claim_id) AS (
    SELECT unnest(%s::bigint[])
    UNION
    SELECT support.premise_id FROM up
    JOIN memory_support support ON support.claim_id = up.claim_id
    WHERE support.premise_id IS NOT NULL
)
SELECT claim_id FROM up
"""


def affected(seeds: Seeds) -> frozenset[int]:
    """The claims that rest on the seeds, directly or through premises.

    A claim of the seeds is in it only when it rests on another seed.
    """
    return _ids(AFFECTED, seed_arrays(seeds))


def closure(claims: Collection[int]) -> frozenset[int]:
    """Π*: the claims with every claim that they rest on, however far up."""
    return _ids(CLOSURE, [sorted(claims)])


def seed_arrays(seeds: Seeds) -> list[list[int]]:
    """The parameters of AFFECTED."""
    return [sorted(seeds.observations), sorted(seeds.claims), sorted(seeds.derivations)]


def _ids(statement: str, parameters: list[list[int]]) -> frozenset[int]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return frozenset(id_ for (id_,) in cursor.fetchall())
