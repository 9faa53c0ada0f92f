"""Merges over HTTP."""

from typing import Any

import pytest

from tests.memory.api.calls import Caller, agent_caller, conclusion, distil, member_of

pytestmark = pytest.mark.django_db
ONE, OTHER = {"kind": "pump", "id": "P101A"}, {"kind": "pump", "id": "P-101A"}


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture
def curator(agent: Caller) -> Caller:
    distil(agent, conclusions=[conclusion(), conclusion(subject=ONE)])
    return member_of(agent)


def uid(caller: Caller, name: dict[str, str]) -> str:
    return str(caller.put("/nodes", name).json()["id"])


def merge(curator: Caller, **changes: Any) -> Any:
    path = f"/nodes/{uid(curator, ONE)}/merge"
    return curator.post(path, {"into": OTHER, "reason": "one pump"} | changes)


def subjects(agent: Caller) -> list[str]:
    found = agent.get("/claims", subject="pump:P-101A").json()["items"]
    return sorted(each["subject"]["external_id"] for each in found)


def test_a_merge_is_told_and_taken_back(agent: Caller, curator: Caller) -> None:
    made = merge(curator)
    assert made.status_code == 201, made.content
    told = made.json()
    assert told["canonical"] == told["into"]["id"] == uid(agent, OTHER)
    assert (told["reason"], told["undone_by"]) == ("one pump", None)
    assert subjects(agent) == ["P-101A", "P101A"]
    back = curator.post(f"/merges/{told['id']}/undo", None).json()
    assert back["canonical"] == told["node"]["id"]
    assert back["undone_by"] is not None
    assert subjects(agent) == ["P-101A"]
    again = curator.post(f"/merges/{told['id']}/undo", None)
    assert (again.status_code, again.json()["code"]) == (409, "already_undone")


def test_neighbours_are_those_of_both(agent: Caller, curator: Caller) -> None:
    path = f"/nodes/{uid(agent, OTHER)}/neighbours"
    assert len(agent.get(path).json()["edges"]) == 1
    merge(curator)
    told = agent.get(path).json()
    near = {each["external_id"]: each["hops"] for each in told["nodes"]}
    assert near == {"P-101A": 0, "P101A": 0, "V-12": 1}
    assert len(told["edges"]) == 2


@pytest.mark.parametrize(
    ("into", "status", "code"),
    [
        (ONE, 422, "same_node"),
        ({"kind": "pump", "id": "P-0"}, 422, "unknown_node"),
        ({"kind": "pump", "id": " "}, 422, "blank"),
        ("none", 422, "id"),
    ],
)
def test_what_it_cannot_be_merged_into(
    curator: Caller, into: Any, status: int, code: str
) -> None:
    no = merge(curator, into=into)
    assert (no.status_code, no.json()["code"]) == (status, code)
    assert no.json()["field"].startswith("into")


def test_the_same_merge_twice_is_refused(curator: Caller) -> None:
    merge(curator)
    no = merge(curator)
    assert (no.status_code, no.json()["code"]) == (409, "already_one")


def test_an_agent_may_not_merge(agent: Caller, curator: Caller) -> None:
    assert merge(agent).status_code == 403
