"""An undo brings every claim that a decision touched back to where it was."""

import datetime
from decimal import Decimal
from typing import Any

import pytest

from memory.actions.undo import LaterDecisions, undo
from memory.models import Actor, Claim, Decision, ReviewItem, StatusEvent
from memory.queries.belief import Belief
from memory.queries.beliefs import belief
from memory.queries.clock import database_now
from memory.rules.candidate import NodeName
from memory.rules.edit import Edit
from memory.rules.lifecycle import Status
from memory.rules.refused import Missing, Refused
from memory.rules.values import Number
from tests.make import NOON, known, make_agent, make_member, make_workspace
from tests.memory import claims as told
from tests.memory.actions.snapshots import in_force, snapshot
from tests.memory.claims import claim, put, states, status, tell
from tests.memory.world import World, decide

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(1)
JANUARY = "2026-01-01T00:00:00Z"
ELSEWHERE = Edit(target=NodeName("tank", "tank Z"))
ONTO_KNOWN = Edit(target=NodeName("tank", "tank B"))


@pytest.fixture
def world() -> World:
    workspace = make_workspace()
    world = World(workspace, make_agent(workspace), make_member(workspace))
    b = states("A", object={"kind": "tank", "id": "tank B"}, ref="b")
    tell(world.agent, states("A", valid_from=JANUARY), states("C"))
    tell(world.agent, b | {"subject": {"kind": "pump", "id": "pump D"}})
    return world


def back(world: World, decision: Decision) -> Decision:
    return known(
        undo(
            workspace=world.workspace,
            decision=decision.uid,
            by=Actor(member=world.member),
            now=database_now(),
        )
    )


KINDS: list[tuple[str, Edit | None, dict[str, str]]] = [
    ("accept", None, {}),
    ("reject", None, {"reason": "wrong"}),
    ("needs_evidence", None, {}),
    ("edit", Edit(text="It does feed it."), {}),
    ("edit", Edit(kappa=0.3), {}),
    ("edit", Edit(valid_to=NOON + DAY), {}),
    ("edit", Edit(valid_from=NOON, valid_to=NOON + DAY, text="Then."), {}),
    ("edit", ELSEWHERE, {}),
    ("edit", Edit(target=NodeName("tank", "tank Z"), valid_from=NOON), {}),
]


@pytest.mark.parametrize("before", ["quarantined", "admissible", "disputed"])
@pytest.mark.parametrize(("kind", "edit", "more"), KINDS)
def test_undo_and_redo(
    world: World, kind: str, edit: Edit | None, more: dict[str, str], before: str
) -> None:
    found = claim(world.workspace, "A")
    if before != "quarantined":
        put(found, Status(before))
    if (kind, before) == ("accept", "disputed"):
        return
    first, forces = snapshot(world.workspace), in_force()[1]
    decision = known(decide(world, found, kind, edit, **more).decision)
    second = snapshot(world.workspace)
    undone = back(world, decision)
    third = snapshot(world.workspace)
    assert {uid: third[uid] for uid in first} == first
    assert in_force()[1] == forces
    back(world, undone)
    assert snapshot(world.workspace) == second
    assert told.statuses_follow_events()


@pytest.mark.parametrize("edit", [Edit(valid_to=NOON), ELSEWHERE])
def test_undo_where_no_validity_was_stated(world: World, edit: Edit) -> None:
    found = claim(world.workspace, "C")
    first = snapshot(world.workspace)
    decision = known(decide(world, found, "edit", edit).decision)
    back(world, decision)
    third = snapshot(world.workspace)
    assert {uid: third[uid] for uid in first} == first
    assert seen_of(found).validity == ()


