"""One hop over claims: from nodes to what is claimed at them, and where that leads."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection

from memory.models import Workspace
from memory.queries.canonical import KIN
from memory.queries.embeddable import Key
from memory.retrieval.around import NEWEST
from memory.retrieval.lexical import CANDIDATES
from memory.retrieval.meaning import QueryVector

# How many claims are followed from all entries together.
EDGES = 60


class Link(NamedTuple):
    """A claim as an edge; `far` is none where it states a value.

    `at_named` tells that it touches something that was named.
    """

    claim: int
    near: int
    far: int | None
    at_named: bool

    def ends(self) -> list[Key]:
        """The nodes at its ends."""
        return [("node", end) for end in (self.near, self.far) if end is not None]

    def rows(self) -> list[Key]:
        """The claim, and the nodes at its ends."""
        return [("claim", self.claim), *self.ends()]


@dataclass(frozen=True)
class Hop:
    """The claims at some nodes, the best first, and what was started from.

    `named` holds everything that counts as one with a named node; `entered` are the
    claims that were entries themselves.
    """

    links: Sequence[Link]
    named: frozenset[int]
    entered: Sequence[Link]


def hop(
    workspace: Workspace,
    *,
    named: Collection[int] = (),
    nodes: Collection[int] = (),
    claims: Sequence[int] = (),
    vector: QueryVector | None = None,
) -> Hop:
    """Follow claims from named nodes, other nodes and the ends of claims.

    One statement. Of the newest claims there, those that mean what was asked come
    first, then those without a vector, newest first. What is archived is left out.
    """
    if not (named or nodes or claims):
        return Hop((), frozenset(), ())
    near, order = "", "claim.id DESC"
    if vector is not None:
        near = NEAR.format(table=vector.table)
        order = "near.value <=> %(value)s::real[]::halfvec NULLS LAST, claim.id DESC"
    wanted: dict[str, Any] = {
        "here": workspace.pk,
        "named": sorted(named),
        "nodes": sorted(nodes),
        "claims": list(claims),
        "most": CANDIDATES,
        "model": vector and vector.model,
        "value": vector and vector.sent,
    }
    with connection.cursor() as cursor:
        cursor.execute(HOP.format(near=near, order=order), wanted)
        rows = cursor.fetchall()
    entered = {pk: Link(pk, *row) for what, _, pk, *row in rows if what == "entered"}
    return Hop(
        links=[Link(pk, *row) for what, _, pk, *row in rows if what == "link"],
        named=frozenset(pk for what, _, pk, *_ in rows if what == "named"),
        entered=[entered[pk] for pk in claims if pk in entered],
    )


def led_to(links: Iterable[Link], start: Collection[int]) -> list[Key]:
    """Each claim, followed by the nodes to which it leads from some nodes."""
    keys = dict.fromkeys(key for link in links for key in link.rows())
    return [key for key in keys if key[0] != "node" or key[1] not in start]


NEAR = """
LEFT JOIN {table} near ON near.claim_id = claim.id AND near.model = %(model)s
"""

HOP = f"""
WITH RECURSIVE entered AS (
    SELECT id, subject_id, object_id FROM memory_claim
    WHERE workspace_id = %(here)s AND id = ANY(%(claims)s::bigint[])
), ends (node) AS (
    SELECT unnest(%(named)s::bigint[]) UNION SELECT unnest(%(nodes)s::bigint[])
    UNION SELECT subject_id FROM entered UNION SELECT object_id FROM entered
), {KIN}, named AS (
    SELECT DISTINCT alias FROM kin WHERE node = ANY(%(named)s::bigint[])
), newest AS MATERIALIZED (
    SELECT DISTINCT claim.id, claim.subject_id, claim.object_id
    FROM (SELECT DISTINCT alias FROM kin) touched
    CROSS JOIN LATERAL ({NEWEST}) claim
    ORDER BY claim.id DESC LIMIT %(most)s
)
SELECT 'named' AS what, 0 AS place, alias, NULL::bigint, NULL::bigint, NULL::boolean
FROM named
UNION ALL
SELECT 'entered', 0, id, subject_id, object_id, false FROM entered
UNION ALL
SELECT 'link', row_number() OVER (ORDER BY {{order}}),
       claim.id, claim.subject_id, claim.object_id,
       EXISTS (SELECT 1 FROM named
               WHERE alias IN (claim.subject_id, claim.object_id))
FROM newest claim {{near}}
ORDER BY place
"""
