"""The gate without a model: how long a passage takes in stores of two sizes."""

import random
from collections.abc import Iterator
from functools import partial
from uuid import UUID

from benchmarks.figure import Figure, Options, median, milliseconds, p95
from benchmarks.store import build
from memory.jobs.gate import pass_gate
from memory.models import Actor, Agent, Node
from memory.queries.beliefs import belief
from memory.queries.entities import claims_at
from memory.retrieval.lexical import lexical

STORES = {10_000: 10.0, 100_000: 25.0}
TIMES, WARM = 200, 20


def figures(_: Options) -> Iterator[Figure]:
    """The middle and the slow end, and the whole over one query for each entity."""
    for nodes, limit in STORES.items():
        agent = build(nodes)
        rng = random.Random(11)
        messages = [_message(rng, nodes) for _ in range(WARM + TIMES)]
        taken = [
            milliseconds(partial(_pass, agent, message), times=1)[0]
            for message in messages
        ][WARM:]
        yield Figure(f"gate, {nodes:,} nodes, p50", median(taken), limit, "ms")
        yield Figure(f"gate, {nodes:,} nodes, p95", p95(taken), limit, "ms")
        plain = [
            milliseconds(partial(_one_by_one, agent, message), times=1)[0]
            for message in messages[:20]
        ]
        name = f"gate over a query for each entity, {nodes:,} nodes"
        yield Figure(name, median(taken) / median(plain), 0.5, "×")


def _message(rng: random.Random, nodes: int) -> str:
    first, second = (rng.randint(1, nodes) for _ in range(2))
    return f"Before I isolate Q-{first}: what is connected to it, and to Q-{second}?"


def _pass(agent: Agent, message: str) -> None:
    passed = pass_gate(
        workspace=agent.workspace, by=Actor(agent=agent), message=message
    )
    assert any(not line.reason for line in passed.lines)


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
