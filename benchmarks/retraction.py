"""Retraction against the floor of its own writes, and against a walk in memory."""

from collections.abc import Iterator, Mapping
from functools import partial

from django.db import connection

from benchmarks import marking
from benchmarks.figure import Figure, Options, median, processor
from memory.actions.retract import Target, retract
from memory.models import Actor, Decision, Observation
from memory.queries.clock import database_now
from memory.queries.closure import affected
from memory.queries.evidence import Seeds
from memory.rules.closure import dependants
from tests.memory.buffers import buffers_of
from tests.memory.store import Group, Store, build

STORES = {10_000: (1_000,), 100_000: (1_000, 10_000)}
LARGE = {1_000_000: (1_000, 10_000, 100_000)}
SMALL = (10, 100)
ROUNDS = 9


def figures(options: Options) -> Iterator[Figure]:
    """Buffers, closure and whole retractions on stores of several sizes."""
    closures: dict[int, float] = {}
    read: dict[int, float] = {}
    for claims, sizes in (STORES | (LARGE if options.large else {})).items():
        store = build(claims, (*sizes, *SMALL))
        walk = Walk(store)
        for group in store.groups:
            seeds = Seeds(observations=frozenset({group.observation}))
            assert len(affected(seeds)) == len(walk.reached(seeds)) == group.size
            if group.size in SMALL:
                yield _small(store, group)
                continue
            closure, whole = _buffers(store, group, seeds)
            where = f"{group.size:,} claims affected of {claims:,}"
            yield Figure(f"1 buffers of the closure, each of {where}", closure, 4)
            yield Figure(f"1 buffers read by it all, each of {where}", whole, 6)
            if group.size == STORES[10_000][0]:
                closures[claims], read[claims] = closure, whole
            yield from _speed(store, group, walk)
    yield _growth("the closure's buffers", closures)
    yield _growth("buffers read by a retraction", read)


class Walk:
    """The same closure over dictionaries that are in memory already."""

    def __init__(self, store: Store) -> None:
        self.first: dict[int, set[int]] = {}
        self.rest: dict[int, set[int]] = {}
        with connection.cursor() as cursor:
            cursor.execute(SUPPORTS, [store.workspace.pk])
            for claim, observation, premise in cursor.fetchall():
                if observation is not None:
                    self.first.setdefault(observation, set()).add(claim)
                else:
                    self.rest.setdefault(premise, set()).add(claim)

    def reached(self, seeds: Seeds) -> Mapping[int, int]:
        """The claims that rest on some observations."""
        first = set().union(*(self.first[seed] for seed in seeds.observations))
        return dependants(first, self.rest)


def _growth(name: str, read: Mapping[int, float]) -> Figure:
    first, *_, last = read.values()
    return Figure(f"1 {name}, largest store over smallest", last / first, 1.2)


def _buffers(store: Store, group: Group, seeds: Seeds) -> tuple[float, float]:
    """For each affected claim: of the closure alone, and of a whole retraction."""
    closure = buffers_of(partial(affected, seeds)) / group.size
    uid = Observation.objects.get(pk=group.observation).uid
    target = Target(observation=uid)
    whole = buffers_of(partial(_retract, store, target)) / group.size
    done = Decision.objects.filter(workspace=store.workspace).latest("id")
    marking.stage(done)
    marking.wipe(done)
    return closure, whole


def _small(store: Store, group: Group) -> Figure:
    """Few claims: fixed costs alone, beside what a thousand may take."""
    taken = _whole(store, group)[0]
    name = f"whole retraction, {group.size} claims affected of {store.claims:,}"
    return Figure(f"3 {name}", taken, 250, "ms")


def _speed(store: Store, group: Group, walk: Walk) -> Iterator[Figure]:
    where = f"{group.size:,} affected of {store.claims:,}"
    seeds = Seeds(observations=frozenset({group.observation}))
    times = 40_000 // group.size or ROUNDS
    closure = median(processor(partial(affected, seeds), times=times))
    memory = median(processor(partial(walk.reached, seeds), times=times))
    limit = 20 if group.size <= 1_000 else 12
    yield Figure(
        f"2 closure over a dictionary walk, {where}", closure / memory, limit, "×"
    )
    whole, floor, rows = _whole(store, group)
    name = f"3 whole retraction over its bare writes, {where}"
    yield Figure(name, whole / floor, 2.5, "×")
    if rows:
        name = f"4 rows written one by one over a retraction, {where}"
        yield Figure(name, rows / whole, 15, "×", at_least=True)


def _whole(store: Store, group: Group) -> tuple[float, float, float]:
    """A retraction, its rows in bare statements, its rows one by one, in ms."""
    whole, floor, rows = [], [], []
    uid = Observation.objects.get(pk=group.observation).uid
    for _ in range(ROUNDS if group.size < 100_000 else 3):
        whole += processor(partial(_retract, store, Target(observation=uid)), times=1)
        done = Decision.objects.filter(workspace=store.workspace).latest("id")
        writes = marking.stage(done)
        marking.wipe(done)
        floor += processor(partial(marking.bare, writes), times=1)
        marking.wipe(writes.decision)
        if group.size == STORES[10_000][0]:
            rows += processor(partial(marking.row_by_row, writes), times=1)
            marking.wipe(writes.decision)
    return median(whole), median(floor), median(rows) if rows else 0.0


def _retract(store: Store, target: Target) -> None:
    retract(
        workspace=store.workspace,
        target=target,
        kind="retraction",
        reason="benchmark",
        by=Actor(policy="benchmark"),
        now=database_now(),
        weigh=0,
    )


SUPPORTS = """
SELECT claim_id, observation_id, premise_id FROM memory_support WHERE workspace_id = %s
"""
