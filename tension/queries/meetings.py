"""Where active work comes near open tensions: one statement for all against all."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import connection


@dataclass(frozen=True)
class Meeting:
    """The shortest path from a piece of work to an anchor of a tension.

    `path` are nodes as they count through merges, the work's first; `claims` are the
    edges between them; `degree` is the highest number of claims at one of its nodes.
    """

    piece: int
    tension: int
    path: tuple[int, ...]
    claims: tuple[int, ...]
    degree: int

    @property
    def distance(self) -> int:
        """Claim edges between the two."""
        return len(self.claims)


def meetings(
    workspace: int,
    nodes: Sequence[tuple[int, int]],
    *,
    tensions: Collection[int] | None = None,
) -> list[Meeting]:
    """Where pieces of work, given as (piece, node), meet tensions that listen.

    Over admissible claims, at most two, either way round; merged nodes count as one.
    A hub is never walked from: it is no stepping stone, and one that the work names
    itself counts where it is an anchor. So what a piece costs depends on no hub's
    size: the walk goes from the work, at most a hub's degree wide at each step, and
    meets the anchors of all tensions at once. Of equally short paths the one with
    the lowest claim ids is taken. Without `tensions` all that are open, or snoozed
    until there is new material, listen; of those given all that are unresolved do.
    """
    if not nodes:
        return []
    given: dict[str, Any] = {
        "workspace": workspace,
        "pieces": [piece for piece, _ in nodes],
        "nodes": [node for _, node in nodes],
        "hub": settings.WARRANT_HUB_DEGREE,
        "tensions": None if tensions is None else sorted(tensions),
    }
    with connection.cursor() as cursor:
        cursor.execute(MEET, given)
        return [
            Meeting(piece, tension, tuple(path), tuple(claims), degree)
            for piece, tension, path, claims, degree in cursor.fetchall()
        ]


# Every node that was merged, with the node that it counts as.
ALIAS = """
chain (node, root) AS (
    SELECT node_id, into_id FROM memory_merge
    WHERE workspace_id = %(workspace)s AND undone_by_id IS NULL
    UNION
    SELECT chain.node, merge.into_id FROM chain
    JOIN memory_merge merge
        ON merge.node_id = chain.root AND merge.undone_by_id IS NULL
), alias (node, root) AS MATERIALIZED (
    SELECT node, root FROM chain WHERE NOT EXISTS (
        SELECT 1 FROM memory_merge merge
        WHERE merge.node_id = chain.root AND merge.undone_by_id IS NULL)
)
"""


def _members(nodes: str) -> str:
    """The nodes that count as the roots of a relation, each with its root."""
    return f"""
        SELECT root, root AS node FROM {nodes}
        UNION ALL
        SELECT alias.root, alias.node FROM {nodes} JOIN alias USING (root)
    """


def _sizes(nodes: str) -> str:
    """How many claims there are at each root of a relation."""
    return f"""
        SELECT member.root, sum(node.degree)::int AS degree
        FROM ({_members(nodes)}) member JOIN memory_node node ON node.id = member.node
        GROUP BY member.root
    """


def steps(nodes: str, *, hubs: bool = False) -> str:
    """The admissible edges at the roots of a relation that are no hubs."""
    limit = "" if hubs else "WHERE size.degree < %(hub)s"
    return f"""
        SELECT DISTINCT ON (root, other) root, other, claim FROM (
            SELECT member.root, edge.claim,
                   coalesce(alias.root, edge.other) AS other
            FROM ({_sizes(nodes)}) size
            JOIN ({_members(nodes)}) member USING (root)
            CROSS JOIN LATERAL (
                SELECT id AS claim, object_id AS other FROM memory_claim
                WHERE workspace_id = %(workspace)s AND subject_id = member.node
                AND object_id IS NOT NULL
                UNION ALL
                SELECT id, subject_id FROM memory_claim
                WHERE workspace_id = %(workspace)s AND object_id = member.node
            ) edge
            JOIN memory_claimstatus state
                ON state.claim_id = edge.claim AND state.status = 'admissible'
            LEFT JOIN alias ON alias.node = edge.other
            {limit}
        ) found
        WHERE root <> other ORDER BY root, other, claim
    """


LISTENING = """
main.workspace_id = %(workspace)s AND main.state IN ('open', 'snoozed')
AND CASE WHEN %(tensions)s::bigint[] IS NULL
         THEN main.state = 'open' OR main.until_material
         ELSE main.id = ANY(%(tensions)s) END
