"""Erasure and holds over the API: foretold, carried out, certified, and by whom."""

import uuid
from typing import Any

import pytest

from memory.api.rate import connection as broker
from memory.models import (
    Claim,
    Decision,
    Episode,
    Erasure,
    Node,
    Observation,
    ObservationText,
)
from tests.memory.api.calls import (
    Caller,
    agent_caller,
    conclusion,
    distil,
    member_of,
    observation,
)
from tests.memory.api.document import operations

pytestmark = pytest.mark.django_db
REASON = "Asked for by the person."


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture
def told(agent: Caller) -> dict[str, Any]:
    return distil(agent)


def seen(told: dict[str, Any]) -> dict[str, str]:
    return {"observation": told["observations"][0]["id"], "reason": REASON}


def test_a_dry_run_foretells_and_changes_nothing(
    agent: Caller, told: dict[str, Any]
) -> None:
    admin = member_of(agent, role="admin")
    first = admin.post("/erasures", seen(told) | {"dry_run": True})
    assert first.status_code == 200
    assert (first.json()["erasure"], first.json()["created"]) == (None, False)
    assert first.json()["affected"][0]["claim"] == told["claims"][0]["id"]
    assert not Erasure.objects.exists()
    assert ObservationText.objects.get().state == "live"
    done = admin.post("/erasures", seen(told))
    assert done.status_code == 201
    for same in ("counts", "effects"):
        assert done.json()[same] == first.json()[same]
    assert done.json()["effects"]["lost"] == 1
    assert ObservationText.objects.get().state == "erased"


def test_the_certificate_says_how_much_and_nothing_else(
    agent: Caller, told: dict[str, Any]
) -> None:
    admin = member_of(agent, role="admin")
    done = admin.post("/erasures", seen(told)).json()["erasure"]
    found = agent.get(f"/erasures/{done['id']}").json()
    assert found == done == agent.get("/erasures").json()["items"][0]
    assert (found["observations"], found["reason"]) == (1, REASON)
    assert found["counts"]["observations"] == 1
    again = admin.post("/erasures", seen(told))
    assert (again.status_code, again.json()["created"]) == (200, False)
    assert again.json()["erasure"] == done


def test_a_node_is_erased_with_all_about_it(
    agent: Caller, told: dict[str, Any]
) -> None:
    admin = member_of(agent, role="admin")
    node = told["claims"][0]["subject"]["id"]
    done = admin.post("/erasures", {"node": node, "reason": REASON})
    assert done.status_code == 201
    after = done.json()["erasure"]["node"]
    assert after != node
    assert agent.get(f"/nodes/{node}").status_code == 404
    assert agent.get(f"/nodes/{after}").json()["kind"] == "erased"


@pytest.mark.parametrize("body", [{}, {"observation": "x", "node": "y"}])
def test_one_thing_is_erased_at_a_time(agent: Caller, body: dict[str, str]) -> None:
    given = {name: str(uuid.uuid4()) for name in body} | {"reason": REASON}
    refused = member_of(agent, role="admin").post("/erasures", given)
    assert (refused.status_code, refused.json()["code"]) == (422, "target_required")


@pytest.mark.parametrize("role", ["viewer", "curator", "lead"])
def test_only_an_admin_erases(agent: Caller, told: dict[str, Any], role: str) -> None:
    refused = member_of(agent, role=role).post("/erasures", seen(told))
    assert refused.status_code == 403
    assert agent.post("/erasures", seen(told)).status_code == 403
    assert ObservationText.objects.get().state == "live"


def test_what_is_held_until_it_is_let_go(agent: Caller, told: dict[str, Any]) -> None:
    curator = member_of(agent)
    uid = told["observations"][0]["id"]
    held = curator.post("/holds", {"observations": [uid]})
    assert held.status_code == 201
    assert agent.get("/holds").json()["items"] == held.json()["items"]
    holder = held.json()["holder"]
    assert curator.post(f"/holds/{holder}/release", {}).json()["released"] == 1
    assert curator.post(f"/holds/{holder}/release", {}).status_code == 404
    assert agent.get("/holds").json()["items"] == []


def test_who_may_not_hold(agent: Caller, told: dict[str, Any]) -> None:
    body = {"observations": [told["observations"][0]["id"]]}
    assert agent.post("/holds", body).status_code == 403
    assert member_of(agent, role="viewer").post("/holds", body).status_code == 403


def test_nothing_is_held_where_the_text_is_gone(
    agent: Caller, told: dict[str, Any]
) -> None:
    admin = member_of(agent, role="admin")
    admin.post("/erasures", seen(told))
    uid = Observation.objects.get().uid
    refused = admin.post("/holds", {"observations": [str(uid)]})
    assert (refused.status_code, refused.json()["code"]) == (409, "text_gone")


CANARY = "Quetzalcoatl"


def in_broker() -> str:
    """Everything that the broker holds, whatever its type."""
    held = broker()
    read: list[Any] = []
    for key in held.scan_iter():
        match held.type(key):
            case b"string":
                read.append(held.get(key))
            case b"list":
                read += held.lrange(key, 0, -1)
            case b"set":
                read += held.smembers(key)
            case b"zset":
                read += held.zrange(key, 0, -1)
            case b"hash":
                read += [x for pair in held.hgetall(key).items() for x in pair]
            case other:
                raise AssertionError(f"{key!r} is {other!r}")
    return repr(read)


def everything(reader: Caller) -> dict[str, str]:
    """What every address that is read says, of every row there is."""
    named = {
        "claims": Claim.objects,
        "decisions": Decision.objects,
        "episodes": Episode.objects,
        "nodes": Node.objects,
        "erasures": Erasure.objects,
    }
    found = {}
    for method, path, _ in operations():
        kind = path.split("/")[1]
        if method != "get" or ("{" in path and kind not in named):
            continue
        uids = named[kind].values_list("uid", flat=True) if "{" in path else [""]
        for uid in uids:
            url = path.replace("{uid}", str(uid))
            found[url] = reader.get(url).content.decode()
    return found


def test_nothing_is_told_of_it_anywhere_afterwards(agent: Caller) -> None:
    told = distil(
        agent,
        external_id=f"talk with {CANARY}",
        task=f"Ask {CANARY}.",
        observations=[observation(text=f"{CANARY} runs P-101A.", locator=CANARY)],
        conclusions=[
            conclusion(subject={"kind": "person", "id": CANARY}, text=f"{CANARY} runs")
        ],
    )
    admin = member_of(agent, role="admin")
    said = {url for url, told in everything(admin).items() if CANARY in told}
    assert len(said) >= 5
    node = told["claims"][0]["subject"]["id"]
    assert admin.post("/erasures", {"node": node, "reason": REASON}).status_code == 201
    left = {url: told for url, told in everything(admin).items() if CANARY in told}
    assert left == {}
    assert node not in "".join(everything(admin).values())
    assert CANARY not in in_broker()
    found = admin.post("/search", {"query": CANARY}).json()
    assert found["items"] == []
