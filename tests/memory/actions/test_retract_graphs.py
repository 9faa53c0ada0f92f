"""Retraction on random graphs, against a sweep that counts from scratch."""

import random
from collections.abc import Iterator

import pytest

from memory.actions.reinstate import reinstate
from memory.actions.retract import Retracted, Target, retract
from memory.models import Actor, AffectedClaim, ClaimStatus, Dispute, StatusEvent
from memory.queries.clock import database_now
from memory.queries.closure import affected, closure
from memory.queries.evidence import Seeds, resolve_now
from memory.queries.weights import weights
from tests.memory.dag import Dag, build, random_plan
from tests.memory.races.barrier import LONG

pytestmark = pytest.mark.django_db


def graphs() -> Iterator[tuple[int, int]]:
    """Seeds and sizes: 500 graphs of 10 to 2,000 claims in the long run."""
    rng = random.Random(7)
    for seed in range(500 if LONG else 12):
        yield seed, int(10 * (200 if LONG else 12) ** rng.random())


@pytest.fixture(params=graphs(), ids=lambda given: f"{given[0]}-{given[1]}")
def dag(request: pytest.FixtureRequest) -> Dag:
    seed, claims = request.param
    rng = random.Random(seed)
    observations = max(3, claims // 2)
    return build(random_plan(rng, claims, observations), claims, observations)


def live(dag: Dag, gone: set[int]) -> set[int]:
    """The live steps of the plan, by sweeping until nothing changes."""
    found: set[int] = set()
    while True:
        standing = {dag.plan[i].claim for i in found}
        now = {
            i
            for i, step in enumerate(dag.plan)
            if not step.observations & gone and step.premises <= standing
        }
        if now == found:
            return found
        found = now


def reached(dag: Dag, start: set[int]) -> set[int]:
    """The claims that rest on observations, by sweeping."""
    found: set[int] = set()
    while True:
        now = {
            step.claim
            for step in dag.plan
            if step.observations & start or step.premises & found
        }
        if now == found:
            return found
        found = now


def above(dag: Dag, claim: int) -> set[int]:
    """The claim and everything it rests on, by sweeping."""
    found = {claim}
    while True:
        now = found.union(*(s.premises for s in dag.plan if s.claim in found))
        if now == found:
            return found
        found = now


def effect(dag: Dag, claim: int, before: set[int], after: set[int]) -> str:
    own = {i for i, step in enumerate(dag.plan) if step.claim == claim}
    if own & before and not own & after:
        return "lost"
    return "weakened" if (own & before) - after else "reached"


def away(dag: Dag, number: int, *, dry_run: bool = False) -> Retracted:
    return retract(
        workspace=dag.workspace,
        target=Target(observation=dag.observations[number].uid),
        kind="retraction",
        reason="misread",
        by=Actor(agent=dag.agent),
        now=database_now(),
        dry_run=dry_run,
    )


def effects(dag: Dag, found: Retracted) -> dict[int, str]:
    number = dag.number()
    return {number[x.claim]: str(x.effect) for x in found.passed.touched}


def statuses(dag: Dag) -> dict[int, str]:
    rows = ClaimStatus.objects.filter(claim__in=dag.claims)
    number = dag.number()
    return {number[pk]: status for pk, status in rows.values_list("pk", "status")}


def test_both_walks_equal_a_sweep(dag: Dag) -> None:
    rng, number = random.Random(1), dag.number()
    for start in rng.sample(range(len(dag.observations)), 3):
        seeds = Seeds(observations=frozenset({dag.observations[start].pk}))
        assert {number[pk] for pk in affected(seeds)} == reached(dag, {start})
    for claim in rng.sample(range(len(dag.claims)), 3):
        found = closure([dag.claims[claim].pk])
        assert {number[pk] for pk in found} == above(dag, claim)


def test_effects_equal_counting_from_scratch(dag: Dag) -> None:
    rng = random.Random(2)
    gone: set[int] = set()
    for target in rng.sample(range(len(dag.observations)), 3):
        before, after = live(dag, gone), live(dag, gone | {target})
        gone.add(target)
        found = effects(dag, away(dag, target))
        assert found == {
            claim: effect(dag, claim, before, after) for claim in reached(dag, {target})
        }


def test_a_dry_run_tells_what_the_run_does_and_writes_nothing(dag: Dag) -> None:
    target = random.Random(3).randrange(len(dag.observations))
    events = StatusEvent.objects.count()
    foretold = away(dag, target, dry_run=True)
    assert (StatusEvent.objects.count(), Dispute.objects.count()) == (events, 0)
    assert AffectedClaim.objects.count() == 0
    done = away(dag, target)
    again = away(dag, target)
    assert foretold.passed == done.passed
    assert again.passed.touched == done.passed.touched
    assert not again.created
    assert again.retraction == done.retraction


def test_what_comes_back_comes_back_exactly(dag: Dag) -> None:
    """A claim is disputed exactly while something that it had is missing."""
    rng = random.Random(4)
    start, weighed = live(dag, set()), weigh(dag)
    targets = rng.sample(range(len(dag.observations)), 3)
    records = {target: away(dag, target).retraction for target in targets}
    gone = set(targets)
    for target in rng.sample(targets, 3):
        record = records[target]
        assert record is not None
        reinstate(
            workspace=dag.workspace,
            retraction=record.uid,
            reason="read again",
            by=Actor(agent=dag.agent),
            now=database_now(),
        )
        gone.remove(target)
        missing = {dag.plan[i].claim for i in start - live(dag, gone)}
        found = statuses(dag)
        assert {c for c, status in found.items() if status == "disputed"} == missing
    assert set(statuses(dag).values()) == {"admissible"}
    assert not Dispute.objects.exclude(state="resolved").exists()
    assert weigh(dag) == weighed


def weigh(dag: Dag) -> object:
    ids = [claim.pk for claim in dag.claims]
    return weights(ids, resolve_now(ids))


def test_disputes_rank_upstream_first(dag: Dag) -> None:
    for target in random.Random(5).sample(range(len(dag.observations)), 3):
        away(dag, target)
    number = dag.number()
    ranks = {number[x.claim_id]: x.rank for x in Dispute.objects.all()}
    for step in dag.plan:
        for premise in step.premises & ranks.keys():
            if step.claim in ranks:
                assert ranks[premise] < ranks[step.claim]
