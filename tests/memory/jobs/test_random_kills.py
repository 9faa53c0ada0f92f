"""Workers, their children and the broker killed at random: one effect each."""

import os
import random
import time
from collections.abc import Iterator
from functools import partial
from signal import SIGKILL

import pytest
from django.db.models import Sum

from config.supervisor import Supervisor
from memory.models import Claim, Derivation, Episode, RejectedCandidate, Work
from memory.queries.invariants import broken
from tests.config.processes import children, within
from tests.make import make_agent, make_workspace, record_episode
from tests.memory.claims import states
from tests.memory.jobs.plant import WORKER, Plant
from tests.memory.jobs.test_kills import STARTING, all_done, once_each
from tests.memory.races.barrier import LONG

pytestmark = pytest.mark.django_db(transaction=True)
TASKS = 200 if LONG else 40
VICTIMS = ["child", "worker", "broker"]
KILLS = 10 * VICTIMS if LONG else VICTIMS
POOL = 2


@pytest.fixture
def workers(plant: Plant) -> Iterator[Supervisor]:
    """A supervised worker with two children; both end with the test."""
    supervisor = Supervisor(patience=0)
    supervisor.start(plant.program(*WORKER))
    yield supervisor
    supervisor.stop_all()


def strike(victim: str, plant: Plant, workers: Supervisor) -> None:
    """Kill one process, which its keeper starts again."""
    broker, worker = plant.servers.children[0], workers.children[0]
    assert within(STARTING, lambda: is_whole(plant, workers))
    if victim == "broker":
        os.kill(broker.process.pid, SIGKILL)
    elif victim == "worker":
        os.killpg(worker.process.pid, SIGKILL)
    else:
        pool = sorted(children(worker.process.pid))
        os.kill(random.choice(pool), SIGKILL)


def is_whole(plant: Plant, workers: Supervisor) -> bool:
    """Whether everything runs again, the worker's children too."""
    tended(plant, workers)
    kept = [*plant.servers.children, *workers.children]
    pool = children(workers.children[0].process.pid)
    return bool(pool) and all(each.due is None for each in kept)


def tended(plant: Plant, workers: Supervisor) -> None:
    """Start again what has ended, a second later however often it has been killed."""
    for child in (*plant.servers.children, *workers.children):
        child.failures = 0
        child.tend(time.monotonic())


def test_each_task_has_one_effect(plant: Plant, workers: Supervisor) -> None:
    agent = make_agent(make_workspace())
    for number in range(TASKS):
        stated = (states(str(number)),)
        record_episode(agent, external_id=f"brief-{number}", conclusions=stated)

    def got_to(count: int) -> bool:
        tended(plant, workers)
        return Work.objects.filter(state="done").count() >= count

    victims = random.sample(KILLS, len(KILLS))
    for number, victim in enumerate(victims):
        due = 1 + number * TASKS // (len(victims) + 1)
        assert within(STARTING, partial(got_to, due))
        time.sleep(random.uniform(0, 0.1))
        strike(victim, plant, workers)
    assert within(STARTING, partial(got_to, TASKS))
    one_effect_each()


def one_effect_each() -> None:
    assert all_done()
    assert once_each()
    assert Claim.objects.count() == Derivation.objects.count() == TASKS
    assert Episode.objects.filter(derivations__isnull=True).count() == 0
    assert not RejectedCandidate.objects.exists()
    assert [name for name, ids in broken() if ids] == []
    assert Work.objects.filter(attempts=0).count() == 0
    attempts = Work.objects.aggregate(sum=Sum("attempts"))["sum"]
    assert TASKS <= attempts <= TASKS + POOL * len(KILLS)
