"""Races about what leaves: no order of two writers breaks an invariant."""

from collections.abc import Callable
from functools import partial

import pytest

from memory.actions.reinstate import reinstate
from memory.actions.resolve_dispute import StaleDispute, resolve_dispute
from memory.actions.retract import Retracted, Target
from memory.actions.retract_later import retract_later
from memory.jobs.distil import drain
from memory.models import Actor, Claim, Dispute, Operation, Retraction, StatusEvent
from memory.queries.clock import database_now
from memory.queries.invariants import broken
from memory.steps.settlement import Settlement
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


def named(plant: Plant, ref: str) -> Target:
    return Target(observation=plant.observation(ref).uid)


def taking(plant: Plant, target: Target) -> Callable[[], object]:
    return lambda: take(plant, "", target=target)


def give_all(plant: Plant) -> None:
    """Reinstate whatever is retracted."""
    for row in Retraction.objects.filter(reinstated_by=None):
        reinstate(
            workspace=plant.workspace,
            retraction=row.uid,
            reason="It was right.",
            by=Actor(agent=plant.agent),
            now=database_now(),
        )


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
        assert not errors(at_once(drain, taking(plant, target)))
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
        assert not errors(at_once(drain, taking(plant, target)))
        drain()
        assert nothing_broken()
        give_all(plant)


def test_a_claim_drawn_while_its_premise_loses_its_evidence(plant: Plant) -> None:
    for place in rounds(300, 6):
        a = claim(plant.workspace, "a")
        record_episode(
            plant.agent,
            observations=(make_observation(),),
            conclusions=(states(f"x{place}", a),),
        )
        assert not errors(at_once(drain, taking(plant, named(plant, "o1"))))
        assert nothing_broken()
        give_all(plant)


def test_two_retractions_of_overlapping_sets(plant: Plant) -> None:
    for _ in rounds(200, 6):
        outcomes = at_once(
            taking(plant, named(plant, "o1")), taking(plant, named(plant, "o2"))
        )
        assert not errors(outcomes)
        assert plant.status("abc") == dict.fromkeys("abc", "disputed")
        assert plant.dispute("c").effect == "lost"
        assert nothing_broken()
        give_all(plant)
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
        outcomes = at_once(partial(give, plant, taken), resolving(plant, "c", "uphold"))
        assert all(isinstance(each, StaleDispute) for each in errors(outcomes))
        assert set(plant.status().values()) == {"admissible"}
        assert nothing_broken()


def test_the_same_retraction_twice_at_once(plant: Plant) -> None:
    for _ in rounds(200, 4):
        outcomes = at_once(
            taking(plant, named(plant, "o1")), taking(plant, named(plant, "o1"))
        )
        assert not errors(outcomes)
        made = [isinstance(x, Retracted) and x.created for x in outcomes]
        assert sorted(made) == [False, True]
        give_all(plant)
    assert nothing_broken()


def test_the_same_large_retraction_asked_for_twice_at_once(plant: Plant) -> None:
    ask = partial(
        retract_later,
        workspace=plant.workspace,
        target=named(plant, "o1"),
        kind="retraction",
        reason="The drawing is out of date.",
        by=Actor(agent=plant.agent),
        now=database_now(),
    )
    for made in rounds(200, 6):
        first, second = at_once(ask, ask)
        assert isinstance(first, Operation)
        assert first == second
        drain()
        assert Retraction.objects.count() == made + 1
        give_all(plant)
    assert nothing_broken()
