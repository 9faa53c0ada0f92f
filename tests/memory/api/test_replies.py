"""A write under an Idempotency-Key is done once and answered alike."""

import datetime
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections

from memory.actions.reply_once import forget_replies
from memory.api import episodes, replies
from memory.models import Episode, IdempotentReply
from memory.queries.clock import database_now
from tests.memory.api.calls import Caller, agent_caller, conclusion, episode, member_of

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = {"Idempotency-Key": "one"}
ASSERTION = conclusion(supports=[]) | {"testimony": "I saw it."}


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def test_the_same_request_has_the_same_reply(agent: Caller) -> None:
    first = agent.post("/claims", ASSERTION, **TOKEN)
    second = agent.post("/claims", ASSERTION, **TOKEN)
    assert (second.status_code, second.content) == (201, first.content)
    assert second["Idempotency-Replayed"] == "true"
    assert Episode.objects.count() == 1


def test_another_request_under_the_token_conflicts(agent: Caller) -> None:
    agent.post("/claims", ASSERTION, **TOKEN)
    other = agent.post("/claims", ASSERTION | {"confidence": 0.7}, **TOKEN)
    assert (other.status_code, other.json()["code"]) == (409, "content_differs")
    assert agent.post("/episodes", ASSERTION, **TOKEN).status_code == 409


def test_a_reply_is_kept_for_a_day(agent: Caller) -> None:
    agent.post("/claims", ASSERTION, **TOKEN)
    day = datetime.timedelta(hours=24)
    assert forget_replies(now=database_now() + day / 2) == 0
    assert forget_replies(now=database_now() + day) == 1
    assert agent.post("/claims", ASSERTION, **TOKEN).status_code == 201
    assert Episode.objects.count() == 2


def test_a_token_is_its_keys_own(agent: Caller) -> None:
    agent.post("/claims", ASSERTION, **TOKEN)
    assert member_of(agent).post("/claims", ASSERTION, **TOKEN).status_code == 201
    assert Episode.objects.count() == 2


def test_refusals_are_kept_but_not_those_that_pass(agent: Caller) -> None:
    first = agent.post("/claims", conclusion(supports=[]), **TOKEN)
    assert first.status_code == 422
    assert (
        agent.post("/claims", conclusion(supports=[]), **TOKEN).content == first.content
    )
    agent.post("/episodes", "x" * 2_700_000, **{"Idempotency-Key": "two"})
    assert not IdempotentReply.objects.filter(token="two", status__isnull=False)


@pytest.mark.parametrize("token", ["", "x" * 201, "tab\tbed"])
def test_a_token_is_printable_and_short(agent: Caller, token: str) -> None:
    refused = agent.post("/claims", ASSERTION, **{"Idempotency-Key": token})
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key")


def test_a_crash_does_not_block_the_token(
    agent: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = episode()

    def crash() -> None:
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(episodes, "ring", crash)
        failed = agent.post("/episodes", body, **TOKEN)
    assert (failed.status_code, failed.json()["code"]) == (500, "internal_error")
    assert agent.post("/episodes", body, **TOKEN).status_code == 200


def test_a_killed_process_does_not_block_the_token(agent: Caller) -> None:
    IdempotentReply.objects.create(
        key=agent.key,
        token="one",
        request_hash=_hash_of(agent, ASSERTION),
        created_at="2026-03-02T10:00:00Z",
    )
    assert agent.post("/claims", ASSERTION, **TOKEN).status_code == 201


def _hash_of(agent: Caller, body: Any) -> bytes:
    agent.post("/claims", body, **{"Idempotency-Key": "probe"})
    return bytes(IdempotentReply.objects.get(token="probe").request_hash)


def test_concurrent_duplicates_run_once(agent: Caller) -> None:
    together = threading.Barrier(4)

    def send(_: int) -> bytes:
        together.wait()
        try:
            reply: bytes = agent.post("/claims", ASSERTION, **TOKEN).content
            return reply
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(send, range(4)))) == 1
    assert Episode.objects.count() == 1


def test_a_request_that_still_runs_is_waited_for(
    agent: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "LOOKS", 2)
    token = IdempotentReply.objects.create(
        key=agent.key,
        token="one",
        request_hash=_hash_of(agent, ASSERTION),
        created_at="2026-03-02T10:00:00Z",
    )
    with ThreadPoolExecutor(1) as other:
        other.submit(_lock, "pg_advisory_lock", token.pk).result()
        refused = agent.post("/claims", ASSERTION, **TOKEN)
        assert (refused.status_code, refused["Retry-After"]) == (409, "1")
        assert refused.json()["code"] == "request_running"
        other.submit(_lock, "pg_advisory_unlock", token.pk).result()
        other.submit(connections.close_all).result()
    assert agent.post("/claims", ASSERTION, **TOKEN).status_code == 201


def _lock(function: str, row: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(3, %s)", [row])
