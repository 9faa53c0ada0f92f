"""A model that fails is waited for: nothing is lost, and nothing is hidden."""

import datetime
import threading
import time

import pytest
from django.db import connection, connections
from pytest_django import Settings

from memory.actions.work import retry
from memory.jobs.distil import drain
from memory.models import (
    Actor,
    Agent,
    Claim,
    Derivation,
    DistillationRun,
    Episode,
    RejectedCandidate,
    Work,
    WorkState,
)
from memory.queries.clock import database_now
from memory.queries.episodes import episode_view
from memory.queries.usage import usage_of
from tests import fake_openai as fakes
from tests.fake_openai import FakeModel, answer, claim, says
from tests.make import distil_episode, make_member, make_observation, record_episode
from tests.memory.jobs.readings import TEXT, read, work_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("bad", ["no JSON", '{"claims": 1}', answer(claim())[:-5]])
def test_a_bad_reply_is_asked_for_once_more(
    reader: Agent, model: FakeModel, bad: str
) -> None:
    model.then(says(bad), says(f"```json\n{answer(claim())}\n```"))
    episode = read(reader)
    assert len(model.requests) == 2
    assert model.requests[1]["messages"][2]["content"] == bad
    assert Claim.objects.count() == 1
    assert len(DistillationRun.objects.get(episode=episode).reply_hashes) == 2


def test_two_bad_replies_are_a_failure_that_is_seen(
    reader: Agent, model: FakeModel
) -> None:
    model.then(says("no JSON"))
    episode = read(reader)
    assert len(model.requests) == 2
    work = work_of(episode)
    assert (work.state, work.attempts) == (WorkState.QUEUED, 1)
    assert "cannot be read" in work.error
    assert work.due_at > database_now() + datetime.timedelta(seconds=20)
    assert not Claim.objects.exists()


def test_ten_thousand_claims_are_too_many(reader: Agent, model: FakeModel) -> None:
    model.then(says(answer(*[claim()] * 10_000)))
    episode = read(reader)
    assert Derivation.objects.count() == 1
    [kept] = RejectedCandidate.objects.filter(episode=episode)
    assert kept.detail == "10000 claims in one reply: only the first 500 were read"


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (fakes.body({}, status=500), "answered 500"),
        (fakes.body({}, status=429, Retry_After="900"), "answered 429"),
        (fakes.reset, "cannot be reached"),
        (fakes.page, "no chat completion"),
        (fakes.flood, "more than"),
        (says("", refusal="no"), "refused"),
        (says("{", finish="length"), "cut off"),
    ],
)
def test_a_failing_model_is_waited_for_and_never_replaced(
    reader: Agent, model: FakeModel, act: fakes.Act, words: str
) -> None:
    model.then(act)
    episode = read(reader)
    work = work_of(episode)
    assert work.state == WorkState.QUEUED
    assert words in work.error
    assert not Claim.objects.exists()
    assert not RejectedCandidate.objects.exists()
    assert episode_view(reader.workspace, episode.uid).status == "queued"


def test_a_wait_that_was_asked_for_is_kept(reader: Agent, model: FakeModel) -> None:
    model.then(fakes.body({}, status=429, Retry_After="900"))
    work = work_of(read(reader))
    assert work.due_at > database_now() + datetime.timedelta(seconds=880)


def fail_until_dead(episode: Episode) -> Work:
    for _ in range(4):
        Work.objects.filter(episode=episode).update(due_at=database_now())
        drain()
    return work_of(episode)


def test_five_failures_are_a_dead_letter_that_can_be_tried_again(
    reader: Agent, model: FakeModel
) -> None:
    model.then(fakes.body({"error": {"message": "out of order"}}, status=400))
    episode = read(reader)
    work = fail_until_dead(episode)
    assert (work.state, work.attempts) == (WorkState.DEAD, 5)
    assert "out of order" in work.error
    assert episode_view(reader.workspace, episode.uid).status == "failed"
    model.then(says(answer(claim())))
    by = Actor(member=make_member(reader.workspace))
    retry(workspace=reader.workspace, work=work.uid, by=by, now=database_now())
    drain()
    assert work_of(episode).state == WorkState.DONE
    assert Claim.objects.count() == 1


def test_a_model_that_hangs_is_given_up(
    reader: Agent, model: FakeModel, settings: Settings
) -> None:
    settings.WARRANT_MODEL_SECONDS = 1
    model.then(fakes.hang)
    assert "no whole reply within" in work_of(read(reader)).error


def test_declared_work_needs_no_model(reader: Agent, model: FakeModel) -> None:
    model.then(fakes.body({}, status=500))
    read(reader)
    distil_episode(reader)
    assert Derivation.objects.get().method == "declared"


def test_without_a_model_the_rules_read(reader: Agent) -> None:
    episode = read(reader, "P-101A feeds V-12.")
    assert Derivation.objects.get(episode=episode).method == "rules"
    assert usage_of(episode) is None


def test_no_transaction_is_open_while_the_model_thinks(
    reader: Agent, model: FakeModel
) -> None:
    seen: list[tuple[str, bool]] = []

    def look(request: fakes.Json) -> fakes.Act:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT state, xact_start IS NULL FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            seen.extend(cursor.fetchall())
        connection.close()
        return says(answer(claim()))

    model.choose = look
    read(reader)
    assert seen
    assert all(idle for _, idle in seen)


def test_other_work_goes_on_while_the_model_hangs(
    reader: Agent, model: FakeModel, settings: Settings
) -> None:
    settings.WARRANT_MODEL_RUNS, settings.WARRANT_MODEL_SECONDS = 1, 20
    model.then(fakes.hang)
    given = {"conclusions": None, "observations": (make_observation(text=TEXT),)}
    stuck, waiting = record_episode(reader, **given), record_episode(reader, **given)
    worker = threading.Thread(target=drain_elsewhere)
    worker.start()
    while not model.requests:
        time.sleep(0.01)
    declared = distil_episode(reader)
    states = [work_of(each) for each in (stuck, waiting, declared)]
    model.then(says(answer(claim())))
    model.closing.set()
    worker.join()
    assert [each.state for each in states] == ["running", "queued", "done"]
    assert states[1].attempts == 0
    assert work_of(waiting).state == WorkState.DONE


def drain_elsewhere() -> None:
    """What a second worker does, on connections of its own."""
    drain()
    connections.close_all()
