"""Disputes and conflicts over HTTP: the queue, decisions, and who comes late."""

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
from tests.memory.api.rows import retracted

pytestmark = pytest.mark.django_db
AREA = {"kind": "area", "id": "unit 3"}


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture
def curator(agent: Caller) -> Caller:
    return member_of(agent)


@pytest.fixture
def queue(agent: Caller, curator: Caller) -> list[dict[str, Any]]:
    """The disputes of a claim whose evidence is gone, and of one that rests on it."""
    told = distil(
        agent,
        conclusions=[
            conclusion(ref="a"),
            conclusion(
                predicate="located_in", object=AREA, supports=[{"conclusion": "a"}]
            ),
        ],
    )
    for claim in told["claims"]:
        accept(curator, claim)
    retracted(agent, f"/observations/{told['observations'][0]['id']}")
    return list(curator.get("/disputes").json()["items"])


def resolve(curator: Caller, dispute: dict[str, Any], **body: Any) -> Any:
    given = {"version": dispute["version"]} | body
    return curator.post(f"/disputes/{dispute['id']}/resolve", given)


def test_the_queue_is_upstream_first(
    curator: Caller, queue: list[dict[str, Any]]
) -> None:
    above, below = queue
    assert (above["rests_on"], above["downstream"]) == ([], 1)
    assert (below["rests_on"], below["downstream"]) == ([above["id"]], 0)
    assert {each["effect"] for each in queue} == {"lost"}
    assert above["confidence_before"] == pytest.approx(0.8)
    assert above["confidence_after"] == 0
    for name, found in (
        ("claim", [above]),
        ("retraction", queue),
        ("opened_by", queue),
        ("effect", queue),
        ("proposal", queue),
    ):
        items = curator.get("/disputes", **{name: above[name]}).json()["items"]
        assert items == found
    assert curator.get("/disputes", state="resolved").json()["items"] == []
    assert curator.get("/disputes", state="settled").status_code == 422
    assert curator.get(f"/disputes/{above['id']}").json() == above


def test_nothing_is_upheld_without_evidence(
    curator: Caller, queue: list[dict[str, Any]]
) -> None:
    refused = resolve(curator, queue[0], action="uphold", reason="I know it.")
    assert refused.status_code == 422
    assert refused.json()["code"] == "no_live_derivation"
    assert curator.get(f"/disputes/{queue[0]['id']}").json() == queue[0]


def test_who_comes_late_sees_the_current_state(
    curator: Caller, queue: list[dict[str, Any]]
) -> None:
    done = resolve(curator, queue[0], action="retire", reason="wrong").json()
    assert (done["state"], done["status"]) == ("resolved", "retired")
    assert done["decision"] == done["settled_by"]
    late = resolve(curator, queue[0], action="defer")
    assert (late.status_code, late.json()["code"]) == (409, "stale_version")
    assert late.json()["current"] == curator.get(f"/disputes/{queue[0]['id']}").json()
    assert late.json()["current"]["version"] == queue[0]["version"] + 1


def test_dependants_are_taken_along(
    curator: Caller, queue: list[dict[str, Any]]
) -> None:
    given = {"action": "retire", "reason": "unverifiable", "take_along": True}
    dry = resolve(curator, queue[0], dry_run=True, **given).json()
    assert (dry["along"], dry["state"]) == ([queue[1]["id"]], "open")
    assert dry["decision"] is None
    assert resolve(curator, queue[0], **given).json()["along"] == dry["along"]
    assert curator.get("/disputes").json()["items"] == []


def test_new_evidence_brings_a_claim_back(
    agent: Caller, curator: Caller, queue: list[dict[str, Any]]
) -> None:
    read = distil(agent, conclusions=[])["observations"][0]["id"]
    given = {"action": "resupport", "reason": "Seen again.", "supports": [read]}
    done = resolve(curator, queue[0], **given)
    assert done.status_code == 200, done.content
    assert agent.get(f"/claims/{queue[0]['claim']}").json()["admissible"]


def test_a_revision_makes_what_stands_now(
    agent: Caller, curator: Caller, queue: list[dict[str, Any]]
) -> None:
    text = "Line 12 runs from P-101A to V-13."
    seen = distil(agent, observations=[observation(text=text)], conclusions=[])
    read = seen["observations"][0]["id"]
    other = {"object": {"kind": "separator", "id": "V-13"}}
    done = resolve(curator, queue[0], action="revise", edit=other, supports=[read])
    assert done.status_code == 200, done.content
    stands = agent.get(f"/claims/{done.json()['stands']}").json()
    assert (stands["object"]["external_id"], stands["admissible"]) == ("V-13", True)
    assert done.json()["status"] == "superseded"


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"action": "retire", "reason": "because"}, "reason_required"),
    ({"action": "revise"}, "edit_required"),
    ({"action": "resupport"}, "no_support"),
    ({"action": "resupport", "supports": [{"conclusion": "a"}]}, "undefined_ref"),
    ({"action": "resupport", "supports": ["nothing"]}, "unknown_support"),
    ({"action": "forget"}, "unknown_value"),
    ({"action": "defer", "version": True}, "type"),
]


