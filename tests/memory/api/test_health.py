"""Health and metrics: what waits, who works, what survives; nothing that is held."""

import datetime

import pytest
import redis
from django.db import OperationalError
from django.test import Client

from memory.api import health as page
from memory.jobs.beat import beat
from memory.jobs.distil import drain
from memory.models import Heartbeat, ObservationText, Work
from memory.queries.clock import database_now
from tests.memory.api.calls import (
    Caller,
    accept,
    agent_caller,
    claim_of,
    conclusion,
    episode,
    member_of,
)

pytestmark = pytest.mark.django_db
URL = "/api/v1/health"


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def test_all_is_well_while_a_worker_is_seen() -> None:
    beat("worker")
    told = Client().get(URL)
    assert (told.status_code, told.json()["status"]) == (200, "ok")
    assert told.json()["worker_age_seconds"] < 10
    Heartbeat.objects.update(at=database_now() - datetime.timedelta(minutes=2))
    assert Client().get(URL).json()["status"] == "degraded"


def test_the_outbox_is_as_old_as_its_oldest_due_work(agent: Caller) -> None:
    assert Client().get(URL).json()["outbox_age_seconds"] is None
    agent.post("/episodes", episode())
    late = database_now() - datetime.timedelta(seconds=90)
    Work.objects.update(due_at=late)
    agent.post("/episodes", episode())
    told = Client().get(URL).json()
    assert 90 <= told["outbox_age_seconds"] < 100
    assert told["work"] == {"queued": 2, "running": 0, "dead": 0}


def test_a_promotion_survives_while_its_claim_stands(agent: Caller) -> None:
    curator = member_of(agent)
    for subject in ("P-1", "P-2"):
        pump = {"kind": "pump", "id": subject}
        made = curator.post("/claims", ASSERTION | {"subject": pump}).json()
        verdict = {"version": 1, "verdict": "accept"}
        assert curator.post(f"/claims/{made['id']}/review", verdict).status_code == 200
    words = ObservationText.objects.order_by("pk").first()
    assert words is not None
    words.text, words.salt, words.state = None, None, "erased"
    words.save()
    told = Client().get(URL).json()["survival"]
    assert told == {"promoted": 2, "surviving": 1, "share": 0.5}


ASSERTION = {
    "predicate": "feeds",
    "object": {"kind": "separator", "id": "V-12"},
    "confidence": 0.9,
    "supports": [],
    "testimony": "I saw it.",
}


def test_without_a_database_it_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(page, "health", away)
    told = Client().get(URL)
    assert (told.status_code, told.json()["status"]) == (503, "down")
    assert b"warrant_database_up 0.0" in Client().get("/metrics").content


def test_without_a_broker_it_is_degraded(monkeypatch: pytest.MonkeyPatch) -> None:
    beat("worker")
    nowhere = redis.Redis(unix_socket_path="/nonexistent/valkey.sock")
    monkeypatch.setattr(page, "connection", lambda: nowhere)
    told = Client().get(URL).json()
    assert (told["status"], told["broker"]) == ("degraded", False)


def test_metrics_are_prometheus_text_about_nobody(agent: Caller) -> None:
    agent.post("/episodes", episode(task="a secret task"))
    drain()
    told = Client().get("/metrics")
    assert told["Content-Type"].startswith("text/plain")
    lines = told.content.decode().splitlines()
    assert "warrant_database_up 1.0" in lines
    assert 'warrant_work{state="queued"} 0.0' in lines
    assert "warrant_outbox_age_seconds 0.0" in lines
    assert agent.workspace.name not in told.content.decode()


def test_the_health_of_belief_in_figures(agent: Caller) -> None:
    believed = accept(member_of(agent), claim_of(agent))
    other = claim_of(agent, conclusions=[conclusion(predicate="does_not_feed")])
    for claim, status in ((believed, 200), (other, 409)):
        asked = agent.get(f"/claims/{claim['id']}/justification")
        assert asked.status_code == status
    told = Client().get(URL).json()
    half, nothing = {"part": 1, "share": 0.5}, {"part": 0, "share": 0.0}
    assert told["justifications_withheld"] == {"whole": 2, **half}
    assert told["supersessions"] == {"whole": 2, **nothing}
    assert told["quarantine_exits_7_days"] == 1
    assert told["log_bytes"] > 8192
    lines = Client().get("/metrics").content.decode().splitlines()
    assert "warrant_justifications_withheld_ratio 0.5" in lines
    assert "warrant_supersession_ratio 0.0" in lines
    assert "warrant_quarantine_exits_7_days 1.0" in lines
