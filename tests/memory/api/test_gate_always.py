"""No parameter, header, scope or failure skips a lens of the gate."""

import time
from typing import Any

import pytest
from pytest_django import Settings

from memory.jobs import gate
from memory.models import Workspace
from memory.retrieval import lenses, mentions
from memory.retrieval.mentions import Mention
from tests.fake_openai import FakeModel, says
from tests.memory.api.calls import Caller, agent_caller, member_of
from tests.memory.api.test_gate import MESSAGE, ask, believed

pytestmark = pytest.mark.django_db(transaction=True)
LENSES = {"raw", "reframe", "subgraph"}
SKIPS: list[dict[str, Any]] = [
    {"lenses": ["raw"]},
    {"lenses": []},
    {"skip": ["reframe"]},
    {"reframe": False},
    {"degraded": ["raw"]},
    {"trial": True},
    {"context": []},
    {"task": {"lenses": []}},
    {"task": None},
    {"k": 0},
    {"k": -1},
    {"k": 10**9},
]
HEADERS = [
    {"X-Skip-Lens": "raw"},
    {"X-Warrant-Lenses": "raw"},
    {"Prefer": "respond-async, return=minimal"},
    {"Cache-Control": "only-if-cached"},
    {"If-None-Match": "*"},
    {"Idempotency-Key": "one"},
    {"X-HTTP-Method-Override": "GET"},
]


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def looked(told: dict[str, Any]) -> dict[str, str]:
    """The lenses of a reply, each with how it ran."""
    return {name: lens["form"] for name, lens in told["lenses"].items()}


@pytest.mark.parametrize("skip", SKIPS)
def test_no_parameter_skips_a_lens(agent: Caller, skip: dict[str, Any]) -> None:
    reply = agent.post("/gate", {"message": MESSAGE} | skip)
    assert reply.status_code == 422, reply.content


@pytest.mark.parametrize("query", ["?lenses=raw", "?skip=reframe&k=0", "?trial=1"])
def test_no_query_skips_a_lens(agent: Caller, query: str) -> None:
    told = agent.post(f"/gate{query}", {"message": MESSAGE}).json()
    assert looked(told).keys() == LENSES
    assert all(looked(told).values())


@pytest.mark.parametrize("header", HEADERS)
def test_no_header_skips_a_lens(agent: Caller, header: dict[str, str]) -> None:
    replies = [agent.post("/gate", {"message": MESSAGE}, **header) for _ in range(2)]
    told = [reply.json() for reply in replies]
    assert [reply.status_code for reply in replies] == [200, 200]
    assert all(looked(each).keys() == LENSES for each in told)
    assert told[0]["receipt"] != told[1]["receipt"]


@pytest.mark.parametrize("scope", ["ingest", "read", "gate", "retract"])
def test_a_key_passes_whole_or_not_at_all(agent: Caller, scope: str) -> None:
    caller = Caller(agent.owner, scopes=(scope,))
    reply = caller.post("/gate", {"message": MESSAGE})
    assert reply.status_code == (200 if scope == "gate" else 403)
    if scope == "gate":
        assert looked(reply.json()).keys() == LENSES


def test_a_viewers_key_passes_whole(agent: Caller) -> None:
    viewer = member_of(agent, role="viewer", scopes=("gate",))
    assert looked(ask(viewer)).keys() == LENSES


def broken(*_: Any, **__: Any) -> Any:
    raise RuntimeError("a lens is broken")


@pytest.mark.parametrize(
    ("lens", "name"),
    [("raw", "raw"), ("reframe", "_reframe"), ("subgraph", "subgraph")],
)
def test_a_lens_that_fails_is_named_and_the_others_look(
    agent: Caller, monkeypatch: pytest.MonkeyPatch, lens: str, name: str
) -> None:
    claim = believed(agent)
    monkeypatch.setattr(gate, name, broken)
    told = ask(agent)
    assert lens in told["degraded"]
    assert told["lenses"][lens]["lesser"] == "It failed: RuntimeError."
    assert told["lenses"].keys() == LENSES
    assert [each["claim"] for each in told["context"]] == [claim["id"]]
    assert lens not in told["context"][0]["lenses"]


def test_what_is_looked_up_for_several_lenses_fails_for_one(
    agent: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = believed(agent)
    failures = ["once"]

    def mentioned(workspace: Workspace, text: str) -> list[Mention]:
        if text == MESSAGE and failures:
            raise RuntimeError(failures.pop())
        return look_up(workspace, text)

    look_up = mentions.mentioned
    monkeypatch.setattr(lenses, "mentioned", mentioned)
    told = ask(agent)
    assert failures == []
    ways = told["lenses"].items()
    failed = [name for name, way in ways if way["lesser"].startswith("It failed")]
    assert failed in (["raw"], ["subgraph"])
    assert [each["claim"] for each in told["context"]] == [claim["id"]]


def test_all_may_fail_and_the_passage_is_still_on_record(
    agent: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("raw", "_reframe", "subgraph"):
        monkeypatch.setattr(gate, name, broken)
    told = ask(agent)
    assert set(told["degraded"]) == LENSES
    assert agent.get(f"/receipts/{told['receipt']}").json()["degraded"]


def test_a_late_lens_is_named(
    agent: Caller, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.WARRANT_GATE_SECONDS = 1
    monkeypatch.setattr(gate, "raw", lambda *_: time.sleep(2))
    started = time.monotonic()
    told = ask(agent)
    assert time.monotonic() - started < 1.9
    assert told["lenses"]["raw"]["lesser"] == "It was not done in time."
    assert "raw" in told["degraded"]


def test_the_model_rewords(agent: Caller, model: FakeModel) -> None:
    model.then(says('{"query": "supply of V-12"}'))
    lens = ask(agent)["lenses"]["reframe"]
    assert (lens["form"], lens["query"]) == ("model", "supply of V-12")


@pytest.mark.parametrize(
    "said",
    ["", "nonsense", '{"query": ""}', '{"query": "  "}', '{"query": 7}', f"{MESSAGE}"],
)
def test_a_model_that_is_no_use_is_replaced_by_the_rule_and_named(
    agent: Caller, model: FakeModel, said: str
) -> None:
    model.then(says(said))
    told = ask(agent)
    assert told["lenses"]["reframe"]["form"] == "rule"
    assert told["lenses"]["reframe"]["lesser"]
    assert "reframe" in told["degraded"]


def test_a_model_that_is_away_is_replaced_by_the_rule(
    agent: Caller, model: FakeModel, settings: Settings
) -> None:
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"
    lens = ask(agent)["lenses"]["reframe"]
    assert (lens["form"], "cannot be reached" in lens["lesser"]) == ("rule", True)
