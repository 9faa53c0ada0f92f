"""Disputes and every way in which a person settles one."""

from functools import partial
from typing import Any

import pytest

from memory.actions.resolve_dispute import StaleDispute
from memory.actions.undo import undo
from memory.models import Actor, Endorsement, Event, StatusEvent
from memory.queries.clock import database_now
from memory.rules.candidate import NodeName, Premise, Quote
from memory.rules.edit import Edit
from memory.rules.refused import Refused
from memory.steps.curated import Circular
from tests.make import known, make_member
from tests.memory.claims import claim, rejected, seen, states, statuses_follow_events
from tests.memory.claims import tell as tell_
from tests.memory.evidence import Plant, give, make_plant, resolve, take, undo_it

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plant() -> Plant:
    made = make_plant()
    take(made, "o1")
    return made


def quote(plant: Plant, ref: str) -> Quote:
    return Quote(str(plant.observation(ref).uid))


def test_upholding_needs_a_live_derivation(plant: Plant) -> None:
    with pytest.raises(Refused, match="rests on live evidence") as no:
        resolve(plant, "a", "uphold")
    assert no.value.code == "no_live_derivation"
    found = resolve(plant, "c", "uphold")
    assert found.dispute.state == "resolved"
    assert plant.status("abc") == {
        "a": "disputed",
        "b": "disputed",
        "c": "admissible",
    }
    undo_it(plant, found.decision)
    assert plant.status("c") == {"c": "disputed"}
    assert plant.dispute("c").version == 3
    assert statuses_follow_events()


def test_new_evidence_brings_a_claim_back(plant: Plant) -> None:
    found = resolve(plant, "a", "resupport", supports=(quote(plant, "o3"),))
    assert plant.status("a") == {"a": "admissible"}
    assert seen(plant.workspace, "a").stands
    # b rests on a alone and was disputed for no other reason.
    assert plant.dispute("b").proposal == "uphold"
    undo_it(plant, found.decision)
    assert plant.status("ab") == {"a": "disputed", "b": "disputed"}
    assert not seen(plant.workspace, "a").stands


def test_dead_or_circular_evidence_is_refused(plant: Plant) -> None:
    with pytest.raises(Refused) as dead:
        resolve(plant, "a", "resupport", supports=(quote(plant, "o1"),))
    assert dead.value.code == "dead_support"
    c = claim(plant.workspace, "c")
    with pytest.raises(Circular) as circle:
        resolve(plant, "a", "resupport", supports=(Premise(c.uid),))
    assert circle.value.path[0] == circle.value.path[-1]
    assert {claim(plant.workspace, x).uid for x in "abc"} == set(circle.value.path)
    with pytest.raises(Refused, match="new evidence"):
        resolve(plant, "a", "resupport")
    assert plant.status("a") == {"a": "disputed"}


def test_one_decision_takes_along_what_has_no_other_reason(plant: Plant) -> None:
    how: dict[str, Any] = {"supports": (quote(plant, "o3"),), "take_along": True}
    foretold = resolve(plant, "a", "resupport", dry_run=True, **how)
    assert plant.status("a") == {"a": "disputed"}
    found = resolve(plant, "a", "resupport", **how)
    assert [x.uid for x in foretold.along] == [x.uid for x in found.along]
    assert set(plant.status().values()) == {"admissible"}
    undo_it(plant, found.decision)
    assert plant.status("abc") == dict.fromkeys("abc", "disputed")


def test_what_was_hit_otherwise_is_not_taken_along(plant: Plant) -> None:
    take(plant, "o2")
    how: dict[str, Any] = {"supports": (quote(plant, "o3"),), "take_along": True}
    found = resolve(plant, "a", "resupport", **how)
    assert [x.claim for x in found.along] == [claim(plant.workspace, "b")]
    assert plant.dispute("c").effect == "lost"


def test_retiring_takes_along_only_what_has_nothing_left(plant: Plant) -> None:
    found = resolve(plant, "a", "retire", reason="wrong", take_along=True)
    assert plant.status("abc") == {"a": "retired", "b": "retired", "c": "disputed"}
    again = tell_(plant.agent, states("a"))
    assert rejected(again) == [(0, "rejected_before")]
    undo_it(plant, found.decision)
    assert plant.status("abc") == dict.fromkeys("abc", "disputed")
    with pytest.raises(Refused, match="names its reason"):
        resolve(plant, "a", "retire", reason="I say so")


