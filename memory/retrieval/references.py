"""Vetted sources that speak of the same nodes as some claims."""

from collections.abc import Collection
from typing import Any

from django.db import connection

from memory.models import Workspace
from memory.queries.canonical import KIN
from memory.queries.evidence_rows import LIVE, WITHDRAWN
from memory.retrieval.around import NEWEST

MOST_REFERENCES = 12
# Of one node so many claims are looked at, from each end.
MOST_CLAIMS = 20


def references(workspace: Workspace, claims: Collection[int]) -> list[int]:
    """The vetted sources beside some claims, those of most claims there first.

    A source is beside a claim where an admissible claim at one of its ends, merges
    followed, rests on a live observation of it, or states something of the source
    itself. One statement.
    """
    if not claims:
        return []
    wanted: dict[str, Any] = {
        "here": workspace.pk,
        "claims": sorted(claims),
        "most": MOST_CLAIMS,
        "references": MOST_REFERENCES,
    }
    with connection.cursor() as cursor:
        cursor.execute(BESIDE, wanted)
        return [source for (source,) in cursor.fetchall()]


BESIDE = f"""
WITH RECURSIVE given AS (
    SELECT subject_id, object_id FROM memory_claim
    WHERE id = ANY(%(claims)s) AND EXISTS (
        SELECT 1 FROM memory_source
        WHERE workspace_id = %(here)s AND vetted_at IS NOT NULL)
), ends (node) AS (
    SELECT subject_id FROM given UNION SELECT object_id FROM given
), {KIN}, beside AS MATERIALIZED (
    SELECT DISTINCT claim.id, claim.subject_id, claim.object_id
    FROM (SELECT DISTINCT alias FROM kin) touched
    CROSS JOIN LATERAL ({NEWEST}) claim
    JOIN memory_claimstatus believed
        ON believed.claim_id = claim.id AND believed.status = 'admissible'
), vetted AS (
    SELECT beside.id AS claim, source.id AS source FROM beside
    JOIN memory_source source ON source.node_id IN (subject_id, object_id)
    WHERE source.vetted_at IS NOT NULL
    UNION
    SELECT beside.id, source.id FROM beside
    JOIN memory_support support ON support.claim_id = beside.id
    JOIN memory_observation observation ON observation.id = support.observation_id
    JOIN memory_observationtext words ON words.observation_id = observation.id
    JOIN memory_source source ON source.id = observation.source_id
    WHERE source.vetted_at IS NOT NULL AND {LIVE} AND NOT {WITHDRAWN}
)
SELECT source FROM vetted GROUP BY source
ORDER BY count(*) DESC, source DESC LIMIT %(references)s
"""
