"""Workers that are killed and brokers that forget lose nothing and do nothing twice."""

import os
import subprocess
import time
from functools import partial
from signal import SIGKILL

import pytest
from django.db import connection, transaction

from memory.actions.work import retry
from memory.models import (
    Actor,
    Agent,
    Claim,
    Derivation,
    Episode,
    Event,
    Heartbeat,
    Observation,
    Work,
)
from memory.queries.clock import database_now
from tests.config.processes import group, within
from tests.make import make_agent, make_member, make_workspace, record_episode
from tests.memory.claims import states, statuses_follow_events
from tests.memory.jobs.plant import Plant, Start
from tests.memory.races.barrier import at_once

pytestmark = pytest.mark.django_db(transaction=True)
STARTING = 120.0
# Far below the 300 s after which the broker itself would deliver again.
PROMPT = 20.0


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace())


def state(episode: Episode) -> tuple[str, int]:
    found = episode.work.get()
    return found.state, found.attempts


def is_there(since: float) -> bool:
    """Whether a worker has shown itself in the last seconds."""
    beat = Heartbeat.objects.filter(name="worker").first()
    age = time.monotonic() - since
    return beat is not None and (database_now() - beat.at).total_seconds() < age


def all_done() -> bool:
    return not Work.objects.exclude(state="done").exists()


def once_each() -> bool:
    """Whether every episode was distilled exactly once."""
    distilled = Event.objects.filter(kind="episode_distilled").count()
    episodes = Episode.objects.count()
    return distilled == episodes == Derivation.objects.count() and (
        statuses_follow_events()
    )


def spring(plant: Plant, *episodes: Episode) -> None:
    """Make their traps harmless."""
    names = [episode.external_id for episode in episodes]
    plant.sprung.write_text("\n".join(names))


def killed(worker: subprocess.Popen[bytes]) -> float:
    """The worker and its children end without a warning; gives the time of it."""
    os.killpg(worker.pid, SIGKILL)
    worker.wait()
    return time.monotonic()


def waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        # Unlike pg_stat_activity, not a snapshot of the transaction's beginning.
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        (waiting,) = cursor.fetchone()
    return bool(waiting)


def test_a_killed_worker_is_made_good_by_the_next(
    agent: Agent, plant: Plant, work: Start
) -> None:
    slow = record_episode(agent, external_id="slow-worker")
    worker = work()
    assert within(STARTING, lambda: state(slow) == ("running", 1))
    since = killed(worker)
    assert not Claim.objects.exists()
    spring(plant, slow)
    worker = work()
    assert within(STARTING, lambda: is_there(since))
    assert within(PROMPT, lambda: state(slow) == ("done", 2))
    with transaction.atomic():
        Observation.objects.select_for_update().get()
        writing = record_while_locked(agent)
        assert within(STARTING, lambda: state(writing) == ("running", 1))
        assert within(PROMPT, waits_for_a_lock)
        since = killed(worker)
    assert state(writing) == ("running", 1)
    work()
    assert within(STARTING, lambda: is_there(since))
    assert within(PROMPT, all_done)
    assert once_each()


def record_while_locked(agent: Agent) -> Episode:
    """An episode that rests on the one observation there is, from another thread."""
    known = str(Observation.objects.get().uid)
    act = partial(record_episode, agent, conclusions=(states("B", known),))
    (made,) = at_once(act)
    assert isinstance(made, Episode)
    return made


def test_a_poison_episode_and_messages_that_come_five_times(
    agent: Agent, plant: Plant, work: Start
) -> None:
    others = [record_episode(agent) for _ in range(8)]
    broker = plant.broker()
    plant.ring()
    (message, *_) = broker.lrange("celery", 0, -1)
    broker.lpush("celery", *[message] * 4)
    poison = record_episode(agent, external_id="poison")
    others += [record_episode(agent) for _ in range(8)]
    work()
    assert within(STARTING, lambda: state(poison) == ("dead", 5))
    assert {state(other) for other in others} == {("done", 1)}
    letter = poison.work.get()
    assert letter.error == "Each of five runs was cut off."
    spring(plant, poison)
    by = Actor(member=make_member(agent.workspace))
    retry(workspace=agent.workspace, work=letter.uid, by=by, now=database_now())
    assert within(PROMPT, lambda: state(poison) == ("done", 1))
    assert once_each()


def test_a_killed_child_is_made_good_by_the_others(
    agent: Agent, plant: Plant, work: Start
) -> None:
    slow = record_episode(agent, external_id="slow-child")
    worker = work()
    assert within(STARTING, lambda: state(slow) == ("running", 1))
    spring(plant, slow)
    for child in group(worker.pid) - {worker.pid}:
        os.kill(child, SIGKILL)
    assert within(PROMPT, lambda: state(slow) == ("done", 2))
    assert once_each()


def test_a_broker_that_forgets_everything_loses_nothing(
    agent: Agent, plant: Plant, work: Start
) -> None:
    for _ in range(8):
        record_episode(agent)
        plant.ring()
    plant.broker().flushall()
    work()
    assert within(STARTING, all_done)
    assert once_each()
