"""Beliefs checked down to live observations, at the time they are read."""

import random
from collections.abc import Iterator

from benchmarks.figure import Figure, milliseconds, p95
from memory.queries.evidence import resolve_now
from tests.memory.dag import build, random_plan

STORE, READ = 100_000, 30


def figures() -> Iterator[Figure]:
    """The liveness of thirty claims at a time in a large store."""
    rng = random.Random(3)
    dag = build(random_plan(rng, STORE, STORE // 2), STORE, STORE // 2)
    claims = [claim.pk for claim in dag.claims]
    taken = [
        milliseconds(lambda: resolve_now(rng.sample(claims, READ)), times=1)[0]
        for _ in range(60)
    ]
    name = f"liveness of {READ} claims in a store of {STORE:,}, p95"
    yield Figure(name, p95(taken), 15, "ms")
