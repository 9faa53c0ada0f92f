"""Retraction over HTTP: what it touches, twice, and the way back."""

import uuid
from typing import Any

import pytest

from tests.memory.api.calls import (
    Caller,
    accept,
    agent_caller,
    conclusion,
    distil,
    member_of,
    observation,
)
from tests.memory.api.rows import REASON

pytestmark = pytest.mark.django_db
BODY = {"kind": "retraction", "reason": REASON}


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture
def curator(agent: Caller) -> Caller:
    return member_of(agent)


@pytest.fixture
def told(agent: Caller, curator: Caller) -> dict[str, Any]:
    """An accepted claim on o1, another on it and on o2, by a source of its own."""
    premise = accept(curator, distil(agent)["claims"][0])
    area = {"kind": "area", "id": "unit 3"}
    resting = conclusion(predicate="located_in", object=area, text="in unit 3")
    by_premise = resting | {"supports": [{"claim": premise["id"]}]}
    by_itself = resting | {"supports": ["o2"], "confidence": 0.5}
    told = distil(
        agent,
        observations=[observation(ref="o2", text="P-101A stands in unit 3.")],
        conclusions=[by_premise, by_itself],
    )
    first = premise["derivations"][0]["supports"][0]["observation"]
    return told | {"premise": premise["id"], "first": first}


def test_a_dry_run_names_what_the_real_one_touches(
    agent: Caller, told: dict[str, Any]
) -> None:
    url = f"/observations/{told['first']}/retract"
    dry = agent.post(url, BODY | {"dry_run": True}).json()
    assert dry["retraction"] is None
    assert agent.get("/retractions").json()["items"] == []
    real = agent.post(url, BODY).json()
    assert real["affected"] == dry["affected"]
    assert [(x["claim"], x["effect"], x["depth"]) for x in real["affected"]] == [
        (told["premise"], "lost", 1),
        (told["claims"][0]["id"], "weakened", 2),
    ]
    lost, weakened = real["affected"]
    assert (lost["confidence_before"], lost["confidence_after"]) == (0.8, 0)
    # One document carries both readings, so that the larger κ alone counts.
    assert weakened["confidence_before"] == pytest.approx(0.8)
    assert weakened["confidence_after"] == pytest.approx(0.5)
    assert real["counts"]["lost"] == real["counts"]["weakened"] == 1
    assert agent.get(f"/claims/{told['premise']}").json()["status"] == "disputed"


def test_retracting_twice_gives_the_same_answer(
    agent: Caller, told: dict[str, Any]
) -> None:
    url = f"/observations/{told['first']}/retract"
    first, second = agent.post(url, BODY), agent.post(url, BODY)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()


def test_a_reinstatement_brings_it_back(agent: Caller, told: dict[str, Any]) -> None:
    taken = agent.post(f"/observations/{told['first']}/retract", BODY).json()
    shown = agent.get(f"/retractions/{taken['retraction']}").json()
    assert (shown["reason"], shown["in_force"], shown["disputes"]) == (REASON, True, 2)
    url = f"/retractions/{taken['retraction']}/reinstate"
    dry = agent.post(url, {"reason": "It holds.", "dry_run": True}).json()
    assert agent.get(f"/claims/{told['premise']}").json()["status"] == "disputed"
    back = agent.post(url, {"reason": "It holds."})
    assert back.status_code == 200, back.content
    assert back.json()["affected"] == dry["affected"]
    assert {x["effect"] for x in dry["affected"]} == {"restored"}
    assert (dry["decision"], back.json()["waiting"]) == (None, False)
    assert agent.get(f"/claims/{told['premise']}").json()["admissible"]
    assert agent.post(url, {"reason": "Again."}).json() == back.json()
    shown = agent.get(f"/retractions/{taken['retraction']}").json()
    assert (shown["in_force"], shown["disputes"]) == (False, 0)


def test_a_source_and_an_agent_are_retracted(
    agent: Caller, told: dict[str, Any]
) -> None:
    by_source = agent.post(f"/sources/{told['sources'][0]['id']}/retract", BODY).json()
    assert by_source["counts"]["lost"] == 2
    undone = f"/retractions/{by_source['retraction']}/reinstate"
    assert agent.post(undone, {"reason": "It holds."}).status_code == 200
    since = BODY | {"since": "2026-01-01T00:00:00Z"}
    by_agent = agent.post(f"/agents/{agent.owner.uid}/retract", since).json()
    assert by_agent["counts"] == by_source["counts"]
    assert len(by_agent["retractions"]) == 2
    nobody = agent.post(f"/agents/{uuid.uuid4()}/retract", BODY)
    assert nobody.status_code == 404


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"kind": "retraction"}, "missing", "reason"),
    (BODY | {"reason": " "}, "blank", "reason"),
    (BODY | {"reason": "\u200b"}, "blank", "reason"),
    (BODY | {"reason": "a\0"}, "nul_character", "reason"),
    (BODY | {"kind": "doubt"}, "unknown_value", "kind"),
    (BODY | {"dry_run": "yes"}, "type", "dry_run"),
    (BODY | {"replacement": "x"}, "id", "replacement"),
    (BODY | {"kind": "correction"}, "replacement_required", "replacement"),
    (BODY | {"replacement": str(uuid.uuid4())}, "replacement_refused", "replacement"),
    (BODY | {"workspace": "other"}, "extra_forbidden", "workspace"),
]


@pytest.mark.parametrize(("body", "code", "field"), REFUSED)
def test_a_retraction_says_why(
    agent: Caller, body: dict[str, Any], code: str, field: str
) -> None:
    seen = distil(agent)["observations"][0]["id"]
    no = agent.post(f"/observations/{seen}/retract", body)
    assert (no.status_code, no.json()["code"], no.json()["field"]) == (422, code, field)
    assert agent.get("/retractions").json()["items"] == []


def test_a_correction_names_its_replacement(
    agent: Caller, told: dict[str, Any]
) -> None:
    other = told["observations"][0]["id"]
    body = {"kind": "correction", "reason": REASON, "replacement": other}
    made = agent.post(f"/observations/{told['first']}/retract", body).json()
    shown = agent.get(f"/retractions/{made['retraction']}").json()
    assert (shown["observation"], shown["replacement"]) == (told["first"], other)


def test_nothing_new_rests_on_what_is_retracted(
    agent: Caller, told: dict[str, Any]
) -> None:
    agent.post(f"/observations/{told['first']}/retract", BODY)
    stated = conclusion(subject={"kind": "pump", "id": "P-9"}, supports=[told["first"]])
    refused = agent.post("/claims", stated)
    assert (refused.status_code, refused.json()["code"]) == (409, "dead_support")
    rejected = distil(agent, conclusions=[stated])["rejected"]
    assert [each["reason"] for each in rejected] == ["dead_support"]


def test_retraction_has_a_scope_of_its_own(told: dict[str, Any]) -> None:
    reader = agent_caller(scopes=("read", "ingest"))
    no = reader.post(f"/observations/{told['first']}/retract", BODY)
    assert (no.status_code, no.json()["code"]) == (403, "forbidden")
