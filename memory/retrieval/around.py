"""The claims one edge away from some nodes, through everything that counts as them."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from memory.queries.archive import IN_ARCHIVE
from memory.queries.canonical import CHAIN, IS_END, KIN

MOST_CLAIMS = 60


def roots_of(nodes: Collection[int]) -> dict[int, UUID]:
    """What some nodes count as, through merges: ids by key, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(ROOTS, [sorted(nodes)])
        return dict(cursor.fetchall())


def around(roots: Collection[int]) -> list[int]:
    """Claims at some nodes, in one statement: what joins two of them comes first.

    Of those that touch as many, newer claims come first.
    """
    if not roots:
        return []
    with connection.cursor() as cursor:
        cursor.execute(AROUND, {"roots": sorted(roots), "most": MOST_CLAIMS})
        return [claim for (claim,) in cursor.fetchall()]


ROOTS = f"""
WITH RECURSIVE ends (node) AS (SELECT unnest(%s::bigint[])), {CHAIN}
SELECT DISTINCT root.id, root.uid FROM chain
JOIN memory_node root ON root.id = chain.last
WHERE {IS_END}
"""


def _newest(end: str) -> str:
    return f"""
        (SELECT claim.id, claim.subject_id, claim.object_id FROM memory_claim claim
         JOIN memory_claimstatus status ON status.claim_id = claim.id
         WHERE claim.{end} = touched.alias AND NOT {IN_ARCHIVE}
         ORDER BY claim.id DESC LIMIT %(most)s)
    """


# The newest claims at the node `touched.alias`, from either end, the archive left out:
# at most %(most)s each way, so that a hub costs no more than any other node. A claim is
# of the workspace of its ends, which the database sees to.
NEWEST = f"{_newest('subject_id')} UNION ALL {_newest('object_id')}"

AROUND = f"""
WITH RECURSIVE ends (node) AS (SELECT unnest(%(roots)s::bigint[])), {KIN}
SELECT claim.id FROM kin touched CROSS JOIN LATERAL ({NEWEST}) claim
GROUP BY claim.id
ORDER BY count(DISTINCT touched.node) DESC, claim.id DESC
LIMIT %(most)s
"""
