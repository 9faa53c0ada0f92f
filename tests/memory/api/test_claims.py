"""Claims over HTTP: as they stand, why, what people decide and what is asserted."""

import pytest
from django.utils import timezone

from memory.actions.promote import promote
from memory.models import Observation, Quarantine
from memory.queries.clock import database_now
from tests.memory.api.calls import (
    Caller,
    accept,
    agent_caller,
    claim_of,
    conclusion,
    distil,
    member_of,
    observation,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture
def curator(agent: Caller) -> Caller:
    return member_of(agent)


def test_three_readings_of_one_document_count_once(agent: Caller) -> None:
    for _ in range(3):
        claim = claim_of(agent)
    confidence = claim["confidence"]
    assert confidence["independent"] == pytest.approx(0.992)
    assert confidence["by_source"] == pytest.approx(0.8)
    assert "P&ID rev C" in confidence["direction"]
    (shared,) = confidence["shared"]
    assert shared["source"]["title"] == "P&ID rev C"
    assert len(shared["derivations"]) == len(claim["derivations"]) == 3


def test_a_claim_tells_what_it_rests_on(agent: Caller) -> None:
    told = distil(agent)
    claim = agent.get(f"/claims/{told['claims'][0]['id']}").json()
    assert claim["subject"]["external_id"] == "P-101A"
    assert claim["object"]["kind"] == "separator"
    assert (claim["predicate"], claim["kind"]) == ("feeds", "relation")
    assert (claim["status"], claim["admissible"]) == ("quarantined", False)
    (derivation,) = claim["derivations"]
    assert derivation["supports"] == [
        {
            "observation": told["observations"][0]["id"],
            "quote": "Line 12 runs from P-101A to V-12.",
            "credentials": [],
            "span": [0, 33],
            "claim": None,
            "live": True,
        }
    ]


def test_a_number_keeps_its_digits(agent: Caller) -> None:
    text = "The flow rate of P-101A is 12.50 m3/h."
    value = {"number": 12.5, "unit": "m3/h"}
    stated = conclusion(predicate="has_flow_rate", value=value)
    del stated["object"]
    claim = claim_of(agent, observations=[observation(text=text)], conclusions=[stated])
    assert claim["value"]["number"] == 12.5
    assert claim["value"]["decimal"] == "12.5"
    assert (claim["value"]["unit"], claim["kind"]) == ("m3/h", "quantity")


def test_acceptance_makes_a_claim_admissible(agent: Caller, curator: Caller) -> None:
    claim = accept(curator, claim_of(agent))
    assert (claim["status"], claim["admissible"]) == ("admissible", True)
    assert claim["cause"]["kind"] == "decision"
    told = agent.get(f"/claims/{claim['id']}/history").json()
    assert [each["status"] for each in told["items"]] == ["quarantined", "admissible"]
    assert told["items"][1]["decision"]["by"]["kind"] == "member"


def test_an_old_version_is_answered_with_the_current_state(
    agent: Caller, curator: Caller
) -> None:
    claim = claim_of(agent)
    accept(curator, claim)
    verdict = {"version": claim["version"], "verdict": "reject", "reason": "wrong"}
    late = curator.post(f"/claims/{claim['id']}/review", verdict)
    assert late.status_code == 409
    assert late.json()["code"] == "stale_version"
    assert late.json()["current"]["status"] == "admissible"


def test_an_edit_makes_the_claim_that_stands_now(
    agent: Caller, curator: Caller
) -> None:
    claim = claim_of(agent)
    other = {"kind": "separator", "id": "V-13"}
    verdict = {"version": 1, "verdict": "edit", "edit": {"object": other}}
    edited = curator.post(f"/claims/{claim['id']}/review", verdict).json()
    assert edited["object"]["external_id"] == "V-13"
    assert edited["supersedes"] == [claim["id"]]
    assert curator.get(f"/claims/{claim['id']}").json()["superseded_by"] == edited["id"]


def test_a_decision_is_undone(agent: Caller, curator: Caller) -> None:
    claim = claim_of(agent)
    accept(curator, claim)
    decision = curator.get("/decisions").json()["items"][0]
    assert decision["action"] == "accept"
    undone = curator.post(f"/decisions/{decision['id']}/undo", None)
    assert undone.status_code == 200, undone.content
    assert undone.json()["undoes"] == decision["id"]
    assert agent.get(f"/claims/{claim['id']}").json()["status"] == "quarantined"
    again = curator.post(f"/decisions/{decision['id']}/undo", None)
    assert again.status_code == 409
    assert again.json()["decisions"] == [undone.json()["id"]]


def test_a_justification_shows_live_spans(agent: Caller, curator: Caller) -> None:
    claim = accept(curator, claim_of(agent))
    told = agent.get(f"/claims/{claim['id']}/justification")
    assert told.status_code == 200, told.content
    (span,) = told.json()["spans"]
    assert span["quote"] == "Line 12 runs from P-101A to V-12."
    assert span["source"]["title"] == "P&ID rev C"
    assert span["locator"] == "sheet 3"


def test_no_justification_in_quarantine(agent: Caller) -> None:
    claim = claim_of(agent)
    refused = agent.get(f"/claims/{claim['id']}/justification")
    assert refused.status_code == 409
    body = refused.json()
    assert (body["code"], body["status"]) == ("not_admissible", "quarantined")
    assert body["lag_until"] == claim["lag_until"]
    assert body["dead_supports"] == []


def test_a_premise_is_justified_down_to_the_log(agent: Caller, curator: Caller) -> None:
    premise = accept(curator, claim_of(agent))
    resting = conclusion(
        object={"kind": "area", "id": "unit 3"},
        predicate="located_in",
        supports=[{"claim": premise["id"]}],
    )
    claim = accept(curator, claim_of(agent, conclusions=[resting]))
    told = agent.get(f"/claims/{claim['id']}/justification").json()
    assert [each["claim"] for each in told["premises"]] == [premise["id"]]
    assert [each["claim"] for each in told["spans"]] == [premise["id"]]


def test_filters_find_claims(agent: Caller, curator: Caller) -> None:
    claim = accept(curator, claim_of(agent))
    valve = {"kind": "valve", "id": "XV-1"}
    claim_of(agent, conclusions=[conclusion(subject=valve, text="XV-1 feeds V-12")])
    for wanted in (
        {"status": "admissible"},
        {"subject": "pump:p-101a"},
        {"subject": claim["subject"]["id"]},
        {"q": "P-101A"},
    ):
        found = agent.get("/claims", **wanted).json()["items"]
        assert [each["id"] for each in found] == [claim["id"]], wanted
    assert len(agent.get("/claims", predicate="discharges to").json()["items"]) == 2
    assert agent.get("/claims", predicate="is_a").json()["items"] == []


def test_a_claim_that_fell_is_not_listed_as_admissible(
    agent: Caller, curator: Caller
) -> None:
    claim = accept(curator, claim_of(agent))
    words = Observation.objects.get().words
    words.text, words.salt, words.state = None, None, "erased"
    words.save()
    assert agent.get("/claims", status="admissible").json()["items"] == []
    told = agent.get(f"/claims/{claim['id']}/justification").json()
    assert told["status"] == "unverified"
    assert len(told["dead_supports"]) == 1


def test_the_lag_passes(agent: Caller) -> None:
    claim = claim_of(agent)
    Quarantine.objects.update(lag_until=timezone.now())
    promote(workspace=agent.workspace, now=database_now())
    assert agent.get(f"/claims/{claim['id']}").json()["admissible"]
