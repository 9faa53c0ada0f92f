"""Collisions: what meets what, over which path, when it ends, what people say of it."""

from typing import Any

import pytest
from django.test import override_settings

from memory.models import Event, Observation
from tension.models import Collision, Tension
from tests.memory.api.calls import distil, observation
from tests.memory.api.rows import retracted
from tests.tension.plant import Plant, edge, thing


@pytest.fixture
def row(plant: Plant) -> Tension:
    """Why P-104 was never commissioned; P-104 is in train 2, which is in hall B."""
    plant.link("P-104", "train 2")
    plant.link("train 2", "hall B")
    return plant.raise_("Why was P-104 never commissioned?", "P-104")


def names(plant: Plant, found: dict[str, Any]) -> list[str]:
    told = [plant.agent.get(f"/nodes/{uid}").json() for uid in found["path"]]
    return [each["external_id"] for each in told]


def of(plant: Plant, claim: Any) -> list[dict[str, Any]]:
    """The collisions that a claim triggered."""
    return [x for x in plant.collisions() if x["trigger"]["id"] == str(claim.uid)]


def test_two_hops_away_is_near_and_three_is_not(plant: Plant, row: Tension) -> None:
    near = plant.link("hall B", "record 7", believed=False)
    (found,) = of(plant, near)
    assert found["trigger"]["kind"] == "claim"
    assert (found["distance"], found["state"]) == (2, "new")
    assert names(plant, found) == ["hall B", "train 2", "P-104"]
    assert found["surfaced_before"] is False
    told = Event.objects.get(kind="collision_found", subject_uid=found["id"])
    assert told.workspace_id == row.workspace_id
    plant.link("hall B", "site")
    assert of(plant, plant.link("site", "record 8", believed=False)) == []


def test_one_collision_whatever_the_number_of_paths(plant: Plant, row: Tension) -> None:
    plant.link("P-104", "train 3")
    plant.link("train 3", "hall B")
    near = plant.link("hall B", "record 7", believed=False)
    (found,) = of(plant, near)
    # Retract the way that it leads: it goes another way. The other: withdrawn.
    for middle, state in (("train 2", "new"), ("train 3", "withdrawn")):
        seen = Observation.objects.get(
            supports__claim__subject=plant.node(middle),
            supports__claim__object=plant.node("hall B"),
        )
        retracted(plant.agent, f"/observations/{seen.uid}")
        (found,) = of(plant, near)
        assert found["state"] == state
    assert names(plant, found) == ["hall B", "train 3", "P-104"]


def test_a_claim_that_is_not_believed_leads_nowhere(plant: Plant) -> None:
    plant.link("P-104", "train 2", believed=False)
    plant.raise_("Why was P-104 never commissioned?", "P-104")
    assert of(plant, plant.link("train 2", "record 7", believed=False)) == []


@override_settings(WARRANT_HUB_DEGREE=5)
def test_a_hub_is_no_stepping_stone(plant: Plant, row: Tension) -> None:
    near = plant.link("hall B", "record 7", believed=False)
    assert [each["state"] for each in of(plant, near)] == ["new"]
    for number in range(3):
        plant.link(f"X-{number}", "train 2")
    assert [each["state"] for each in of(plant, near)] == ["withdrawn"]
    assert of(plant, plant.link("hall B", "record 8", believed=False)) == []
    # A hub is still met where it is an anchor itself.
    at = plant.raise_("What is train 2 for?", "train 2")
    met = of(plant, plant.link("hall B", "record 9", believed=False))
    assert [(each["tension"], each["distance"]) for each in met] == [(str(at.uid), 1)]
    assert met[0]["hub_degree"] == 5


def test_a_closed_episode_meets_by_what_it_asks(plant: Plant, row: Tension) -> None:
    left = {"kind": "question", "text": "Is it in use?", "about": [thing("hall B")]}
    told = distil(
        plant.agent,
        observations=[observation(text="Nothing was found.")],
        conclusions=[],
        residue=[left],
    )
    found = [x for x in plant.collisions() if x["trigger"]["kind"] == "episode"]
    assert [(x["tension"], x["trigger"]["id"]) for x in found] == [
        (str(row.uid), told["id"])
    ]


def test_what_an_episode_asked_does_not_meet_its_own_claims(plant: Plant) -> None:
    left = {"kind": "question", "text": "Why?", "about": [thing("P-104")]}
    distil(plant.agent, conclusions=[edge("P-104", "train 2")], residue=[left])
    assert plant.collisions() == []


def test_it_says_whether_the_tension_had_been_surfaced(
    plant: Plant, row: Tension
) -> None:
    before = plant.link("P-104", "record 6", believed=False)
    plant.agent.post("/tensions/surface", {"nodes": [thing("train 2")]})
    after = plant.link("P-104", "record 7", believed=False)
    assert [x["surfaced_before"] for x in of(plant, before)] == [False]
    assert [x["surfaced_before"] for x in of(plant, after)] == [True]


def judge(plant: Plant, found: dict[str, Any], verdict: str, **more: Any) -> Any:
    body = {"version": found["version"], "verdict": verdict} | more
    return plant.curator.post(f"/collisions/{found['id']}/verdict", body)


def test_a_verdict_is_kept_and_taken_back(plant: Plant, row: Tension) -> None:
    near = plant.link("hall B", "record 7")
    (found,) = of(plant, near)
    reply = judge(plant, found, "productive", finding=str(near.uid), note="at last")
    told = reply.json()
    assert (told["state"], told["finding"], told["version"]) == (
        "productive",
        str(near.uid),
        2,
    )
    assert judge(plant, found, "coincidental").status_code == 409
    history = plant.agent.get(f"/tensions/{row.uid}").json()
    assert history["history"][-1]["act"] == "judge"
    assert history["version"] == 1
    assert judge(plant, told, "new").json()["state"] == "new"


def test_what_was_judged_stays_judged(plant: Plant, row: Tension) -> None:
    near = plant.link("hall B", "record 7")
    (found,) = of(plant, near)
    judge(plant, found, "productive")
    seen = Observation.objects.get(supports__claim__subject=plant.node("train 2"))
    retracted(plant.agent, f"/observations/{seen.uid}")
    assert [each["state"] for each in of(plant, near)] == ["productive"]


def test_a_verdict_that_makes_no_sense_is_refused(plant: Plant, row: Tension) -> None:
    near = plant.link("hall B", "record 7")
    (found,) = of(plant, near)
    for given, code in (
        ({"verdict": "perhaps"}, "unknown_value"),
        ({"verdict": "coincidental", "finding": str(near.uid)}, "finding_of_nothing"),
        ({"verdict": "productive", "finding": found["id"]}, "unknown_claim"),
    ):
        reply = judge(plant, found, **given)
        assert (reply.status_code, reply.json()["code"]) == (422, code)
    assert Collision.objects.get().state == "new"


def test_the_share_of_productive_ones_is_told(plant: Plant, row: Tension) -> None:
    for number, verdict in enumerate(["productive", "coincidental", "productive"]):
        near = plant.link("hall B", f"record {number}", believed=False)
        judge(plant, of(plant, near)[0], verdict)
    told = plant.agent.get("/collisions/shares").json()["items"]
    assert [(x["distance"], x["judged"], x["productive"]) for x in told] == [(2, 3, 2)]
