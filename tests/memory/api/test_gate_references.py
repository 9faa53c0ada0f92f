"""Vetted sources that surface at the gate beside what is not vetted."""

from typing import Any

import pytest

from memory.api.briefing import briefing
from memory.api.schemas.gate import ToldPassage
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
from tests.memory.api.rows import retracted

pytestmark = pytest.mark.django_db(transaction=True)
NOTE = {"note": "We hold the sheet."}
PAPER = {"title": "On the pumps of plants", "DOI": "10.1000/abc"}
SHEET = {"ref": "sheet", "kind": "document", "uri": "doc://plant/sheet.pdf"}


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture
def curator(agent: Caller) -> Caller:
    return member_of(agent)


def read_from_the_sheet(agent: Caller, curator: Caller, **changes: Any) -> str:
    """Accept one more claim, which rests on another document; gives its source."""
    told = distil(
        agent,
        sources=[SHEET | {"title": "Pump sheet"}],
        observations=[observation(source="sheet", text="P-101A stands in hall 3.")],
        conclusions=[conclusion(predicate="connected_to", **changes)],
    )
    accept(curator, told["claims"][0])
    return str(told["observations"][0]["source"]["id"])


def referred(agent: Caller, **more: Any) -> list[tuple[str, str]]:
    told = agent.post("/gate", {"message": "What is V-12?", "k": 1} | more).json()
    (served,) = told["context"]
    assert not served["vetted"]
    kept = agent.get(f"/receipts/{told['receipt']}").json()
    assert kept["references"] == told["references"]
    assert all(each["vetted"] for each in told["references"])
    said = briefing(ToldPassage.model_validate(told))
    for each in told["references"]:
        assert f'- source {each["id"]}: "{each["title"]}"' in said
    return [(each["id"], each["title"]) for each in told["references"]]


def test_a_reference_surfaces_beside_unvetted_claims_on_the_same_node(
    agent: Caller, curator: Caller
) -> None:
    accept(curator, claim_of(agent))
    there = {"kind": "hall", "id": "H-3"}
    source = read_from_the_sheet(agent, curator, object=there, text="P-101A in H-3")
    assert referred(agent) == []
    curator.post(f"/sources/{source}/vet", NOTE)
    assert referred(agent) == [(source, "Pump sheet")]
    curator.post(f"/sources/{source}/unvet", NOTE)
    assert referred(agent) == []


def test_a_reference_that_left_is_none(agent: Caller, curator: Caller) -> None:
    accept(curator, claim_of(agent))
    there = {"kind": "hall", "id": "H-3"}
    source = read_from_the_sheet(agent, curator, object=there, text="P-101A in H-3")
    curator.post(f"/sources/{source}/vet", NOTE)
    assert referred(agent) == [(source, "Pump sheet")]
    retracted(curator, f"/sources/{source}")
    assert referred(agent) == []


def test_a_reference_on_other_nodes_stays_away(agent: Caller, curator: Caller) -> None:
    accept(curator, claim_of(agent))
    source = read_from_the_sheet(
        agent,
        curator,
        subject={"kind": "pump", "id": "P-900"},
        object={"kind": "hall", "id": "H-3"},
        text="P-900 in H-3",
    )
    curator.post(f"/sources/{source}/vet", NOTE)
    assert referred(agent) == []


def test_what_is_said_of_a_reference_itself_leads_to_it(
    agent: Caller, curator: Caller
) -> None:
    accept(curator, claim_of(agent))
    told = curator.post("/references", NOTE | {"items": [PAPER]}).json()
    source = told["items"][0]["source"]
    named = {"name": "described_in", "label": "is described in", "value_kind": "node"}
    assert member_of(agent, "admin").put("/predicates", named).status_code == 200
    link = conclusion(predicate="described_in", object=source, text="See the paper.")
    accept(curator, claim_of(agent, conclusions=[link]))
    assert referred(agent) == [(source, told["items"][0]["title"])]
