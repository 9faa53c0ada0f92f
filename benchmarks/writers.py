"""Writers at once: upserts on overlapping keys, and what the guards cost and keep."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from unittest.mock import patch

from django.db import OperationalError, transaction

from benchmarks.figure import Figure, Options, mean, processor
from benchmarks.ingest import store
from memory.models import Node, Workspace
from memory.queries.clock import database_now
from memory.rules.candidate import NodeName
from memory.rules.identity import node_uid
from memory.steps.nodes import insert_nodes
from tests.make import make_agent, make_workspace
from tests.memory.claims import states, tell
from tests.memory.races.barrier import at_once, errors
from tests.memory.races.test_cycles import closed, edges, race

WRITERS, NAMES, EACH, TURNS, ROUNDS = 8, 400, 50, 20, 11
RACES = 20


def figures(options: Options) -> Iterator[Figure]:
    """Eight writers' upserts by both forms, then the guards of distillation."""
    yield from _upserts()
    yield _guards()
    yield _cycles()


def _upserts() -> Iterator[Figure]:
    """Distinct and known names mixed: each writer draws from the same ones."""
    taken, failed = _race(make_workspace(), _in_one)
    slow, slow_failed = _race(make_workspace(), _row_by_row)
    what = f"{WRITERS} writers, {EACH} of {NAMES} names at a time"
    yield Figure(f"10 deadlocks, {what}", failed, 0)
    yield Figure(
        f"10 row by row ({slow_failed} deadlocks) over sorted upserts, {what}",
        slow / taken,
        10,
        "×",
        at_least=True,
    )


def _race(
    workspace: Workspace, write: Callable[[Workspace, Sequence[NodeName]], None]
) -> tuple[float, int]:
    """Seconds that all the writers took, and how many writes failed."""
    start = time.perf_counter()
    outcomes = at_once(
        *[partial(_writer, workspace, write, seed) for seed in range(WRITERS)]
    )
    assert not errors(outcomes)
    failed = sum(each for each in outcomes if isinstance(each, int))
    return time.perf_counter() - start, failed


def _writer(
    workspace: Workspace,
    write: Callable[[Workspace, Sequence[NodeName]], None],
    seed: int,
) -> int:
    chance, failed = random.Random(seed), 0
    for turn in range(TURNS):
        drawn = chance.sample(range(NAMES), EACH)
        names = [NodeName("pump", f"P-{turn}-{number}") for number in drawn]
        try:
            write(workspace, names)
        except OperationalError:
            failed += 1
    return failed


@transaction.atomic(durable=True)
def _in_one(workspace: Workspace, names: Sequence[NodeName]) -> None:
    insert_nodes(workspace, names, database_now())


@transaction.atomic(durable=True)
def _row_by_row(workspace: Workspace, names: Sequence[NodeName]) -> None:
    now = database_now()
    for name in names:
        uid = node_uid(workspace=workspace.uid, kind=name.kind, external_id=name.id)
        Node.objects.get_or_create(
            workspace=workspace,
            uid=uid,
            defaults={
                "kind": name.kind,
                "external_id": name.id,
                "recorded_at": now,
            },
        )


def _guards() -> Figure:
    """Distillation of derivations on observations, with its share locks and without."""
    agent = make_agent(make_workspace())
    unguarded = patch("memory.steps.known.share_observations", lambda ids: None)
    taken: dict[bool, list[float]] = {True: [], False: []}
    for number in range(2 * ROUNDS):
        guarded = number % 2 == 0
        with nullcontext() if guarded else unguarded:
            act = store(agent, number)
            taken[guarded] += processor(act, times=1)
    ratio = mean(taken[False]) / mean(taken[True])
    name = "5 claims a second with the guards over without, on observations"
    return Figure(name, ratio, 0.8, "×", at_least=True)


def _cycles() -> Figure:
    for _ in range(RACES):
        agent = make_agent(make_workspace())
        tell(agent, states("A"), states("B"))
        race(agent, "AB", "BA")
    name = f"5 cycles closed in {RACES} races of two writers (200 in the long tests)"
    return Figure(name, len(closed(edges())), 0)
