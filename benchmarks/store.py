"""A large workspace of claims between entities, written by the database itself."""

from typing import Any

from django.db import connection, transaction

from memory.models import Action, Actor, Agent, Episode, Predicate
from memory.queries.clock import database_now
from memory.steps.status import decide
from tests.make import make_agent, make_workspace, record_episode

# Claims at a node, in and out, and the share of claims that rest on another one.
EDGES = 3
RESTING = 10


def build(nodes: int) -> Agent:
    """So many pumps, three claims each between neighbours, promoted; and an agent."""
    agent = make_agent(make_workspace())
    episode = record_episode(agent)
    with transaction.atomic():
        _write(episode, nodes)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return agent


def _write(episode: Episode, nodes: int) -> None:
    workspace = episode.workspace
    decision = decide(
        workspace, action=Action.ADMIT, by=Actor(policy="a bench"), now=database_now()
    )
    names: dict[str, Any] = {
        "here": workspace.pk,
        "nodes": nodes,
        "claims": nodes * EDGES,
        "edges": EDGES,
        "resting": RESTING,
        "now": decision.at,
        "episode": episode.pk,
        "seen": episode.observations.get().pk,
        "predicate": Predicate.objects.get(workspace=workspace, name="connected_to").pk,
    }
    with connection.cursor() as cursor:
        # What is written here keeps every rule by itself; checking it takes minutes.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for statement in STATEMENTS:
            cursor.execute(statement, names)


NODES = """
INSERT INTO memory_node (uid, workspace_id, kind, external_id, name, description,
                         skeletons, degree, recorded_at)
SELECT gen_random_uuid(), %(here)s, 'pump', 'Q-' || n, '', '',
       ARRAY['q' || n]::varchar[], %(edges)s * 2, %(now)s
FROM generate_series(1, %(nodes)s) n
"""

# Each node is linked to three further on, so that every one has six neighbours. The
# ids of what one statement writes follow each other.
CLAIMS = """
WITH made AS (
    SELECT id, min(id) OVER () AS first FROM memory_node
    WHERE workspace_id = %(here)s AND kind = 'pump' AND external_id LIKE 'Q-%%'
)
INSERT INTO memory_claim (uid, workspace_id, type, subject_id, predicate_id,
                          value_kind, object_id, value_unit, qualifiers, recorded_at)
SELECT gen_random_uuid(), %(here)s, 'relation', id, %(predicate)s, 'node',
       first + (id - first + away) %% %(nodes)s, '', '{}', %(now)s
FROM made CROSS JOIN (VALUES (1), (7), (40)) step (away)
"""

STATUSES = """
INSERT INTO memory_claimstatus (claim_id, status, cause_kind, changed_at, version)
SELECT id, 'admissible', 'episode', %(now)s, 1 FROM memory_claim
WHERE workspace_id = %(here)s AND predicate_id = %(predicate)s
"""

DERIVATIONS = """
INSERT INTO memory_derivation (uid, workspace_id, claim_id, episode_id, kappa, method,
                               model, recorded_at, commitment)
SELECT gen_random_uuid(), %(here)s, id, %(episode)s, 0.8, 'declared', '', %(now)s,
       decode(repeat('00', 32), 'hex')
FROM memory_claim WHERE workspace_id = %(here)s AND predicate_id = %(predicate)s
"""

TEXTS = """
INSERT INTO memory_derivationtext (derivation_id, text, salt)
SELECT derivation.id, one.external_id || ' is connected to ' || other.external_id, NULL
FROM memory_derivation derivation
JOIN memory_claim claim ON claim.id = derivation.claim_id
JOIN memory_node one ON one.id = claim.subject_id
JOIN memory_node other ON other.id = claim.object_id
WHERE derivation.workspace_id = %(here)s AND claim.predicate_id = %(predicate)s
"""

# One in ten rests on the claim before it, the others on the observation.
SUPPORTS = """
INSERT INTO memory_support (workspace_id, derivation_id, claim_id, observation_id,
                            premise_id, span_start, span_end)
SELECT %(here)s, id, claim_id,
       CASE WHEN premise IS NULL THEN %(seen)s END, premise,
       CASE WHEN premise IS NULL THEN 0 END, CASE WHEN premise IS NULL THEN 4 END
FROM (
    SELECT derivation.id, claim_id,
           CASE WHEN derivation.id %% %(resting)s = 0
                THEN lag(claim_id) OVER (ORDER BY derivation.id) END AS premise
    FROM memory_derivation derivation
    JOIN memory_claim claim ON claim.id = derivation.claim_id
    WHERE derivation.workspace_id = %(here)s AND claim.predicate_id = %(predicate)s
) made
"""

# As if the background had caught up: what waits for a vector is another figure's.
CAUGHT_UP = "DELETE FROM memory_unembedded WHERE workspace_id = %(here)s"

# What is written next is found by what was written before: the planner has to know it.
KNOWN = "ANALYZE memory_node, memory_claim, memory_derivation"

STATEMENTS = (
    NODES, KNOWN, CLAIMS, KNOWN, STATUSES, DERIVATIONS, KNOWN, TEXTS, SUPPORTS,
    CAUGHT_UP,
)  # fmt: skip
