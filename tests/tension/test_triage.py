"""Triage: each verb, its undoing, and everything that is refused."""

import datetime
from typing import Any

import pytest

from memory.models import Observation
from tension.models import Tension
from tests.make import make_member
from tests.memory.api.calls import Caller, agent_caller, member_of
from tests.memory.api.rows import retracted
from tests.settled import listen
from tests.tension.plant import Plant, state_of

LATER = "2126-01-01T00:00:00Z"


@pytest.fixture
def row(plant: Plant) -> Tension:
    """An open question about P-104."""
    plant.link("P-104", "train 2")
    return plant.raise_("Why was P-104 never commissioned?", "P-104")


@pytest.fixture
def other(plant: Plant, row: Tension) -> Tension:
    """Another one about it."""
    return plant.raise_("Who bought P-104?", "P-104")


def undo(plant: Plant, row: Tension) -> str:
    reply = plant.triage(row, "undo")
    assert reply.status_code == 200, reply.content
    return str(reply.json()["state"])


def test_an_answer_is_a_claim_that_stands(plant: Plant, row: Tension) -> None:
    claim = plant.link("P-104", "spares")
    told = plant.triage(row, "answer", claim=str(claim.uid)).json()
    assert (told["state"], told["answer"]) == ("answered", str(claim.uid))
    assert undo(plant, row) == "open"
    row.refresh_from_db()
    assert row.answer is None
    # Undoing the undoing answers it again.
    assert undo(plant, row) == "answered"


def test_without_support_nothing_is_answered(plant: Plant, row: Tension) -> None:
    claim = plant.link("P-104", "spares")
    seen = Observation.objects.get(supports__claim=claim)
    retracted(plant.agent, f"/observations/{seen.uid}")
    reply = plant.triage(row, "answer", claim=str(claim.uid))
    told = reply.json()
    assert (reply.status_code, told["code"], told["field"]) == (
        422,
        "no_support",
        "claim",
    )
    assert state_of(row) == "open"


def test_what_an_answer_rested_on_opens_it_again(plant: Plant, row: Tension) -> None:
    claim = plant.link("P-104", "spares")
    plant.triage(row, "answer", claim=str(claim.uid))
    seen = Observation.objects.get(supports__claim=claim)
    retracted(plant.agent, f"/observations/{seen.uid}")
    listen()
    assert state_of(row) == "open"
    last = plant.agent.get(f"/tensions/{row.uid}").json()["history"][-1]
    assert (last["act"], last["by"]) == ("reopen", "the answer fell")


def test_merged_ones_follow_and_part_again(
    plant: Plant, row: Tension, other: Tension
) -> None:
    third = plant.raise_("When was P-104 bought?", "P-104")
    assert plant.triage(row, "merge", into=str(other.uid)).json()["state"] == "merged"
    assert plant.triage(other, "merge", into=str(third.uid)).status_code == 200
    row.refresh_from_db()
    assert row.into == third
    assert undo(plant, other) == "open"
    row.refresh_from_db()
    assert row.into == other


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"action": "snooze", "until": "2020-01-01T00:00:00Z"}, "in_the_past"),
        ({"action": "snooze"}, "until_required"),
        ({"action": "drop"}, "reason_required"),
        ({"action": "merge"}, "missing"),
        ({"action": "answer"}, "missing"),
        ({"action": "undo"}, "not_undoable"),
        ({"action": "forget"}, "unknown_value"),
    ],
)
def test_what_lacks_something_is_refused(
    plant: Plant, row: Tension, given: dict[str, Any], code: str
) -> None:
    reply = plant.triage(row, **given)
    assert (reply.status_code, reply.json()["code"]) == (422, code)
    row.refresh_from_db()
    assert (row.state, row.version) == ("open", 1)


