"""Beliefs checked down to live observations, at the time they are read."""

import random
from collections.abc import Iterator

from benchmarks.figure import Figure, Options, milliseconds, p95
from memory.queries.evidence import resolve_now
from tests.memory.store import build

STORE, LARGE, READ = 100_000, 1_000_000, 30


def figures(options: Options) -> Iterator[Figure]:
    """The liveness of thirty claims at a time in a large store."""
    rng = random.Random(3)
    size = LARGE if options.large else STORE
    first = build(size, []).first
    claims = range(first, first + size)
    taken = [
        milliseconds(lambda: resolve_now(rng.sample(claims, READ)), times=1)[0]
        for _ in range(60)
    ]
    name = f"8 liveness of {READ} claims in a store of {size:,}, p95"
    yield Figure(name, p95(taken), 15, "ms")
