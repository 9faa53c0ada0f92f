"""How tensions come to be: by agents and people, residue, conflicts, disputes."""

from typing import Any

import pytest

from memory.models import Claim, Residue
from tension.models import Tension
from tests.memory.api.calls import agent_caller, conclusion, distil, observation
from tests.memory.api.rows import retracted
from tests.settled import listen
from tests.tension.plant import Plant, thing

QUESTION = {"kind": "question", "text": "Why was P-104 never commissioned?"}


def test_an_agent_raises_one_about_what_the_store_knows(plant: Plant) -> None:
    claim = plant.link("P-104", "train 2")
    about = [thing("P-104"), {"claim": str(claim.uid)}]
    body = QUESTION | {"why": "It was paid for.", "about": about}
    told = plant.agent.post("/tensions", body).json()
    assert (told["kind"], told["text"], told["why"], told["state"]) == (
        "question",
        "Why was P-104 never commissioned?",
        "It was paid for.",
        "open",
    )
    assert (told["origin"], told["version"], told["owner"]) == (
        "agent",
        1,
        plant.curator.owner.name,
    )
    anchors = {(each["external_id"], each["claim"]) for each in told["about"]}
    uid = str(claim.uid)
    assert anchors == {("P-104", None), ("P-104", uid), ("train 2", uid)}
    found = plant.agent.get(f"/tensions/{told['id']}").json()
    assert [each["act"] for each in found["history"]] == ["raise"]


def test_what_it_is_about_must_be_known_here(plant: Plant) -> None:
    other = agent_caller()
    foreign = distil(other)["claims"][0]["id"]
    for about, code in (
        (thing("P-9"), "unknown_node"),
        ({"claim": foreign}, "unknown_claim"),
    ):
        reply = plant.agent.post("/tensions", QUESTION | {"about": [about]})
        refused = reply.json()
        assert (reply.status_code, refused["code"], refused["field"]) == (
            422,
            code,
            "about",
        )
    assert not Tension.objects.exists()


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"kind": "doubt"}, "unknown_value", "kind"),
        ({"text": " "}, "blank", "text"),
        ({"text": "x" * 4001}, "too_long", "text"),
        ({"about": [{"claim": "x"}]}, "id", "about.0"),
        ({"weight": 5}, "extra_forbidden", "weight"),
        ({"about": [{}]}, "missing", "about.0"),
    ],
)
def test_a_field_is_refused_by_name(
    plant: Plant, change: dict[str, Any], code: str, field: str
) -> None:
    refused = plant.agent.post("/tensions", QUESTION | change).json()
    assert refused["code"] == code
    assert refused["field"].startswith(field)


def test_residue_becomes_one_tension(plant: Plant) -> None:
    left = {"kind": "question", "text": QUESTION["text"], "about": [thing("P-104")]}
    told = distil(plant.agent, residue=[left])
    for _ in range(2):
        listen()
    row = Tension.objects.get()
    assert (row.kind, row.statement) == ("question", QUESTION["text"])
    assert str(row.episode.uid if row.episode else "") == told["id"]
    assert row.origin_uid == Residue.objects.get().uid
    assert [each.node.external_id for each in row.anchors.all()] == ["P-104"]
    assert row.by_agent == plant.agent.owner


def contradict(plant: Plant) -> list[Claim]:
    """Two pumps feed one separator, where one may."""
    distil(plant.agent)
    distil(plant.agent, conclusions=[conclusion(subject=thing("P-104"))])
    return list(Claim.objects.order_by("pk"))


def test_a_conflict_becomes_one_and_closes_with_it(plant: Plant) -> None:
    claims = contradict(plant)
    listen()
    row = Tension.objects.get()
    assert (row.kind, row.origin) == ("contradiction", "conflict")
    assert row.statement == (
        "Both cannot hold: P-101A feeds V-12, and P-104 feeds V-12."
    )
    assert {each.claim for each in row.anchors.all()} == set(claims)
    conflict = plant.curator.get("/conflicts").json()["items"][0]
    settled = plant.curator.post(
        f"/conflicts/{conflict['id']}/settle",
        {"version": 1, "action": "retire", "claim": str(claims[0].uid),
         "reason": "wrong"},
    )  # fmt: skip
    assert settled.status_code == 200, settled.content
    listen()
    row.refresh_from_db()
    assert (row.state, row.answer) == ("answered", claims[1])
    decision = plant.curator.get("/decisions").json()["items"][0]["id"]
    assert plant.curator.post(f"/decisions/{decision}/undo", {}).status_code == 200
    listen()
    row.refresh_from_db()
    assert (row.state, row.answer) == ("open", None)


def test_a_deferred_dispute_becomes_one(plant: Plant) -> None:
    told = distil(plant.agent, observations=[observation()], conclusions=[conclusion()])
    retracted(plant.agent, f"/observations/{told['observations'][0]['id']}")
    dispute = plant.curator.get("/disputes").json()["items"][0]
    body = {"version": dispute["version"], "action": "defer", "reason": "later"}
    reply = plant.curator.post(f"/disputes/{dispute['id']}/resolve", body)
    assert reply.status_code == 200, reply.content
    listen()
    row = Tension.objects.get()
    assert (row.kind, row.origin) == ("question", "dispute")
    assert row.statement == "Does it still hold that P-101A feeds V-12?"


def test_near_identical_ones_are_suggested_not_merged(plant: Plant) -> None:
    plant.link("P-104", "train 2")
    one = plant.raise_("Why was P-104 never commissioned?", "P-104")
    other = plant.raise_("Why was pump P-104 never commissioned?", "P-104")
    third = plant.raise_("Who bought P-104?", "P-104")
    told = plant.agent.get(f"/tensions/{other.uid}").json()
    assert told["near_identical"] == [str(one.uid)]
    assert plant.agent.get(f"/tensions/{third.uid}").json()["near_identical"] == []
    assert set(Tension.objects.values_list("state", flat=True)) == {"open"}