def test_revising_makes_another_claim(plant: Plant) -> None:
    other = Edit(target=NodeName("tank", "V-99"))
    with pytest.raises(Refused) as no:
        resolve(plant, "a", "revise", edit=other)
    assert no.value.code == "no_live_derivation"
    found = resolve(plant, "c", "revise", edit=other)
    assert found.claim.object is not None
    assert found.claim.object.external_id == "V-99"
    assert found.dispute.state == "resolved"
    old = StatusEvent.objects.filter(claim=found.dispute.claim).order_by("-id")[0]
    assert old.after == "superseded"


def test_rewording_upholds(plant: Plant) -> None:
    found = resolve(plant, "c", "revise", edit=Edit(text="It may feed tank c."))
    assert found.claim == claim(plant.workspace, "c")
    assert plant.status("c") == {"c": "admissible"}
    assert seen(plant.workspace, "c").text == "It may feed tank c."


def test_deferring_keeps_it_disputed_and_tells(plant: Plant) -> None:
    found = resolve(plant, "a", "defer", reason="ask the plant")
    assert plant.dispute("a").state == "deferred"
    told = Event.objects.get(kind="dispute_deferred")
    assert told.subject_uid == found.dispute.uid
    assert plant.status("a") == {"a": "disputed"}
    undo_it(plant, found.decision)
    assert plant.dispute("a").state == "open"
    resolve(plant, "a", "defer")
    resolve(plant, "a", "retire", reason="unsupported")
    assert plant.status("a") == {"a": "retired"}


def test_a_deferred_dispute_that_is_hit_again_opens_again(plant: Plant) -> None:
    resolve(plant, "c", "defer")
    before = plant.dispute("c").version
    take(plant, "o2")
    assert plant.dispute("c").state == "open"
    assert plant.dispute("c").version == before + 1


def test_the_second_of_two_is_told_that_it_has_changed(plant: Plant) -> None:
    version = plant.dispute("c").version
    resolve(plant, "c", "defer")
    with pytest.raises(StaleDispute) as stale:
        resolve(plant, "c", "uphold", version=version)
    assert stale.value.dispute.state == "deferred"


def test_two_people_uphold_what_much_rests_on(plant: Plant) -> None:
    plant.workspace.four_eyes_threshold = 0
    plant.workspace.save()
    how: dict[str, Any] = {"supports": (quote(plant, "o3"),)}
    first = resolve(plant, "a", "resupport", **how)
    assert first.decision is None
    assert resolve(plant, "a", "resupport", **how).decision is None
    assert Endorsement.objects.count() == 1
    assert plant.status("a") == {"a": "disputed"}
    second = Actor(member=make_member(plant.workspace))
    assert resolve(plant, "a", "resupport", by=second, **how).decision is not None
    # Withholding belief never waits for anybody.
    assert resolve(plant, "b", "retire", reason="wrong").decision is not None


def test_two_people_take_back_what_withheld_much(plant: Plant) -> None:
    resolve(plant, "a", "resupport", supports=(quote(plant, "o3"),))
    taken = known(take(plant, "o3").retraction)
    plant.workspace.four_eyes_threshold = 0
    plant.workspace.save()
    first = partial(undo, workspace=plant.workspace, decision=taken.decision.uid)
    assert first(by=plant.by, now=database_now()) is None
    assert plant.status("a") == {"a": "disputed"}
    second = Actor(member=make_member(plant.workspace))
    assert first(by=second, now=database_now()) is not None
    assert plant.status("a") == {"a": "admissible"}


def test_nobody_judges_their_own_work(plant: Plant) -> None:
    resolve(plant, "a", "resupport", supports=(quote(plant, "o3"),))
    take(plant, "o3")
    plant.workspace.four_eyes_threshold = 0
    plant.workspace.save()
    with pytest.raises(Refused) as no:
        resolve(plant, "a", "resupport", supports=(quote(plant, "o2"),))
    assert no.value.code == "own_work"


def test_a_reinstatement_leaves_what_was_settled(plant: Plant) -> None:
    again = take(plant, "o1")
    resolve(plant, "c", "uphold")
    give(plant, again)
    assert set(plant.status().values()) == {"admissible"}
