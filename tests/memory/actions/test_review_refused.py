"""A verdict that the rules refuse changes nothing."""

import datetime
import uuid

import pytest

from memory.actions.review import StaleVersion, Verdict, review
from memory.models import (
    Actor,
    Claim,
    Decision,
    Quarantine,
    ReviewItem,
)
from memory.queries.clock import database_now
from memory.rules.candidate import NodeName
from memory.rules.edit import Edit
from memory.rules.lifecycle import Status
from memory.rules.refused import Missing, Refused
from tests.make import NOON, make_agent, make_member, make_workspace
from tests.memory.claims import (
    claim,
    lose,
    put,
    states,
    statuses_follow_events,
    tell,
)
from tests.memory.world import World, decide

pytestmark = pytest.mark.django_db
TANK_Z = NodeName("tank", "tank Z")
ELSEWHERE = Edit(target=TANK_Z)


@pytest.fixture
def world() -> World:
    workspace = make_workspace()
    return World(workspace, make_agent(workspace), make_member(workspace))


@pytest.fixture
def found(world: World) -> Claim:
    tell(world.agent, states("A"))
    return claim(world.workspace, "A")


def claim_status(found: Claim) -> str:
    found.state.refresh_from_db()
    return found.state.status


@pytest.mark.parametrize(
    ("kind", "more", "edit", "code"),
    [
        ("approve", {}, None, "unknown_verdict"),
        ("reject", {}, None, "reason_required"),
        ("reject", {"reason": "dislike"}, None, "reason_required"),
        ("edit", {}, None, "edit_required"),
        ("edit", {}, Edit(), "edit_required"),
        ("edit", {}, Edit(target=NodeName("Separator", "tank  A")), "edit_required"),
        ("edit", {}, Edit(target=uuid.UUID(int=5)), "unknown_node"),
        ("edit", {}, Edit(kappa=1.5), "confidence_out_of_range"),
        (
            "edit",
            {},
            Edit(text="No.", derivation=uuid.UUID(int=5)),
            "no_live_derivation",
        ),
        (
            "edit",
            {},
            Edit(valid_from=NOON, valid_to=NOON - datetime.timedelta(1)),
            "range",
        ),
        ("accept", {}, ELSEWHERE, "edit_required"),
    ],
)
def test_refused_verdict_changes_nothing(
    world: World,
    found: Claim,
    kind: str,
    more: dict[str, str],
    edit: Edit | None,
    code: str,
) -> None:
    before = Decision.objects.count()
    with pytest.raises(Refused) as refusal:
        decide(world, found, kind, edit, **more)
    assert refusal.value.code == code
    assert Decision.objects.count() == before
    assert claim_status(found) == "quarantined"
    assert ReviewItem.objects.count() == Quarantine.objects.count() == 1


@pytest.mark.parametrize("ended", [Status.retired, Status.superseded])
@pytest.mark.parametrize(
    ("kind", "edit"),
    [
        ("accept", None),
        ("reject", None),
        ("needs_evidence", None),
        ("edit", Edit(text="No.")),
        ("edit", ELSEWHERE),
    ],
)
def test_what_has_ended_is_judged_no_more(
    world: World, found: Claim, kind: str, edit: Edit | None, ended: Status
) -> None:
    put(found, ended)
    reason = {"reason": "wrong"} if kind == "reject" else {}
    with pytest.raises(Refused) as refusal:
        decide(world, found, kind, edit, **reason)
    assert refusal.value.code == "wrong_status"
    assert Claim.objects.count() == 1


@pytest.mark.parametrize("status", [Status.disputed, Status.unverified])
def test_only_a_dispute_settles_a_dispute(
    world: World, found: Claim, status: Status
) -> None:
    put(found, status)
    with pytest.raises(Refused) as refusal:
        decide(world, found, "accept")
    assert refusal.value.code == "wrong_status"


def test_nothing_is_accepted_without_live_evidence(world: World) -> None:
    episode = tell(world.agent, states("A"))
    lose(episode)
    found = claim(world.workspace, "A")
    for kind, edit in (("accept", None), ("edit", Edit(text="Still."))):
        with pytest.raises(Refused) as refusal:
            decide(world, found, kind, edit)
        assert refusal.value.code == "no_live_derivation"


def test_an_edit_to_a_refused_statement_is_refused(world: World, found: Claim) -> None:
    made = decide(world, found, "edit", ELSEWHERE).claim
    decide(world, made, "reject", reason="wrong")
    tell(world.agent, states("A", object={"kind": "tank", "id": "tank Y"}))
    other = Claim.objects.get(object__external_id="tank Y")
    with pytest.raises(Refused) as refusal:
        decide(world, other, "edit", ELSEWHERE)
    assert refusal.value.code == "rejected_before"


def test_an_edit_may_not_close_a_cycle(world: World, found: Claim) -> None:
    tell(world.agent, states("B", found))
    put(claim(world.workspace, "B"), Status.admissible)
    tell(world.agent, states("A", claim(world.workspace, "B")))
    onto = {"subject": {"kind": "pump", "id": "pump B"}}
    tell(world.agent, states("X", claim(world.workspace, "B"), **onto))
    other = Claim.objects.get(object__external_id="tank X")
    with pytest.raises(Refused) as refusal:
        decide(world, other, "edit", Edit(target=NodeName("separator", "tank B")))
    assert refusal.value.code == "cycle"
    assert statuses_follow_events()


def test_a_stale_version_is_refused(world: World, found: Claim) -> None:
    tell(world.agent, states("A"))
    with pytest.raises(StaleVersion) as refusal:
        review(
            workspace=world.workspace,
            claim=found.uid,
            verdict=Verdict("accept", 1),
            by=Actor(member=world.member),
            now=database_now(),
        )
    assert refusal.value.version == 2
    assert claim_status(found) == "quarantined"


def test_another_workspace_has_no_such_claim(found: Claim) -> None:
    other = make_workspace()
    stranger = World(other, make_agent(other), make_member(other))
    with pytest.raises(Missing):
        decide(stranger, found, "accept")
