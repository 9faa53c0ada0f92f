"""Which nodes count as one: merges followed to their end, whichever way they lead."""

from collections.abc import Collection, Mapping

from django.db import connection

# Merges make trees, so that what is linked, either way, is one group.
KIN = """
kin (node, alias) AS (
    SELECT ends.node, ends.node FROM ends WHERE ends.node IS NOT NULL
    UNION
    SELECT kin.node,
           CASE WHEN merge.node_id = kin.alias THEN merge.into_id ELSE merge.node_id END
    FROM kin JOIN memory_merge merge
        ON kin.alias IN (merge.node_id, merge.into_id)
        AND merge.undone_by_id IS NULL
)
"""


def canonical(nodes: Collection[int]) -> dict[int, int]:
    """The node that each node counts as: the end of its chain, itself without one."""
    with connection.cursor() as cursor:
        cursor.execute(ENDS, [sorted(nodes)])
        return dict(cursor.fetchall())


def kin(nodes: Collection[int]) -> Mapping[int, frozenset[int]]:
    """All nodes that count as the same as each node, itself included."""
    found: dict[int, set[int]] = {node: set() for node in nodes}
    with connection.cursor() as cursor:
        cursor.execute(ALL_KIN, [sorted(found)])
        for node, alias in cursor.fetchall():
            found[node].add(alias)
    return {node: frozenset(aliases) for node, aliases in found.items()}


def one_thing(nodes: Collection[int]) -> frozenset[int]:
    """The nodes together with every node that counts as one of them."""
    return frozenset().union(*kin(nodes).values()) if nodes else frozenset()


# Each node with what it was merged into, step by step; the last step is where it ends.
CHAIN = """
chain (node, last) AS (
    SELECT ends.node, ends.node FROM ends
    UNION
    SELECT chain.node, merge.into_id
    FROM chain JOIN memory_merge merge
        ON merge.node_id = chain.last AND merge.undone_by_id IS NULL
)
"""

IS_END = """
NOT EXISTS (SELECT 1 FROM memory_merge merge
            WHERE merge.node_id = chain.last AND merge.undone_by_id IS NULL)
"""

ENDS = f"""
WITH RECURSIVE ends (node) AS (SELECT unnest(%s::bigint[])), {CHAIN}
SELECT chain.node, chain.last FROM chain WHERE {IS_END}
"""

ALL_KIN = f"""
WITH RECURSIVE ends (node) AS (SELECT unnest(%s::bigint[])), {KIN}
SELECT node, alias FROM kin
"""
