"""Episodes over HTTP."""

import json
from decimal import Decimal

import pytest
from pytest_django import Settings

from memory.jobs.distil import drain
from memory.models import Episode, Work
from memory.queries.clock import database_now
from tests.fake_openai import FakeModel, answer, claim, says
from tests.memory.api.calls import (
    AT,
    Caller,
    agent_caller,
    conclusion,
    distil,
    episode,
    observation,
    source,
)

pytestmark = pytest.mark.django_db

VERBATIM = """
{"external_id":"run-17","task":"which pump feeds V-12",
 "started_at":"2026-03-02T10:00:00Z","closed_at":"2026-03-02T10:05:00Z","model":"gpt-5",
 "sources":[{"ref":"pid","kind":"document","uri":"doc://plant/pid-7.pdf",
             "title":"P&ID rev C","as_of":"2024-03-01"}],
 "observations":[{"ref":"o1","source":"pid","locator":"sheet 3",
                  "observed_at":"2026-03-02T10:01:00+01:00",
                  "text":"Line 12 runs from P-101A to V-12."}],
 "conclusions":[{"subject":{"kind":"pump","id":"P-101A"},"predicate":"feeds",
                 "object":{"kind":"separator","id":"V-12"},
                 "confidence":0.8,"supports":["o1"],"text":"P-101A feeds V-12",
                 "valid_from":null}],
 "residue":[{"kind":"question","text":"Why was P-104 never commissioned?",
             "about":[{"kind":"pump","id":"P-104"}]}]}
"""


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def test_an_episode_becomes_a_claim(agent: Caller) -> None:
    posted = agent.raw("/episodes", VERBATIM.encode())
    assert posted.status_code == 202, posted.content
    assert posted.json()["status"] == "queued"
    url = posted.json()["url"].removeprefix("/api/v1")
    assert agent.get(url).json()["status"] == "queued"
    drain()
    told = agent.get(url).json()
    assert told["status"] == "distilled"
    (claim,) = told["claims"]
    assert (claim["text"], claim["status"]) == ("P-101A feeds V-12", "quarantined")
    assert (told["rejected"], told["uncited"]) == ([], [])


def test_the_same_body_again_has_the_same_reply(agent: Caller) -> None:
    first = agent.raw("/episodes", VERBATIM.encode())
    again = agent.raw("/episodes", VERBATIM.encode())
    assert (first.status_code, again.status_code) == (202, 200)
    assert first.json() == again.json()
    spaced = json.dumps(json.loads(VERBATIM), indent=4).encode()
    assert agent.raw("/episodes", spaced).json() == first.json()
    assert Episode.objects.count() == 1


def test_another_body_under_the_same_name_conflicts(agent: Caller) -> None:
    agent.raw("/episodes", VERBATIM.encode())
    other = VERBATIM.replace("rev C", "rev D")
    refused = agent.raw("/episodes", other.encode())
    assert (refused.status_code, refused.json()["code"]) == (409, "content_differs")
    assert refused.json()["field"] == "external_id"
    stranger = agent_caller()
    assert stranger.raw("/episodes", other.encode()).status_code == 202


def test_a_closed_episode_takes_nothing_more(agent: Caller) -> None:
    begun = {"external_id": "streamed", "started_at": AT, "sources": [source()]}
    uid = agent.post("/episodes/open", begun).json()["id"]
    more = {"observations": [observation()]}
    assert agent.post(f"/episodes/{uid}/observations", more).status_code == 201
    closing = {"closed_at": AT, "conclusions": [conclusion()]}
    assert agent.post(f"/episodes/{uid}/close", closing).status_code == 202
    late = {"observations": [observation(ref="o2")]}
    for path, body in (("observations", late), ("close", closing)):
        refused = agent.post(f"/episodes/{uid}/{path}", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "episode_closed")
    drain()
    told = agent.get(f"/episodes/{uid}").json()
    assert (len(told["observations"]), len(told["claims"])) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_what_reading_took_is_told(
    agent: Caller, model: FakeModel, settings: Settings
) -> None:
    settings.WARRANT_PRICE_IN, settings.WARRANT_PRICE_OUT = Decimal("2.5"), Decimal(10)
    model.then(says("no JSON"), says("nor this"), says(answer(claim())))
    posted = agent.post("/episodes", episode(conclusions=None)).json()
    drain()
    waiting = agent.get(f"/episodes/{posted['id']}").json()
    assert (waiting["status"], waiting["attempts"]) == ("queued", 1)
    assert "cannot be read" in waiting["error"]
    Work.objects.update(due_at=database_now())
    drain()
    told = agent.get(f"/episodes/{posted['id']}").json()
    assert (told["status"], told["error"]) == ("distilled", "")
    usage = told["usage"]
    assert (usage["model"], usage["runs"]) == ("fake-1", 2)
    # Three replies of 1,000 tokens in and 200 out each.
    assert (usage["tokens_in"], usage["tokens_out"]) == (3000, 600)
    assert usage["cost"] == pytest.approx(3 * (1000 * 2.5 + 200 * 10) / 1e6)
    assert len(usage["reply_hashes"]) == 1


def test_a_reading_without_a_model_used_nothing(agent: Caller) -> None:
    usage = distil(agent)["usage"]
    assert (usage["model"], usage["runs"], usage["tokens_in"]) == ("", 0, 0)
    assert usage["cost"] is None


def test_work_that_failed_for_good_is_shown(agent: Caller) -> None:
    posted = agent.post("/episodes", episode()).json()
    Work.objects.update(state="dead", error="Each of five runs was cut off.")
    told = agent.get(f"/episodes/{posted['id']}").json()
    assert (told["status"], told["claims"]) == ("failed", [])
    assert told["error"] == "Each of five runs was cut off."
