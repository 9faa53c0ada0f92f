"""Stores of up to millions of claims, written by set-based statements."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from memory.models import (
    Action,
    Actor,
    Agent,
    Claim,
    Derivation,
    Observation,
    Workspace,
)
from memory.queries.clock import database_now
from memory.rules.lifecycle import Status
from memory.steps.status import decide
from tests.make import make_agent, make_workspace, record_episode
from tests.memory.dag_rows import write_claims, write_observations

# Claims of so many groups are written at the same time, one after the other in turn.
INTERLEAVED = 5
ORDINARY = 100


@dataclass(frozen=True)
class Group:
    """So many claims that all rest on the first one, and so on one observation."""

    size: int
    observation: int
    first: int


@dataclass(frozen=True)
class Store:
    """A workspace with the groups that were asked for, among ordinary ones.

    Its claims are numbered without a gap from `first`.
    """

    workspace: Workspace
    agent: Agent
    claims: int
    first: int
    groups: Sequence[Group]


def build(claims: int, sizes: Sequence[int], *, worded: bool = False) -> Store:
    """Write a store: in each group every claim rests on a random one before it.

    Each tenth claim has a second derivation, from an observation alone. The rows are
    as distilled ones, with the wording of derivations and a place in the review queue
    only if `worded`. Triggers are off while it is written; the tables are vacuumed and
    analysed afterwards.
    """
    agent = make_agent(make_workspace())
    workspace, now = agent.workspace, database_now()
    episode = record_episode(agent, conclusions=())
    blocks = list(_blocks(claims, sizes))
    with transaction.atomic():
        decision = decide(
            workspace, action=Action.ADMIT, by=Actor(policy="a store"), now=now
        )
        (model,) = write_claims(workspace, 1, decision, Status.admissible)
        source = write_observations(episode, 1, 1, now)[0].source_id
        first = _last(Claim) + 1
        given: dict[str, Any] = {
            "workspace": workspace.pk,
            "episode": episode.pk,
            "source": source,
            "decision": decision.pk,
            "at": now,
            "claim": first,
            "observation": _last(Observation) + 1,
            "derivation": _last(Derivation) + 1,
            "subject": model.subject_id,
            "predicate": model.predicate_id,
            "claims": claims,
            "starts": [start for start, _ in blocks],
            "sizes": [size for _, size in blocks],
        }
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("SELECT setseed(0.5)")
            for statement in (*WRITE, *WORDS) if worded else WRITE:
                cursor.execute(statement, given)
    _settle()
    groups = _groups(given, blocks, sizes)
    return Store(workspace, agent, claims, first, groups)


def _blocks(claims: int, sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where each block of interleaved groups starts, and the size of its groups."""
    start = 0
    for size in [*sizes, *[ORDINARY] * claims]:
        if start + size * INTERLEAVED > claims:
            return
        yield start, size
        start += size * INTERLEAVED


def _groups(
    given: Mapping[str, Any],
    blocks: Sequence[tuple[int, int]],
    sizes: Sequence[int],
) -> list[Group]:
    return [
        Group(size, given["observation"] + start, given["claim"] + start)
        for start, size in blocks[: len(sizes)]
    ]


def _last(model: type[Claim] | type[Derivation] | type[Observation]) -> int:
    return max(
        model.objects.values_list("pk", flat=True).order_by("-pk")[:1], default=0
    )


def _settle() -> None:
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id))"
                f" FROM {table}"
            )
        # What is not yet flushed is not known to be committed, nor visible to all.
        cursor.execute("CHECKPOINT")
        # Nor is what the server's own vacuum or analysis may still be looking at.
        for _ in range(50):
            cursor.execute("VACUUM ANALYZE")
            cursor.execute(HIDDEN, [list(TABLES)])
            if cursor.fetchone() == (0,):
                return
            time.sleep(0.2)
        raise AssertionError("most pages never became visible to all")


# Tables that an index alone cannot answer for, but for a few pages at their end.
HIDDEN = """
SELECT count(*) FROM pg_class
WHERE relname = ANY(%s) AND relallvisible < 0.99 * relpages
"""

TABLES = (
    "memory_claim",
    "memory_derivation",
    "memory_observation",
    "memory_support",
    "memory_statusevent",
)

