"""The cost of a closure follows the claims it finds, not the store: no clock."""

import json
import random
from typing import Any

import pytest
from django.db import connection

from memory.queries.closure import AFFECTED, seed_arrays
from memory.queries.evidence import Seeds
from tests.memory.dag import Step, build
from tests.memory.races.barrier import LONG

pytestmark = pytest.mark.django_db
EXPLAINED = "(ANALYZE, BUFFERS, FORMAT JSON)"
SIZES = (24_000, 200_000) if LONG else (24_000, 48_000)


def plan(claims: int) -> list[Step]:
    """By the hundred: each rests on their observation and on one of them before it."""
    rng = random.Random(1)
    return [
        Step(
            claim,
            frozenset({claim // 100}),
            frozenset({rng.randrange(claim - claim % 100, claim)})
            if claim % 100
            else frozenset(),
        )
        for claim in range(claims)
    ]


def explained(statement: str, parameters: list[Any]) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}", parameters
        )
        (found,) = cursor.fetchone()
    plans: list[dict[str, Any]] = (
        found if isinstance(found, list) else json.loads(found)
    )
    top: dict[str, Any] = plans[0]["Plan"]
    return top


def test_buffers_follow_the_affected_claims() -> None:
    costs = []
    for size in SIZES:
        dag = build(plan(size), size, size // 100)
        seeds = Seeds(observations=frozenset({dag.observations[3].pk}))
        top = explained(AFFECTED, seed_arrays(seeds))
        assert top["Actual Rows"] == 100
        costs.append((top["Shared Hit Blocks"] + top["Shared Read Blocks"]) / 100)
    assert max(costs) <= 4, costs
    assert costs[1] <= costs[0] * 1.2, costs