@pytest.mark.parametrize(("body", "code"), REFUSED)
def test_a_decision_is_whole(
    curator: Caller, queue: list[dict[str, Any]], body: dict[str, Any], code: str
) -> None:
    refused = resolve(curator, queue[0], **body)
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert curator.get("/disputes").json()["items"] == queue


def test_only_members_decide(agent: Caller, queue: list[dict[str, Any]]) -> None:
    assert resolve(agent, queue[0], action="defer").status_code == 403


def test_many_are_settled_as_they_were_counted(
    curator: Caller, queue: list[dict[str, Any]]
) -> None:
    body = {"action": "retire", "reason": "unverifiable"}
    assert curator.post("/disputes/resolve", body).json()["code"] == "expected_required"
    dry = curator.post("/disputes/resolve", body | {"dry_run": True}).json()
    assert (dry["count"], len(dry["settled"])) == (2, 2)
    assert len(curator.get("/disputes").json()["items"]) == 2
    wrong = body | {"expected": {"count": 3, "fingerprint": dry["fingerprint"]}}
    changed = curator.post("/disputes/resolve", wrong)
    assert (changed.status_code, changed.json()["code"]) == (409, "set_changed")
    assert changed.json()["count"] == 2
    expected = {name: dry[name] for name in ("count", "fingerprint")}
    done = curator.post("/disputes/resolve", body | {"expected": expected})
    assert done.json() == dry
    assert curator.get("/disputes").json()["items"] == []


def test_one_failure_spares_the_others(
    agent: Caller, curator: Caller, queue: list[dict[str, Any]]
) -> None:
    text = "P-7 feeds V-7 and nothing else."
    again = conclusion(subject={"kind": "pump", "id": "P-7"}, supports=["o1"])
    told = distil(agent, observations=[observation(text=text)], conclusions=[again])
    seen = told["observations"][0]["id"]
    concern = {"kind": "concern"}
    retracted(agent, f"/observations/{seen}", **concern)
    body = {"action": "uphold", "reason": "It stands."}
    dry = curator.post("/disputes/resolve", body | {"dry_run": True}).json()
    expected = {name: dry[name] for name in ("count", "fingerprint")}
    done = curator.post("/disputes/resolve", body | {"expected": expected}).json()
    assert {x["code"] for x in done["failures"]} == {"no_live_derivation"}
    assert {x["dispute"] for x in done["failures"]} == {x["id"] for x in queue}
    assert len(done["settled"]) == 1
    assert agent.get(f"/claims/{told['claims'][0]['id']}").json()["admissible"]


def conflicting(agent: Caller, curator: Caller) -> dict[str, Any]:
    distil(agent)
    distil(agent, conclusions=[conclusion(subject={"kind": "pump", "id": "P-104"})])
    (found,) = curator.get("/conflicts").json()["items"]
    return dict(found)


def test_a_conflict_is_shown_and_settled(agent: Caller, curator: Caller) -> None:
    found = conflicting(agent, curator)
    first, second = found["first"]["claim"], found["second"]["claim"]
    assert agent.get(f"/claims/{first}").json()["conflicts_with"] == [second]
    assert agent.get(f"/conflicts/{found['id']}").json() == found
    url = f"/conflicts/{found['id']}/settle"
    body = {"version": 1, "action": "retire", "reason": "wrong", "claim": second}
    assert agent.post(url, body).status_code == 403
    done = curator.post(url, body)
    assert done.status_code == 200, done.content
    assert (done.json()["state"], done.json()["in_force"]) == ("settled", False)
    assert done.json()["second"]["status"] == "retired"
    late = curator.post(url, body)
    assert (late.status_code, late.json()["current"]) == (409, done.json())
    assert agent.get(f"/claims/{first}").json()["conflicts_with"] == []
    assert curator.get("/conflicts").json()["items"] == []
    assert len(curator.get("/conflicts", state="settled").json()["items"]) == 1


def test_both_may_be_true_in_different_ways(agent: Caller, curator: Caller) -> None:
    found = conflicting(agent, curator)
    url, first = f"/conflicts/{found['id']}/settle", found["first"]["claim"]
    body = {"version": 1, "action": "qualify", "claim": first}
    same = curator.post(url, body | {"edit": {"text": "It fed V-12."}})
    assert (same.status_code, same.json()["code"]) == (422, "still_conflicting")
    edit = {"qualifiers": {"mode": "standby"}}
    assert curator.post(url, body | {"edit": edit}).json()["state"] == "settled"
