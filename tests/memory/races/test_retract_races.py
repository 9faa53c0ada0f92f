"""Races about what leaves: no order of two writers breaks an invariant."""

from collections.abc import Callable

import pytest

from memory.actions.resolve_dispute import StaleDispute, resolve_dispute
from memory.actions.retract import Target
from memory.jobs.distil import drain
from memory.models import Actor, Claim, Dispute, StatusEvent
from memory.queries.clock import database_now
from memory.queries.invariants import broken
from memory.steps.settle_dispute import Settlement
from tests.make import make_member, make_observation, record_episode
from tests.memory.claims import claim, rejected, states
from tests.memory.evidence import Plant, give, make_plant, take
from tests.memory.races.barrier import at_once, errors, rounds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plant() -> Plant:
    return make_plant()


def nothing_broken() -> bool:
    return not [name for name, ids in broken() if ids]


def taking(plant: Plant, ref: str) -> Callable[[], object]:
    target = Target(observation=plant.observation(ref).uid)
    return lambda: take(plant, "", target=target)


def resolving(plant: Plant, letter: str, action: str) -> Callable[[], object]:
    found, by = plant.dispute(letter), Actor(member=make_member(plant.workspace))
    settlement = Settlement(action, found.version, reason="wrong")
    return lambda: resolve_dispute(
        workspace=plant.workspace,
        dispute=found.uid,
        settlement=settlement,
        by=by,
        now=database_now(),
    )


def test_a_claim_drawn_while_its_span_is_retracted(plant: Plant) -> None:
    for place in rounds(200, 6):
        episode = record_episode(
            plant.agent,
            observations=(make_observation(),),
            conclusions=(states(f"x{place}"),),
        )
        target = Target(observation=episode.observations.get().uid)
        outcomes = at_once(drain, lambda t=target: take(plant, "", target=t))
        assert not errors(outcomes)
        found = Claim.objects.filter(subject__external_id=f"pump x{place}").first()
        if found is None:
            assert rejected(episode) == [(0, "dead_support")]
        else:
            assert found.state.status == "disputed"
    assert nothing_broken()


def test_a_claim_drawn_while_its_source_is_retracted(plant: Plant) -> None:
    for _ in rounds(200, 4):
        record_episode(
            plant.agent, observations=(make_observation(),), conclusions=(states("y"),)
        )
        source = plant.observation("o1").source
        target = Target(source=source.node.uid)
        _, taken = at_once(drain, lambda t=target: take(plant, "", target=t))
        drain()
        assert nothing_broken()
        give(plant, taken)


def test_a_claim_drawn_while_its_premise_loses_its_evidence(plant: Plant) -> None:
    for place in rounds(300, 6):
        a = claim(plant.workspace, "a")
        record_episode(
            plant.agent,
            observations=(make_observation(),),
            conclusions=(states(f"x{place}", a),),
        )
        drained, taken = at_once(drain, taking(plant, "o1"))
        assert not errors([drained, taken])
        assert nothing_broken()
        give(plant, taken)


def test_two_retractions_of_overlapping_sets(plant: Plant) -> None:
    for _ in rounds(200, 6):
        outcomes = at_once(taking(plant, "o1"), taking(plant, "o2"))
        assert not errors(outcomes)
        assert plant.status("abc") == dict.fromkeys("abc", "disputed")
        assert plant.dispute("c").effect == "lost"
        assert nothing_broken()
        give(plant, outcomes[0])
        give(plant, outcomes[1])
        assert set(plant.status().values()) == {"admissible"}


def test_two_curators_on_one_dispute(plant: Plant) -> None:
    for _ in rounds(200, 6):
        taken = take(plant, "o2", "concern")
        outcomes = at_once(
            resolving(plant, "c", "uphold"), resolving(plant, "c", "uphold")
        )
        refused = errors(outcomes)
        assert [type(each) for each in refused] == [StaleDispute]
        dispute = Dispute.objects.filter(claim=claim(plant.workspace, "c")).last()
        assert dispute is not None
        events = StatusEvent.objects.filter(
            claim=dispute.claim, decision_id__gt=dispute.opened_by_id
        )
        assert events.count() == 1
        give(plant, taken)
        assert nothing_broken()


def test_a_reinstatement_against_a_decision(plant: Plant) -> None:
    for _ in rounds(200, 6):
        taken = take(plant, "o1")
        outcomes = at_once(
            lambda t=taken: give(plant, t), resolving(plant, "c", "uphold")
        )
        assert all(isinstance(each, StaleDispute) for each in errors(outcomes))
        assert set(plant.status().values()) == {"admissible"}
        assert nothing_broken()


def test_the_same_retraction_twice_at_once(plant: Plant) -> None:
    for _ in rounds(200, 4):
        outcomes = at_once(taking(plant, "o1"), taking(plant, "o1"))
        assert not errors(outcomes)
        assert sorted(each.created for each in outcomes) == [False, True]
        give(plant, outcomes[0])
    assert nothing_broken()
