"""Who may call: keys, scopes, roles and rates."""

import datetime

import pytest
import redis
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from memory.actions.found_workspace import revoke_key
from memory.api import rate
from memory.models import ApiKey
from tests.memory.api.calls import Caller, agent_caller, conclusion, episode, member_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer wk_nonsense", "Basic eDp5", "Bearer \u00fc"]
)
def test_a_key_is_needed(given: str) -> None:
    refused = Client().get("/api/v1/claims", headers={"Authorization": given})
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized")
    assert refused["WWW-Authenticate"] == "Bearer"


def test_a_revoked_key_opens_nothing(agent: Caller) -> None:
    assert agent.get("/claims").status_code == 200
    revoke_key(key=agent.key, now=timezone.now())
    assert agent.get("/claims").status_code == 401


def test_the_key_of_a_deactivated_person_opens_nothing(agent: Caller) -> None:
    curator = member_of(agent)
    assert curator.get("/claims").status_code == 200
    User.objects.filter(memberships=curator.owner.pk).update(is_active=False)
    assert curator.get("/claims").status_code == 401


def test_a_scope_opens_what_it_names() -> None:
    reader = agent_caller(scopes=("read",))
    assert reader.get("/claims").status_code == 200
    refused = reader.post("/episodes", episode())
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


def test_an_agent_reviews_nothing(agent: Caller) -> None:
    verdict = {"version": 1, "verdict": "accept"}
    path = "/claims/00000000-0000-4000-8000-000000000000/review"
    assert agent.post(path, verdict).status_code == 403


def test_a_viewers_key_only_looks(agent: Caller) -> None:
    viewer = member_of(agent, role="viewer")
    assert viewer.get("/claims").status_code == 200
    assert viewer.post("/episodes", episode()).status_code == 403
    assert viewer.post("/claims", conclusion()).status_code == 403
    path = "/claims/00000000-0000-4000-8000-000000000000/review"
    assert viewer.post(path, {"version": 1, "verdict": "accept"}).status_code == 403
    assert (
        member_of(agent).post(path, {"version": 1, "verdict": "accept"}).status_code
        == 404
    )


def test_use_is_noted_once_a_minute(agent: Caller) -> None:
    agent.get("/claims")
    first = ApiKey.objects.get(pk=agent.key.pk).last_used_at
    assert first is not None
    agent.get("/claims")
    assert ApiKey.objects.get(pk=agent.key.pk).last_used_at == first
    earlier = first - datetime.timedelta(seconds=61)
    ApiKey.objects.filter(pk=agent.key.pk).update(last_used_at=earlier)
    agent.get("/claims")
    noted = ApiKey.objects.get(pk=agent.key.pk).last_used_at
    assert noted is not None
    assert noted > earlier


def test_a_key_has_its_calls_a_minute(agent: Caller, settings: LazySettings) -> None:
    settings.WARRANT_RATE_LIMIT = 3
    # At most one minute can end among seven calls.
    replies = [agent.get("/claims") for _ in range(7)]
    refused = [each for each in replies if each.status_code == 429]
    assert refused
    assert refused[0].json()["code"] == "too_many_requests"
    assert 0 < int(refused[0]["Retry-After"]) <= 60
    assert agent_caller().get("/claims").status_code == 200


def test_a_broker_that_is_away_stops_nobody(
    agent: Caller, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WARRANT_RATE_LIMIT = 1
    nowhere = redis.Redis(unix_socket_path="/nonexistent/valkey.sock")
    monkeypatch.setattr(rate, "connection", lambda: nowhere)
    assert {agent.get("/claims").status_code for _ in range(3)} == {200}
