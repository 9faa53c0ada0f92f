"""The gate without a model: how long a passage takes in stores of two sizes.

Every entity has a vector. What a model gives, the vector of a query, is there
already, and is a figure of its own.
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple
from unittest.mock import patch
from uuid import UUID

import numpy as np
from django.db import connection

from benchmarks.collisions import keep_open
from benchmarks.figure import Figure, Options, median, milliseconds, p95
from benchmarks.store import build
from benchmarks.vectors import MODEL, Floats, centres_of, drawn, index, keep
from memory.embedding.embedder import embedder
from memory.jobs.gate import pass_gate
from memory.models import Actor, Agent, Node
from memory.queries.beliefs import belief
from memory.queries.entities import claims_at
from memory.retrieval.lexical import lexical

STORES = {10_000: 10.0, 100_000: 25.0}
TIMES, WARM, WIDTH, APART = 200, 60, 384, 50


@dataclass
class Ready:
    """An embedder that has its vectors already."""

    vectors: Floats
    given: int = 0
    model: str = MODEL
    degraded: str = ""

    @property
    def dimensions(self) -> int:
        """As many as the default model's."""
        return int(self.vectors.shape[1])

    def embed(self, texts: Sequence[str], *, seconds: float) -> list[list[float]]:
        """One after the other."""
        del seconds
        some = range(self.given, self.given + len(texts))
        self.given += len(texts)
        return [self.vectors[each % len(self.vectors)].tolist() for each in some]


class Pass(NamedTuple):
    """How long a passage took, in ms, and how many tensions it surfaced."""

    took: float
    tensions: int


def figures(_: Options) -> Iterator[Figure]:
    """The middle and the slow end, and the whole over one query for each entity."""
    model = embedder()
    asked = [_message(random.Random(1), 9)]
    taken = milliseconds(lambda: model.embed(asked, seconds=9), times=20)
    yield Figure(f"gate, vector of a query ({model.model})", median(taken), 1000, "ms")
    for nodes, limit in STORES.items():
        agent = build(nodes)
        ready = embedded(agent, nodes)
        with patch("memory.retrieval.meaning.embedder", return_value=ready):
            yield from _measured(agent, nodes, limit)


def embedded(agent: Agent, nodes: int) -> Ready:
    """Give every entity a clustered vector and an index; queries lie near some."""
    rng = np.random.default_rng(5)
    centres = centres_of(rng, WIDTH)
    stored = drawn(rng, centres[rng.integers(len(centres), size=nodes)], 0.7)
    rows = Node.objects.filter(workspace=agent.workspace, kind="pump").order_by("pk")
    keep(agent.workspace, "node_id", list(rows.values_list("pk", flat=True)), stored)
    index(agent.workspace)
    with connection.cursor() as cursor:
        # Else the first passages share the machine with what the server does after.
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")
    picked = stored[rng.integers(nodes, size=2 * (3 * TIMES + 2 * WARM))]
    return Ready(drawn(rng, picked * float(np.linalg.norm(centres[0])), 0.7))


def _measured(agent: Agent, nodes: int, limit: float) -> Iterator[Figure]:
    rng = random.Random(11)
    messages = [_message(rng, nodes) for _ in range(WARM + TIMES)]
    taken = [_pass(agent, message).took for message in messages][WARM:]
    yield Figure(f"7 gate, {nodes:,} nodes, p50", median(taken), limit, "ms")
    yield Figure(f"7 gate, {nodes:,} nodes, p95", p95(taken), limit, "ms")
    plain = [
        milliseconds(partial(_one_by_one, agent, message), times=1)[0]
        for message in messages[:20]
    ]
    name = f"7 gate over a query for each entity, {nodes:,} nodes"
    yield Figure(name, median(taken) / median(plain), 0.5, "×")
    _leave_open(agent)
    passes = [_pass(agent, _message(rng, nodes)) for _ in range(WARM + 2 * TIMES)]
    near = [each.took for each in passes[WARM:] if each.tensions][:TIMES]
    assert len(near) == TIMES
    name = f"gate where tensions are near, {nodes:,} nodes"
    yield Figure(f"{name}, p50", median(near), limit, "ms")
    yield Figure(f"{name}, p95", p95(near), limit, "ms")


def _leave_open(agent: Agent) -> None:
    """One tension for so many nodes; most messages come near one then."""
    rows = Node.objects.filter(workspace=agent.workspace, kind="pump").order_by("pk")
    keep_open(agent.workspace, list(rows.values_list("pk", flat=True))[::APART])


def _message(rng: random.Random, nodes: int) -> str:
    first, second = (rng.randint(1, nodes) for _ in range(2))
    return f"Before I isolate Q-{first}: what is connected to it, and to Q-{second}?"


def _pass(agent: Agent, message: str) -> Pass:
    start = time.perf_counter()
    passed = pass_gate(
        workspace=agent.workspace, by=Actor(agent=agent), message=message
    )
    took = (time.perf_counter() - start) * 1000
    assert any(not line.reason for line in passed.lines)
    return Pass(took, len(passed.words.tensions))


def _one_by_one(agent: Agent, message: str) -> None:
    """The same look-up with a query for each word, node and claim."""
    words = [word.strip("?:,.") for word in message.split()]
    lexical(agent.workspace, message)
    found: list[UUID] = []
    for word in words:
        nodes = Node.objects.filter(workspace=agent.workspace, external_id=word)
        for node in nodes:
            found += claims_at(agent.workspace, [node.pk]).values_list("uid", flat=True)
    for uid in list(dict.fromkeys(found))[:12]:
        belief(agent.workspace, uid)
