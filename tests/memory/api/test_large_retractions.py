"""Retractions that touch too much to answer at once: operations that workers do."""

import uuid
from typing import Any

import pytest

from memory.actions import retract as retracting
from memory.api.schemas import passes
from memory.jobs.distil import drain, run_next
from memory.models import Decision, Dispute, Observation, Operation
from tests.memory.api.calls import Caller, agent_caller, distil, episode, member_of
from tests.memory.api.falling import falling, paged
from tests.memory.api.rows import REASON
from tests.memory.claims import statuses_follow_events
from tests.memory.store import build

pytestmark = pytest.mark.django_db(transaction=True)
BODY: dict[str, Any] = {"kind": "retraction", "reason": REASON}
DRY = BODY | {"dry_run": True}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if three claims were many."""
    for module in (retracting, passes):
        monkeypatch.setattr(module, "AT_ONCE", 2)


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture
def url(agent: Caller) -> str:
    """The address to retract what four claims rest on."""
    return f"/observations/{falling(agent, member_of(agent), 2)}/retract"


def begin(agent: Caller, url: str, **changes: Any) -> str:
    """The path of the operation that retracts it."""
    accepted = agent.post(url, BODY | changes)
    assert accepted.status_code == 202, accepted.content
    return f"/operations/{accepted.json()['operation']}"


def counts(told: dict[str, Any]) -> dict[str, int]:
    return {effect: n for effect, n in told["counts"].items() if n}


def test_a_worker_does_what_the_dry_run_told(agent: Caller, url: str) -> None:
    dry = agent.post(url, DRY).json()
    assert (dry["total"], counts(dry)) == (4, {"lost": 3, "weakened": 1})
    assert [(x["effect"], x["depth"]) for x in dry["affected"]] == [("lost", 1)] * 2
    assert [x["confidence_after"] for x in dry["affected"]] == [0, 0]
    path = begin(agent, url)
    queued = agent.get(path).json()
    assert (queued["kind"], queued["state"]) == ("retract", "queued")
    assert (queued["done"], queued["total"], queued["retraction"]) == (0, 1, None)
    assert agent.get("/retractions").json()["items"] == []
    drain()
    done = agent.get(path).json()
    assert (done["state"], done["done"], done["failures"]) == ("done", 1, [])
    told = paged(agent, f"/retractions/{done['retraction']}/affected", limit=3)
    assert [{k: x[k] for k in dry["affected"][0]} for x in told[:2]] == dry["affected"]
    assert {x["status"] for x in told} == {"disputed"}
    assert counts(agent.get(f"/retractions/{done['retraction']}").json()) == counts(dry)


def test_asked_again_it_is_the_same_one(agent: Caller, url: str) -> None:
    path = begin(agent, url)
    assert begin(agent, url, reason="In other words.") == path
    assert begin(agent, url, kind="concern") != path
    drain()
    again = agent.post(url, BODY)
    assert again.status_code == 200
    told = again.json()
    assert told["retraction"] == agent.get(path).json()["retraction"]
    assert (len(told["affected"]), told["total"]) == (2, 4)
    rest = told["rest"].removeprefix("/api/v1")
    assert len(agent.get(rest).json()["items"]) == 4
    assert Decision.objects.filter(action="retract").count() == 2


def test_below_the_size_it_is_answered_at_once(
    agent: Caller, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (retracting, passes):
        monkeypatch.setattr(module, "AT_ONCE", 4)
    told = agent.post(url, BODY)
    assert told.status_code == 200
    assert (len(told.json()["affected"]), told.json()["rest"]) == (4, None)
    assert not Operation.objects.exists()


def test_it_goes_before_what_waits(agent: Caller, url: str) -> None:
    for _ in range(3):
        agent.post("/episodes", episode())
    path = begin(agent, url)
    assert run_next()
    assert agent.get(path).json()["state"] == "done"


def test_what_was_retracted_meanwhile_is_known(
    agent: Caller, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = begin(agent, url)
    monkeypatch.setattr(retracting, "AT_ONCE", 4)
    at_once = agent.post(url, BODY).json()["retraction"]
    drain()
    told = agent.get(path).json()
    assert (told["state"], told["retraction"]) == ("done", at_once)
    assert told["result"] == {"recorded": 0, "known": 1, "failed": 0}
    assert Decision.objects.filter(action="retract").count() == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"kind": "correction"}, "replacement_required"),
        (
            {"kind": "correction", "replacement": str(uuid.uuid4())},
            "unknown_replacement",
        ),
        ({"reason": " "}, "blank"),
    ],
)
def test_what_is_wrong_is_said_at_once(
    agent: Caller, url: str, changes: dict[str, Any], code: str
) -> None:
    no = agent.post(url, BODY | changes)
    assert (no.status_code, no.json()["code"]) == (422, code)
    assert not Operation.objects.exists()


def test_a_source_and_an_agent_too(agent: Caller, url: str) -> None:
    source = distil(agent)["sources"][0]["id"]
    path = begin(agent, f"/sources/{source}/retract")
    drain()
    by_source = agent.get(path).json()["retraction"]
    assert counts(agent.get(f"/retractions/{by_source}").json())["lost"] == 5
    back = {"reason": "It holds."}
    assert agent.post(f"/retractions/{by_source}/reinstate", back).status_code == 200
    begin(agent, f"/agents/{agent.owner.uid}/retract", since="2026-01-01T00:00:00Z")
    drain()
    assert Dispute.objects.filter(state="open").count() == 5


def test_erasing_words_that_wait_ends_it(agent: Caller, url: str) -> None:
    path = begin(agent, url, reason="P-20 is gone.")
    (claim,) = agent.get("/claims", subject="pump:P-20", predicate="feeds").json()[
        "items"
    ]
    admin = member_of(agent, role="admin")
    sent = {"node": claim["subject"]["id"], "reason": REASON}
    assert admin.post("/erasures", sent).status_code == 201
    drain()
    told = agent.get(path).json()
    assert (told["state"], told["retraction"]) == ("failed", None)
    assert [x["code"] for x in told["failures"]] == ["erased"]
    assert agent.get("/retractions").json()["items"] == []


def test_a_thousand_and_more_claims_fall_by_one_operation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    store = build(6_000, [1_100], worded=True)
    agent = Caller(store.agent)
    seen = Observation.objects.get(pk=store.groups[0].observation)
    url = f"/observations/{seen.uid}/retract"
    dry = agent.post(url, DRY).json()
    assert (dry["total"], len(dry["affected"])) == (1_100, 1_000)
    path = begin(agent, url)
    drain()
    uid = agent.get(path).json()["retraction"]
    assert agent.get(f"/retractions/{uid}").json()["counts"] == dry["counts"]
    told = paged(agent, f"/retractions/{uid}/affected", limit=200)
    assert [x["claim"] for x in told[:1_000]] == [x["claim"] for x in dry["affected"]]
    assert statuses_follow_events()