"""

MEET = f"""
WITH RECURSIVE {ALIAS}, asked (piece, root) AS MATERIALIZED (
    SELECT DISTINCT given.piece, coalesce(alias.root, given.node)
    FROM unnest(%(pieces)s::int[], %(nodes)s::bigint[]) AS given (piece, node)
    LEFT JOIN alias USING (node)
), listening (id) AS MATERIALIZED (
    SELECT main.id FROM tension_tension main WHERE {LISTENING}
), anchored (tension, root) AS MATERIALIZED (
    SELECT DISTINCT part.main, coalesce(alias.root, anchor.node_id)
    FROM (
        SELECT id AS main, id FROM listening
        UNION ALL
        SELECT into_id, id FROM tension_tension
        WHERE into_id = ANY(ARRAY(SELECT id FROM listening))
    ) part
    JOIN tension_anchor anchor ON anchor.tension_id = part.id
    LEFT JOIN alias ON alias.node = anchor.node_id
), one (root, other, claim) AS MATERIALIZED (
    {steps("(SELECT DISTINCT root FROM asked) begin")}
), two (root, other, claim) AS MATERIALIZED (
    {steps("(SELECT DISTINCT other AS root FROM one) middle")}
), path (piece, tension, path, claims) AS (
    SELECT piece, tension, ARRAY[root], '{{}}'::bigint[]
    FROM asked JOIN anchored USING (root)
    UNION ALL
    SELECT asked.piece, anchored.tension, ARRAY[one.root, one.other], ARRAY[one.claim]
    FROM asked JOIN one USING (root) JOIN anchored ON anchored.root = one.other
    UNION ALL
    SELECT asked.piece, anchored.tension, ARRAY[one.root, two.root, two.other],
           ARRAY[one.claim, two.claim]
    FROM asked JOIN one USING (root) JOIN two ON two.root = one.other
    JOIN anchored ON anchored.root = two.other
), best AS MATERIALIZED (
    SELECT DISTINCT ON (piece, tension) piece, tension, path, claims FROM path
    ORDER BY piece, tension, cardinality(claims), claims, path
), size AS ({_sizes("(SELECT DISTINCT unnest(path) AS root FROM best) met")})
SELECT piece, tension, path, claims,
       (SELECT max(degree) FROM size WHERE size.root = ANY(path))
FROM best ORDER BY piece, tension
"""


def ring(
    workspace: int, nodes: Collection[int], reach: int, *, from_hubs: bool
) -> set[int]:
    """Every node from which a walk may come within `reach` edges of some nodes.

    Merged nodes all, hubs none. With `from_hubs` the nodes themselves may be hubs: they
    are in it, and their edges are followed.
    """
    if not nodes:
        return set()
    given: dict[str, Any] = {
        "workspace": workspace,
        "nodes": sorted(nodes),
        "hub": settings.WARRANT_HUB_DEGREE,
        "reach": reach,
        "from_hubs": from_hubs,
    }
    with connection.cursor() as cursor:
        cursor.execute(RING_OF_HUBS if from_hubs else RING, given)
        return {node for (node,) in cursor.fetchall()}


def _ring(first: str) -> str:
    return f"""
WITH RECURSIVE {ALIAS}, asked (root) AS MATERIALIZED (
    SELECT DISTINCT coalesce(alias.root, given.node)
    FROM unnest(%(nodes)s::bigint[]) AS given (node) LEFT JOIN alias USING (node)
), one (root, other, claim) AS MATERIALIZED ({first}),
two (root, other, claim) AS MATERIALIZED (
    {steps("(SELECT DISTINCT other AS root FROM one WHERE %(reach)s > 1) middle")}
), reached (root) AS MATERIALIZED (
    SELECT root FROM asked UNION SELECT other FROM one UNION SELECT other FROM two
), size AS ({_sizes("reached")})
SELECT member.node FROM size JOIN ({_members("reached")}) member USING (root)
WHERE size.degree < %(hub)s
OR %(from_hubs)s AND size.root IN (SELECT root FROM asked)
"""


RING = _ring(steps("asked"))
RING_OF_HUBS = _ring(steps("asked", hubs=True))
