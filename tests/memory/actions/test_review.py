"""A person's verdict: what it changes, what it refuses, and one for each version."""

from dataclasses import replace

import pytest

from memory.models import (
    Claim,
    Endorsement,
    Episode,
    Quarantine,
    ReviewItem,
    Supersession,
    Withdrawal,
    Workspace,
)
from memory.queries.beliefs import belief
from memory.rules.candidate import NodeName
from memory.rules.edit import Edit
from memory.rules.lifecycle import Status
from memory.rules.refused import Refused
from tests.make import known, make_agent, make_member, make_workspace
from tests.memory.claims import (
    claim,
    put,
    rejected,
    states,
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


def test_acceptance_is_promotion_at_once(world: World, found: Claim) -> None:
    decision = known(decide(world, found, "accept").decision)
    state = claim(world.workspace, "A").state
    assert (state.status, state.version) == ("admissible", 2)
    assert (state.cause_kind, state.cause_uid) == ("decision", decision.uid)
    assert not Quarantine.objects.exists()
    assert not ReviewItem.objects.exists()


def test_rejection_is_a_durable_negative(world: World, found: Claim) -> None:
    decide(world, found, "reject", reason="wrong", note="Read it again.")
    assert belief(world.workspace, found.uid).retired_because == "wrong"
    assert not Quarantine.objects.exists()
    assert not ReviewItem.objects.exists()
    assert rejected(tell(world.agent, states("A"))) == [(0, "rejected_before")]


def test_asking_for_evidence_keeps_the_place(world: World, found: Claim) -> None:
    decide(world, found, "needs_evidence")
    assert ReviewItem.objects.get().asked_evidence
    state = claim(world.workspace, "A").state
    assert (state.status, state.version) == ("quarantined", 2)


def test_an_edit_in_place_withdraws_and_adds(world: World, found: Claim) -> None:
    old = found.derivations.get()
    made = decide(world, found, "edit", Edit(text="So it is.", kappa=0.4))
    assert made.claim == found
    new = found.derivations.exclude(pk=old.pk).get()
    assert Withdrawal.objects.get().derivation_id == old.pk
    assert (new.kappa, new.words.text, new.method) == (0.4, "So it is.", "curator")
    now = belief(world.workspace, found.uid)
    assert (now.status, now.text) == ("admissible", "So it is.")
    assert now.confidence.independent == pytest.approx(0.4)


def test_an_edit_of_what_was_told_supersedes(world: World, found: Claim) -> None:
    put(found, Status.admissible)
    made = decide(world, found, "edit", ELSEWHERE)
    assert claim_status(found) == "superseded"
    assert claim_status(made.claim) == "admissible"
    row = Supersession.objects.get()
    assert (row.old, row.new) == (found, made.claim)
    episode = Episode.objects.exclude(kind="task").get()
    assert (episode.kind, episode.pk) == (
        "supersession",
        made.claim.derivations.get().episode_id,
    )
    assert episode.recorded_at <= known(made.decision).at


def test_an_edit_of_what_nobody_was_told_replaces(world: World, found: Claim) -> None:
    made = decide(world, found, "edit", ELSEWHERE)
    assert claim_status(found) == "retired"
    assert claim_status(made.claim) == "admissible"
    assert Episode.objects.exclude(kind="task").get().kind == "curation"


def claim_status(found: Claim) -> str:
    found.state.refresh_from_db()
    return found.state.status


def test_two_people_accept_what_much_hangs_on(world: World, found: Claim) -> None:
    tell(world.agent, states("B", supports=[{"claim": str(found.uid)}]))
    Workspace.objects.update(four_eyes_threshold=0)
    world.workspace.refresh_from_db()
    assert decide(world, found, "accept").decision is None
    assert decide(world, found, "accept").decision is None
    assert claim(world.workspace, "A").state.status == "quarantined"
    assert Endorsement.objects.count() == ReviewItem.objects.filter(claim=found).count()
    second = replace(world, member=make_member(world.workspace))
    assert decide(second, found, "accept").decision is not None
    assert claim(world.workspace, "A").state.status == "admissible"
    # Nothing hangs on the other one.
    assert decide(world, claim(world.workspace, "B"), "accept").decision is not None


def test_a_changed_claim_needs_both_again(world: World, found: Claim) -> None:
    tell(world.agent, states("B", supports=[{"claim": str(found.uid)}]))
    Workspace.objects.update(four_eyes_threshold=0)
    world.workspace.refresh_from_db()
    assert decide(world, found, "accept").decision is None
    second = replace(world, member=make_member(world.workspace))
    decide(second, found, "needs_evidence")
    assert decide(second, found, "accept").decision is None


def test_nobody_accepts_their_own_work(world: World, found: Claim) -> None:
    decide(world, found, "edit", Edit(text="So it is."))
    tell(world.agent, states("B", supports=[{"claim": str(found.uid)}]))
    Workspace.objects.update(four_eyes_threshold=0)
    world.workspace.refresh_from_db()
    with pytest.raises(Refused) as no:
        decide(world, found, "accept")
    assert no.value.code == "own_work"
