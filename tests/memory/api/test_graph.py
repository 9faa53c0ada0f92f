"""Nodes, neighbours and predicates over HTTP."""

import pytest

from memory.jobs.distil import drain
from tests.memory.api.calls import (
    Caller,
    agent_caller,
    conclusion,
    episode,
    member_of,
)

pytestmark = pytest.mark.django_db
PUMP = {"kind": "pump", "id": "P-101A"}


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def test_a_node_is_put_under_its_identity(agent: Caller) -> None:
    first = agent.put("/nodes", PUMP | {"name": "Feed pump"}).json()
    # Another spelling of one id: full-width letters and another dash.
    again = {"kind": "Pump", "id": "Ｐ\N{EN DASH}101Ａ", "description": "In unit 3."}
    second = agent.put("/nodes", again).json()
    assert (first["created"], second["created"]) == (True, False)
    assert second["id"] == first["id"]
    told = agent.get(f"/nodes/{first['id']}").json()
    assert (told["name"], told["description"]) == ("Feed pump", "In unit 3.")


def test_composed_and_decomposed_ids_are_one_node(agent: Caller) -> None:
    spelled = ["caf\u00e9", "cafe\u0301"]
    found = {
        agent.put("/nodes", {"kind": "site", "id": x}).json()["id"] for x in spelled
    }
    assert len(found) == 1


def test_a_cyrillic_look_alike_is_another_node(agent: Caller) -> None:
    latin, cyrillic = "A-1", "\u0410-1"
    found = {
        agent.put("/nodes", {"kind": "site", "id": x}).json()["id"]
        for x in (latin, cyrillic)
    }
    assert len(found) == 2


def test_neighbours_are_one_or_two_steps_away(agent: Caller) -> None:
    chain = [("P-101A", "V-12"), ("V-12", "E-3"), ("E-3", "T-4")]
    stated = [
        conclusion(subject={"kind": "unit", "id": a}, object={"kind": "unit", "id": b})
        for a, b in chain
    ]
    agent.post("/episodes", episode(conclusions=stated))
    drain()
    start = agent.put("/nodes", {"kind": "unit", "id": "P-101A"}).json()["id"]
    for hops, expected in ((1, {"V-12": 1}), (2, {"V-12": 1, "E-3": 2})):
        told = agent.get(f"/nodes/{start}/neighbours", hops=hops).json()
        near = {each["external_id"]: each["hops"] for each in told["nodes"]}
        assert near == {"P-101A": 0} | expected
        assert len(told["edges"]) == hops
        assert {each["status"] for each in told["edges"]} == {"quarantined"}
    assert agent.get(f"/nodes/{start}/neighbours", hops=3).status_code == 422


def test_a_hub_is_cut_off_and_says_so(agent: Caller) -> None:
    stated = [conclusion(object={"kind": "line", "id": str(n)}) for n in range(4)]
    agent.post("/episodes", episode(conclusions=stated))
    drain()
    hub = agent.put("/nodes", PUMP).json()["id"]
    told = agent.get(f"/nodes/{hub}/neighbours", limit=3).json()
    assert (len(told["edges"]), told["truncated"]) == (3, True)
    told = agent.get(f"/nodes/{hub}/neighbours", limit=4).json()
    assert (len(told["edges"]), told["truncated"]) == (4, False)


def test_a_put_predicate_is_known_by_its_aliases(agent: Caller) -> None:
    curator = member_of(agent)
    entry = {"name": "drains", "label": "drains", "aliases": ["empties into"]}
    put = curator.put("/predicates", entry | {"half_life_days": 30})
    assert put.status_code == 200, put.content
    assert put.json()["half_life_days"] == 30
    agent.post("/episodes", episode(conclusions=[conclusion(predicate="Empties into")]))
    drain()
    assert agent.get("/claims", predicate="drains").json()["items"]


def test_a_predicate_in_use_keeps_its_kind(agent: Caller) -> None:
    curator = member_of(agent)
    agent.post("/episodes", episode())
    drain()
    entry = {"name": "feeds", "label": "feeds", "value_kind": "text"}
    refused = curator.put("/predicates", entry)
    assert (refused.status_code, refused.json()["code"]) == (409, "in_use")
    relabelled = curator.put("/predicates", {"name": "feeds", "label": "pumps to"})
    assert relabelled.json()["label"] == "pumps to"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": "Has Spaces"}, "type"),
        ({"aliases": ["weighs"]}, "alias_taken"),
        ({"negates": "unheard"}, "unknown_predicate"),
        ({"cardinality": "some"}, "unknown_value"),
        ({"half_life_days": 0}, "range"),
        ({"half_life_days": 2**63}, "range"),
        ({"half_life_days": -(2**63) - 1}, "range"),
        ({"half_life_days": 1.0}, "type"),
        ({"half_life_days": True}, "type"),
    ],
)
def test_a_predicate_is_refused_by_name(
    agent: Caller, changes: dict[str, object], code: str
) -> None:
    entry = {"name": "drains", "label": "drains"} | changes
    refused = member_of(agent).put("/predicates", entry)
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert refused.json()["field"].startswith(next(iter(changes)))
