"""Retraction by its kinds and targets, and the way back."""

import pytest

from memory.actions.retract import Retracted, Target
from memory.models import (
    Dispute,
    Episode,
    Event,
    Quarantine,
)
from memory.queries.weights import Weight
from memory.rules.refused import Missing, Refused
from tests.memory.claims import claim, seen, states, statuses_follow_events
from tests.memory.claims import tell as tell_
from tests.memory.evidence import Plant, give, make_plant, resolve, take

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plant() -> Plant:
    return make_plant()


def answer(plant: Plant, found: Retracted) -> dict[str, tuple[str, int]]:
    letters = {claim(plant.workspace, x).pk: x for x in "abcd"}
    return {letters[x.claim]: (str(x.effect), x.depth) for x in found.passed.touched}


def test_what_loses_support_is_disputed_and_what_keeps_some_too(plant: Plant) -> None:
    found = take(plant, "o1")
    assert answer(plant, found) == {
        "a": ("lost", 1),
        "b": ("lost", 2),
        "c": ("weakened", 3),
    }
    assert plant.status() == {
        "a": "disputed",
        "b": "disputed",
        "c": "disputed",
        "d": "admissible",
    }
    assert [plant.dispute(x).proposal for x in "abc"] == ["retire", "retire", "uphold"]
    assert [plant.dispute(x).rank for x in "abc"] == [0, 1, 2]
    assert statuses_follow_events()


def test_confidences_before_and_after_are_those_of_the_store(plant: Plant) -> None:
    before = seen(plant.workspace, "c").confidence
    found = {x.claim: x for x in take(plant, "o1").passed.touched}
    c = found[claim(plant.workspace, "c").pk]
    assert c.before == Weight(before.independent, before.by_source)
    assert before.independent == pytest.approx(1 - 0.2 * 0.2)
    assert c.after == Weight(1 - (1 - 0.8), 1 - (1 - 0.8))
    after = seen(plant.workspace, "c").confidence
    assert c.after == Weight(after.independent, after.by_source)


def test_a_retraction_is_an_episode_and_tells_of_every_dispute(plant: Plant) -> None:
    take(plant, "o1")
    assert Episode.objects.filter(kind="retraction").count() == 1
    told = Event.objects.filter(kind="dispute_opened").values_list("subject_uid")
    assert {uid for (uid,) in told} == {x.uid for x in Dispute.objects.all()}


def test_reading_shows_it_at_once(plant: Plant) -> None:
    take(plant, "o1")
    belief = seen(plant.workspace, "a")
    assert not belief.stands
    assert [x.observation and x.observation.ref for x in belief.dead_supports] == ["o1"]


def test_what_is_hit_twice_comes_back_when_both_are_undone(plant: Plant) -> None:
    first, second = take(plant, "o1"), take(plant, "o2")
    third = take(plant, "o1", "correction", replacement=plant.observation("o3").uid)
    assert plant.dispute("c").effect == "lost"
    give(plant, first)
    assert plant.status("abc") == dict.fromkeys("abc", "disputed")
    give(plant, third)
    assert plant.status("abc") == {
        "a": "admissible",
        "b": "admissible",
        "c": "disputed",
    }
    give(plant, second)
    assert plant.status("c") == {"c": "admissible"}
    assert statuses_follow_events()


def test_quarantine_goes_on_where_it_stood(plant: Plant) -> None:
    young = make_plant(promoted=False)
    lags = dict(Quarantine.objects.values_list("claim", "lag_until"))
    found = take(young, "o1")
    assert Quarantine.objects.count() == 1
    assert lags
    give(young, found)
    assert set(young.status().values()) == {"quarantined"}
    assert dict(Quarantine.objects.values_list("claim", "lag_until")) == lags


def test_what_a_person_settled_stays_as_they_decided(plant: Plant) -> None:
    found = take(plant, "o1")
    resolve(plant, "c", "uphold")
    resolve(plant, "a", "retire", reason="wrong")
    give(plant, found)
    # b rests on a, which has ended by a person's decision.
    assert plant.status("abc") == {"a": "retired", "b": "disputed", "c": "admissible"}


def test_an_ended_claim_is_listed_and_opens_nothing(plant: Plant) -> None:
    take(plant, "o3")
    resolve(plant, "d", "retire", reason="outdated")
    found = take(plant, "o3", "concern")
    assert answer(plant, found) == {"d": ("ended", 1)}
    assert Dispute.objects.filter(state="open").count() == 0


def test_a_second_call_gives_the_same_answer(plant: Plant) -> None:
    first, second = take(plant, "o1"), take(plant, "o1")
    assert (first.created, second.created) == (True, False)
    assert second.passed.touched == first.passed.touched
    back, again = give(plant, first), give(plant, first)
    assert (back.created, again.created) == (True, False)
    assert again.passed.touched == back.passed.touched
    assert {str(x.effect) for x in back.passed.touched} == {"restored"}


def test_a_dry_run_of_a_reinstatement_changes_nothing(plant: Plant) -> None:
    found = take(plant, "o1")
    foretold = give(plant, found, dry_run=True)
    assert plant.status("abc") == dict.fromkeys("abc", "disputed")
    assert foretold.passed == give(plant, found).passed


def test_born_of_a_disputed_premise_waits_for_it(plant: Plant) -> None:
    found = take(plant, "o2")
    c = claim(plant.workspace, "c")
    tell_(plant.agent, states("e", c))
    assert plant.status("ce") == {"c": "disputed", "e": "disputed"}
    assert plant.dispute("e").effect == "reached"
    assert plant.dispute("e").rank > plant.dispute("c").rank
    give(plant, found)
    assert plant.status("ce") == {"c": "admissible", "e": "quarantined"}


def test_a_reason_and_a_kind_are_required(plant: Plant) -> None:
    with pytest.raises(Refused, match="says why"):
        take(plant, "o1", reason=" ")
    with pytest.raises(Refused, match="no such kind"):
        take(plant, "o1", "regret")
    other = make_plant()
    with pytest.raises(Missing):
        take(plant, "o1", target=Target(observation=other.observation("o1").uid))
    with pytest.raises(Refused, match="names what"):
        take(plant, "o1", target=Target())
