"""The claims one edge away from some nodes, through everything that counts as them."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from memory.models import Workspace
from memory.queries.archive import IN_ARCHIVE
from memory.queries.canonical import CHAIN, IS_END, KIN

# Of one node and direction no more claims are looked at, so that a hub costs no more
# than any other node.
MOST_EDGES = 60
MOST_CLAIMS = 60


def roots_of(nodes: Collection[int]) -> dict[int, UUID]:
    """What some nodes count as, through merges: ids by key, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(ROOTS, [sorted(nodes)])
        return dict(cursor.fetchall())


def around(workspace: Workspace, roots: Collection[int]) -> list[int]:
    """Claims at some nodes, in one statement: what joins two of them comes first.

    Of those that touch as many, newer claims come first.
    """
    if not roots:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            AROUND,
            {
                "roots": sorted(roots),
                "here": workspace.pk,
                "edges": MOST_EDGES,
                "most": MOST_CLAIMS,
            },
        )
        return [claim for (claim,) in cursor.fetchall()]


ROOTS = f"""
WITH RECURSIVE ends (node) AS (SELECT unnest(%s::bigint[])), {CHAIN}
SELECT DISTINCT root.id, root.uid FROM chain
JOIN memory_node root ON root.id = chain.last
WHERE {IS_END}
"""

AROUND = f"""
WITH RECURSIVE ends (node) AS (SELECT unnest(%(roots)s::bigint[])), {KIN}
SELECT claim.id FROM kin CROSS JOIN LATERAL (
    (SELECT id FROM memory_claim
     WHERE workspace_id = %(here)s AND subject_id = kin.alias
     ORDER BY predicate_id LIMIT %(edges)s)
    UNION ALL
    (SELECT id FROM memory_claim
     WHERE workspace_id = %(here)s AND object_id = kin.alias
     ORDER BY predicate_id LIMIT %(edges)s)
) claim
JOIN memory_claimstatus status ON status.claim_id = claim.id
WHERE NOT {IN_ARCHIVE}
GROUP BY claim.id
ORDER BY count(DISTINCT kin.node) DESC, claim.id DESC
LIMIT %(most)s
"""