@pytest.mark.parametrize("before", ["quarantined", "admissible"])
def test_undo_of_an_edit_onto_a_known_claim(world: World, before: str) -> None:
    tell(world.agent, states("A", object={"kind": "tank", "id": "tank B"}, ref="x"))
    found = seen_claim(world)
    if before != "quarantined":
        put(found, Status(before))
    first = snapshot(world.workspace)
    decision = known(decide(world, found, "edit", ONTO_KNOWN).decision)
    second = snapshot(world.workspace)
    undone = back(world, decision)
    assert snapshot(world.workspace) == first
    back(world, undone)
    assert snapshot(world.workspace) == second


def seen_of(found: Claim) -> Belief:
    return belief(found.workspace, found.uid)


def seen_claim(world: World) -> Any:
    rows = world.workspace.claim_set.select_related("state")
    return rows.get(object__external_id="tank A")


def test_a_claim_that_an_undone_edit_made_has_no_evidence(world: World) -> None:
    made = decide(world, claim(world.workspace, "C"), "edit", ELSEWHERE)
    back(world, known(made.decision))
    made.claim.state.refresh_from_db()
    assert made.claim.state.status == "unverified"
    assert not ReviewItem.objects.filter(claim=made.claim).exists()


def test_edits_are_undone_one_after_the_other(world: World) -> None:
    found = claim(world.workspace, "A")
    shots = [snapshot(world.workspace)]
    made = []
    for text in ("One.", "Two.", "Three."):
        edit = Edit(text=text, kappa=0.5)
        made.append(known(decide(world, found, "edit", edit).decision))
        shots.append(snapshot(world.workspace))
    for decision, shot in zip(made[::-1], shots[-2::-1], strict=True):
        back(world, decision)
        assert snapshot(world.workspace) == shot


def test_only_the_latest_decision_is_undone(world: World) -> None:
    found = claim(world.workspace, "A")
    first = known(decide(world, found, "needs_evidence").decision)
    second = known(decide(world, found, "accept").decision)
    decide(world, claim(world.workspace, "C"), "accept")
    with pytest.raises(LaterDecisions) as refusal:
        back(world, first)
    assert refusal.value.decisions == [second.uid]
    third = back(world, second)
    with pytest.raises(LaterDecisions) as refusal:
        back(world, second)
    assert refusal.value.decisions == [third.uid]
    back(world, first)
    assert status(world.workspace, "A") == "quarantined"
    with pytest.raises(LaterDecisions):
        back(world, third)


def test_an_undo_is_a_decision_with_its_author(world: World) -> None:
    found = claim(world.workspace, "A")
    version = found.state.version
    decision = known(decide(world, found, "accept").decision)
    undone = back(world, decision)
    assert (undone.undoes_id, undone.by_member) == (decision.pk, world.member)
    found.state.refresh_from_db()
    assert found.state.version == version + 2
    events = StatusEvent.objects.filter(claim=found).order_by("id")
    assert [row.after for row in events] == ["quarantined", "admissible", "quarantined"]


def test_what_nobody_decided_is_not_undone(world: World) -> None:
    admitted = Decision.objects.filter(action="admit").first()
    assert admitted is not None
    with pytest.raises(Refused) as refusal:
        back(world, admitted)
    assert refusal.value.code == "not_undoable"


def test_another_workspace_has_no_such_decision(world: World) -> None:
    decision = known(decide(world, claim(world.workspace, "A"), "accept").decision)
    other = make_workspace()
    with pytest.raises(Missing):
        back(World(other, world.agent, make_member(other)), decision)


def test_a_number_is_edited_and_comes_back(world: World) -> None:
    value = {"value": {"number": "12", "unit": "bar"}, "object": None}
    tell(world.agent, states("P", predicate="has_pressure", **value))
    found = claim(world.workspace, "P")
    first = snapshot(world.workspace)
    edited = decide(world, found, "edit", Edit(target=Number(Decimal("12"), "kPa")))
    assert edited.claim.pk != found.pk
    back(world, known(edited.decision))
    third = snapshot(world.workspace)
    assert {uid: third[uid] for uid in first} == first
