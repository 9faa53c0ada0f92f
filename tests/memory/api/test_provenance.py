"""The provenance of a claim over HTTP, and its W3C form read by another library."""

import json
from collections import Counter
from typing import Any

import pytest
from prov.model import ProvDocument

from memory.models import Claim, ObservationText
from tests.memory.api.calls import Caller, agent_caller, conclusion, distil, observation

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agent() -> Caller:
    """An agent whose claims are a chain: top on middle, middle on two readings."""
    caller = agent_caller()
    two = [observation(), observation(ref="o2", text="V-12 is fed by P-101A.")]
    steps = [
        conclusion(ref="middle", supports=["o1", "o2"]),
        conclusion(
            subject={"kind": "pump", "id": "P-102"},
            supports=[{"conclusion": "middle"}],
            object={"kind": "separator", "id": "V-13"},
            text="P-102 feeds V-13",
        ),
    ]
    distil(caller, observations=two, conclusions=steps)
    return caller


def claim(subject: str) -> str:
    """The id of the claim about a pump."""
    return str(Claim.objects.get(subject__external_id=subject).uid)


def look(agent: Caller, subject: str, **query: Any) -> Any:
    """What is drawn around the claim about a pump."""
    told = agent.get(f"/claims/{claim(subject)}/provenance", **query)
    assert told.status_code == 200, told.content
    return told.json()


def test_the_claim_comes_with_its_supports_and_dependants(agent: Caller) -> None:
    told = look(agent, "P-101A")
    assert [(x["kind"], x["side"], x["depth"], x["label"]) for x in told["nodes"]] == [
        ("claim", "root", 0, "P-101A feeds V-12"),
        ("claim", "down", 1, "P-102 feeds V-13"),
        ("observation", "up", 1, "Line 12 runs from P-101A to V-12."),
        ("source", "up", 2, "P&ID rev C"),
        ("observation", "up", 1, "V-12 is fed by P-101A."),
    ]
    assert told["root"] == told["nodes"][0]["id"] == claim("P-101A")
    assert all(x["live"] and x["sole"] for x in told["nodes"][1:])
    edges = {(x["upper"], x["lower"]): x for x in told["edges"]}
    assert len(edges) == 5
    assert edges[claim("P-102"), claim("P-101A")]["live"]
    assert told["stubs"] == []


def test_a_source_in_place_of_its_observations(agent: Caller) -> None:
    told = look(agent, "P-102", up=2, down=0, grouped=True)
    assert [(x["kind"], x["observations"]) for x in told["nodes"]] == [
        ("claim", 0),
        ("claim", 0),
        ("source", 2),
    ]


def test_a_stub_opens_what_it_counts(agent: Caller) -> None:
    (stub,) = look(agent, "P-102", up=1)["stubs"]
    assert (stub["claim"], stub["side"], stub["hidden"]) == (claim("P-101A"), "up", 2)
    told = look(agent, "P-102", up=1, open=stub["next"])
    assert [x["kind"] for x in told["nodes"]] == [
        "claim",
        "claim",
        "observation",
        "source",
        "observation",
    ]


def test_only_the_ways_to_what_was_lost(agent: Caller) -> None:
    words = ObservationText.objects.filter(observation__ref="o2")
    words.update(text=None, salt=None, state="erased")
    told = look(agent, "P-102", up=2, dead=True)
    assert [(x["kind"], x["status"], x["live"]) for x in told["nodes"]] == [
        ("claim", "quarantined", False),
        ("claim", "quarantined", False),
        ("observation", "erased", False),
        ("source", "unvetted", True),
    ]
    assert not any(x["live"] for x in told["edges"])


@pytest.mark.parametrize(
    "query",
    [{"up": 21}, {"down": -1}, {"up": "x"}, {"limit": 151}, {"open": "up:1:2"},
     {"open": [f"up:{'0' * 36}:1"] * 4}],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused(agent: Caller, query: dict[str, Any]) -> None:
    told = agent.get(f"/claims/{claim('P-102')}/provenance", **query)
    assert told.status_code == 422, told.content
    assert told.json()["field"] in query


@pytest.mark.parametrize("path", ["provenance", "prov.json"])
def test_another_workspaces_claim_is_not_found(agent: Caller, path: str) -> None:
    told = agent_caller().get(f"/claims/{claim('P-102')}/{path}")
    assert told.status_code == 404
    assert agent.get(f"/claims/{claim('P-102')}/{path}").status_code == 200


def test_prov_json_is_what_a_prov_library_reads_and_writes(agent: Caller) -> None:
    told = agent.get(f"/claims/{claim('P-102')}/prov.json")
    text = told.content.decode()
    document = ProvDocument.deserialize(content=text, format="json")
    again = document.serialize(format="json")
    assert ProvDocument.deserialize(content=again, format="json") == document
    kinds = Counter(type(record).__name__ for record in document.get_records())
    assert kinds == {
        "ProvEntity": 7,  # two claims, two derivations, two observations, a source
        "ProvActivity": 1,
        "ProvAgent": 1,
        "ProvAssociation": 1,
        "ProvGeneration": 4,
        "ProvDerivation": 5,  # three supports, and two quotations of the source
        "ProvSpecialization": 2,
    }
    sent, kept = json.loads(text), json.loads(again or "")
    assert sent["entity"] == kept["entity"]
    assert sent["activity"] == kept["activity"]


def test_prov_json_leaves_out_erased_words(agent: Caller) -> None:
    words = ObservationText.objects.filter(observation__ref="o2")
    words.update(text=None, salt=None, state="erased")
    entities = agent.get(f"/claims/{claim('P-102')}/prov.json").json()["entity"]
    seen = [x for x in entities.values() if "warrant:resolves" in x]
    assert [(x["warrant:resolves"], "prov:value" in x) for x in seen] == [
        (True, True),
        (False, False),
    ]