def test_a_tension_merges_into_an_open_other_one_only(
    plant: Plant, row: Tension, other: Tension
) -> None:
    foreign = agent_caller()
    unknown = foreign.post("/tensions", {"kind": "question", "text": "?", "about": []})
    for into, code in (
        (str(row.uid), "same_tension"),
        (unknown.json()["id"], "unknown_tension"),
    ):
        reply = plant.triage(row, "merge", into=into)
        assert (reply.status_code, reply.json()["code"]) == (422, code)
    assert plant.triage(row, "merge", into=str(other.uid)).status_code == 200
    # In a circle: back into what was merged into it.
    reply = plant.triage(other, "merge", into=str(row.uid))
    assert (reply.status_code, reply.json()["code"]) == (422, "merged_away")
    assert (state_of(row), state_of(other)) == ("merged", "open")


def test_an_old_version_is_refused_and_shown_the_new_one(
    plant: Plant, row: Tension
) -> None:
    plant.triage(row, "escalate")
    stale = {"version": 1, "action": "drop", "note": "done"}
    reply = plant.curator.post(f"/tensions/{row.uid}/triage", stale)
    told = reply.json()
    assert (reply.status_code, told["code"]) == (409, "stale_version")
    assert (told["current"]["version"], told["current"]["weight"]) == (2, 5)
    assert state_of(row) == "open"


def test_what_is_closed_is_not_triaged(plant: Plant, row: Tension) -> None:
    plant.triage(row, "drop", note="nobody asks any more")
    reply = plant.triage(row, "keep")
    assert (reply.status_code, reply.json()["code"]) == (422, "wrong_state")


def test_a_snooze_ends_at_its_date(plant: Plant, row: Tension) -> None:
    told = plant.triage(row, "snooze", until=LATER, note="after the audit").json()
    assert (told["state"], told["until"]) == ("snoozed", LATER)
    listen()
    assert state_of(row) == "snoozed"
    past = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    Tension.objects.filter(pk=row.pk).update(snoozed_until=past)
    listen()
    assert state_of(row) == "open"


def test_new_material_ends_a_snooze(plant: Plant, row: Tension) -> None:
    plant.triage(row, "snooze", until_new_material=True)
    plant.link("P-9", "train 9")
    listen()
    assert state_of(row) == "snoozed"
    plant.link("P-104", "stores", believed=False)
    listen()
    assert state_of(row) == "open"
    history = plant.agent.get(f"/tensions/{row.uid}").json()["history"]
    assert [each["act"] for each in history] == ["raise", "snooze", "wake"]
    assert history[-1]["by"] == "new material"


def test_findings_are_linked_and_unlinked(plant: Plant, row: Tension) -> None:
    claim = plant.link("P-104", "stores")
    assert plant.triage(row, "link", claim=str(claim.uid)).json()["state"] == "open"
    told = plant.agent.get(f"/tensions/{row.uid}").json()
    assert told["findings"] == [str(claim.uid)]
    undo(plant, row)
    assert plant.agent.get(f"/tensions/{row.uid}").json()["findings"] == []


def test_the_rota_shares_out_and_leads_take_what_is_escalated(
    plant: Plant, row: Tension
) -> None:
    second = make_member(plant.workspace)
    lead = make_member(plant.workspace, role="lead")
    make_member(plant.workspace, role="viewer")
    owners = [plant.raise_(f"Question {n}?", "P-104").owner for n in range(2)]
    assert owners == [second, lead]
    plant.triage(row, "escalate")
    row.refresh_from_db()
    assert (row.owner, row.escalated, row.weight) == (lead, True, 5)
    reply = plant.triage(row, "assign", owner=str(second.uid))
    assert reply.json()["owner"] == second.name
    assert undo(plant, row) == "open"
    row.refresh_from_db()
    assert row.owner == lead


def test_an_agent_triages_nothing(plant: Plant, row: Tension) -> None:
    body = {"version": 1, "action": "keep"}
    assert plant.agent.post(f"/tensions/{row.uid}/triage", body).status_code == 403
    viewer: Caller = member_of(plant.agent, role="viewer")
    assert viewer.post(f"/tensions/{row.uid}/triage", body).status_code == 403
