"""Every exit disputes what rested on it, and every undo gives it back."""

import pytest

from memory.actions.review import Verdict, review
from memory.actions.undo import LaterDecisions
from memory.models import Claim, Decision, Dispute
from memory.queries.clock import database_now
from memory.rules.candidate import NodeName
from memory.rules.edit import Edit
from tests.make import known
from tests.memory.claims import claim, seen, states, statuses_follow_events
from tests.memory.claims import tell as tell_
from tests.memory.evidence import Plant, make_plant, take, undo_it

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plant() -> Plant:
    return make_plant()


def judge(plant: Plant, letter: str, kind: str, edit: Edit | None = None) -> Decision:
    found = claim(plant.workspace, letter)
    verdict = Verdict(kind, found.state.version, reason="wrong", edit=edit)
    return known(
        review(
            workspace=plant.workspace,
            claim=found.uid,
            verdict=verdict,
            by=plant.by,
            now=database_now(),
        ).decision
    )


def test_rejecting_a_premise(plant: Plant) -> None:
    decision = judge(plant, "a", "reject")
    assert plant.status() == {
        "a": "retired",
        "b": "disputed",
        "c": "disputed",
        "d": "admissible",
    }
    assert plant.dispute("b").effect == "lost"
    assert plant.dispute("c").effect == "weakened"
    undo_it(plant, decision)
    assert set(plant.status().values()) == {"admissible"}
    assert not Dispute.objects.exclude(state="resolved").exists()
    assert statuses_follow_events()


def test_editing_the_object_of_a_premise(plant: Plant) -> None:
    edit = Edit(target=NodeName("tank", "V-99"))
    old = claim(plant.workspace, "a")
    decision = judge(plant, "a", "edit", edit)
    old.state.refresh_from_db()
    assert old.state.status == "superseded"
    assert plant.status("bc") == {"b": "disputed", "c": "disputed"}
    undo_it(plant, decision)
    old.state.refresh_from_db()
    assert old.state.status == "admissible"
    assert plant.status("bc") == {"b": "admissible", "c": "admissible"}


def test_rewording_a_premise_touches_nobody(plant: Plant) -> None:
    decision = judge(plant, "a", "edit", Edit(text="It feeds the tank."))
    assert set(plant.status().values()) == {"admissible"}
    undo_it(plant, decision)
    assert set(plant.status().values()) == {"admissible"}
    assert not Dispute.objects.exists()


def test_undoing_an_edit_disputes_what_rested_on_it(plant: Plant) -> None:
    decision = judge(plant, "d", "edit", Edit(target=NodeName("tank", "V-99")))
    new = decision.events.exclude(claim=claim_of("d", "tank d"))[0].claim
    tell_(plant.agent, states("e", new))
    undo_it(plant, decision)
    assert plant.status("e") == {"e": "disputed"}
    assert plant.dispute("e").effect == "lost"
    assert statuses_follow_events()


def claim_of(letter: str, target: str) -> Claim:
    return Claim.objects.get(
        subject__external_id=f"pump {letter}", object__external_id=target
    )


def test_undoing_a_retraction_spares_what_another_hit(plant: Plant) -> None:
    first = take(plant, "o1")
    assert first.retraction is not None
    second = take(plant, "o2")
    with pytest.raises(LaterDecisions):
        undo_it(plant, first.retraction.decision)
    assert second.retraction is not None
    undo_it(plant, second.retraction.decision)
    assert plant.status("abc") == dict.fromkeys("abc", "disputed")
    # A later decision that was undone itself does not count.
    undo_it(plant, first.retraction.decision)
    assert set(plant.status().values()) == {"admissible"}


def test_undoing_an_undo_takes_it_away_again(plant: Plant) -> None:
    found = take(plant, "o1")
    assert found.retraction is not None
    back = undo_it(plant, found.retraction.decision)
    assert set(plant.status().values()) == {"admissible"}
    undo_it(plant, back)
    assert plant.status("abc") == dict.fromkeys("abc", "disputed")
    assert not seen(plant.workspace, "a").stands


def test_a_claim_that_returns_without_its_evidence_is_disputed(plant: Plant) -> None:
    decision = judge(plant, "d", "reject")
    take(plant, "o3")
    undo_it(plant, decision)
    assert plant.status("d") == {"d": "disputed"}
    assert plant.dispute("d").effect == "lost"
