"""Retraction against the floor of its own writes, and against a walk in memory."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from uuid import UUID

from django.db import connection, transaction

from benchmarks.figure import Figure, median, milliseconds
from memory.actions.reinstate import reinstate
from memory.actions.retract import Target, retract
from memory.models import Actor, ClaimStatus, Decision, Retraction, StatusEvent
from memory.queries.clock import database_now
from memory.queries.closure import AFFECTED, affected, seed_arrays
from memory.queries.evidence import Seeds
from memory.rules.closure import dependants
from tests.memory.dag import Dag, build, random_plan

STORES = (10_000, 100_000)
AFFECTED_SIZES = (1_000, 10_000)
WRITES = ("memory_statusevent", "memory_dispute", "memory_affectedclaim")


def figures() -> Iterator[Figure]:
    """Buffers, closure and whole retractions on stores of several sizes."""
    buffers: dict[int, float] = {}
    for size in STORES:
        dag = build(random_plan(random.Random(7), size, size // 2), size, size // 2)
        walk = Walk(dag)
        for wanted in AFFECTED_SIZES:
            seed, found = walk.near(wanted)
            yield from _of_one(dag, walk, seed, found, size)
            if wanted == AFFECTED_SIZES[0]:
                buffers[size] = _buffers(seed) / found
                yield Figure(
                    f"buffers a claim affected, closure, store of {size:,}",
                    buffers[size],
                    4,
                    "",
                )
    small, large = STORES
    yield Figure(
        f"the same, store of {large:,} over {small:,}",
        buffers[large] / buffers[small],
        1.2,
        "×",
    )


class Walk:
    """The same closure over dictionaries that are in memory already."""

    def __init__(self, dag: Dag) -> None:
        self.first: dict[int, set[int]] = {}
        self.rest: dict[int, set[int]] = {}
        for step in dag.plan:
            claim = dag.claims[step.claim].pk
            for place in step.observations:
                self.first.setdefault(dag.observations[place].pk, set()).add(claim)
            for premise in step.premises:
                self.rest.setdefault(dag.claims[premise].pk, set()).add(claim)

    def reached(self, observation: int) -> Mapping[int, int]:
        """The claims that rest on an observation."""
        return dependants(self.first[observation], self.rest)

    def near(self, wanted: int) -> tuple[int, int]:
        """An observation that touches about so many claims, and how many."""
        tried = random.Random(wanted).sample(sorted(self.first), 400)
        sizes = {observation: len(self.reached(observation)) for observation in tried}
        best = min(tried, key=lambda observation: abs(sizes[observation] - wanted))
        return best, sizes[best]


def _of_one(dag: Dag, walk: Walk, seed: int, found: int, size: int) -> Iterator[Figure]:
    where = f"{found:,} affected of {size:,}"
    seeds = Seeds(observations=frozenset({seed}))
    closure = median(milliseconds(lambda: affected(seeds), times=9))
    in_memory = median(milliseconds(lambda: walk.reached(seed), times=9))
    limit = 20 if found < 5_000 else 12
    yield Figure(
        f"closure over a dictionary walk, {where}", closure / in_memory, limit, "×"
    )
    whole, floor = _whole(dag, seed)
    yield Figure(
        f"whole retraction over its bare writes, {where}", whole / floor, 2.5, "×"
    )


def _whole(dag: Dag, seed: int) -> tuple[float, float]:
    uid = next(each.uid for each in dag.observations if each.pk == seed)
    by = Actor(policy="benchmark")
    whole, floor = [], []
    for _ in range(5):
        whole += milliseconds(lambda: _retract(dag, uid, by), times=1)
        decision = Decision.objects.filter(workspace=dag.workspace).latest("id")
        floor += milliseconds(_bare(decision), times=1)
        reinstate(
            workspace=dag.workspace,
            retraction=Retraction.objects.latest("id").uid,
            reason="measured",
            by=by,
            now=database_now(),
        )
    return median(whole), median(floor)


def _retract(dag: Dag, uid: UUID, by: Actor) -> None:
    retract(
        workspace=dag.workspace,
        target=Target(observation=uid),
        kind="retraction",
        reason="benchmark",
        by=by,
        now=database_now(),
        weighed=False,
    )


def _bare(decision: Decision) -> Callable[[], None]:
    """An UPDATE and INSERTs of the rows that a retraction has just written."""
    marked = list(
        StatusEvent.objects.filter(decision=decision)
        .order_by("claim_id")
        .values_list("claim_id", flat=True)
    )
    with connection.cursor() as cursor:
        for table in WRITES:
            cursor.execute(f"DROP TABLE IF EXISTS bench_{table}")
            cursor.execute(f"CREATE TABLE bench_{table} (LIKE {table} INCLUDING ALL)")
            cursor.execute(f"DROP TABLE IF EXISTS from_{table}")
            cursor.execute(
                f"CREATE TABLE from_{table} AS SELECT * FROM {table}"
                " ORDER BY id DESC LIMIT %s",
                [len(marked)],
            )

    @transaction.atomic(durable=True)
    def write() -> None:
        ClaimStatus.objects.filter(claim_id__in=marked).update(status="disputed")
        with connection.cursor() as cursor:
            for table in WRITES:
                cursor.execute(f"INSERT INTO bench_{table} SELECT * FROM from_{table}")

    return write


def _buffers(seed: int) -> int:
    arrays = seed_arrays(Seeds(observations=frozenset({seed})))
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {AFFECTED}", arrays)
        (found,) = cursor.fetchone()
    plan = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    return int(plan["Shared Hit Blocks"]) + int(plan["Shared Read Blocks"])