# The places of all claims: `member` of its group, and the place of a claim before it.
_PLACED = f"""
WITH block AS (
    SELECT * FROM unnest(%(starts)s::bigint[], %(sizes)s::bigint[]) AS b (start, size)
), place AS (
    SELECT start + n AS place, start + n %% {INTERLEAVED} AS first,
           n / {INTERLEAVED} AS member
    FROM block, generate_series(0, size * {INTERLEAVED} - 1) AS n
)
"""

WRITE = (
    """
    INSERT INTO memory_observation
        (id, uid, workspace_id, episode_id, source_id, ref, locator, observed_at,
         recorded_at, commitment)
    OVERRIDING SYSTEM VALUE
    SELECT %(observation)s + n, gen_random_uuid(), %(workspace)s, %(episode)s,
           %(source)s, 'stored ' || n, '', %(at)s, %(at)s,
           decode(repeat('00', 32), 'hex')
    FROM generate_series(0, %(claims)s - 1) AS n
    """,
    """
    INSERT INTO memory_observationtext (observation_id, text, state, credentials)
    SELECT %(observation)s + n, 'It says so.', 'live', '{}'
    FROM generate_series(0, %(claims)s - 1) AS n
    """,
    """
    INSERT INTO memory_claim
        (id, uid, workspace_id, type, subject_id, predicate_id, value_kind, value_text,
         value_unit, qualifiers, recorded_at)
    OVERRIDING SYSTEM VALUE
    SELECT %(claim)s + n, gen_random_uuid(), %(workspace)s, 'attribute', %(subject)s,
           %(predicate)s, 'text', 'name ' || n, '', '{}', %(at)s
    FROM generate_series(0, %(claims)s - 1) AS n
    """,
    """
    INSERT INTO memory_claimstatus (claim_id, status, cause_kind, changed_at, version)
    SELECT %(claim)s + n, 'admissible', 'episode', %(at)s, 1
    FROM generate_series(0, %(claims)s - 1) AS n
    """,
    """
    INSERT INTO memory_statusevent
        (workspace_id, claim_id, decision_id, before, after, version, at)
    SELECT %(workspace)s, %(claim)s + n, %(decision)s, '', 'admissible', 1, %(at)s
    FROM generate_series(0, %(claims)s - 1) AS n
    """,
    # The second derivation of a claim follows after all the first ones.
    """
    INSERT INTO memory_derivation
        (id, uid, workspace_id, claim_id, episode_id, kappa, method, model,
         recorded_at, commitment)
    OVERRIDING SYSTEM VALUE
    SELECT %(derivation)s + n + again * %(claims)s, gen_random_uuid(), %(workspace)s,
           %(claim)s + n, %(episode)s, 0.8, 'declared', '', %(at)s,
           decode(repeat('00', 32), 'hex')
    FROM generate_series(0, %(claims)s - 1) AS n, generate_series(0, 1) AS again
    WHERE again = 0 OR n %% 10 = 9
    """,
    # The first of a group on an observation, each other one on a premise and on one.
    f"""
    {_PLACED}
    INSERT INTO memory_support
        (workspace_id, claim_id, derivation_id, observation_id, premise_id,
         span_start, span_end)
    SELECT %(workspace)s, %(claim)s + place, %(derivation)s + place,
           %(observation)s + place, NULL, 0, 2 FROM place
    UNION ALL
    SELECT %(workspace)s, %(claim)s + place, %(derivation)s + place, NULL,
           %(claim)s + first + {INTERLEAVED} * floor(random() * member)::bigint,
           NULL, NULL FROM place WHERE member > 0
    UNION ALL
    SELECT %(workspace)s, %(claim)s + place, %(derivation)s + place + %(claims)s,
           %(observation)s + place, NULL, 0, 2 FROM place WHERE place %% 10 = 9
    """,
)

WORDS = (
    """
    INSERT INTO memory_derivationtext (derivation_id, text)
    SELECT id, 'It is called ' || id FROM memory_derivation
    WHERE workspace_id = %(workspace)s
    """,
    """
    INSERT INTO memory_reviewitem
        (workspace_id, claim_id, waiting_since, scored_at, score, impact, uncertainty,
         asked_evidence, contradicted)
    SELECT %(workspace)s, %(claim)s + n, %(at)s, %(at)s, n %% 1000, 0, 1, false, false
    FROM generate_series(0, %(claims)s - 1) AS n
    """,
)
