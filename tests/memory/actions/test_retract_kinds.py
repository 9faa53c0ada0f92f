"""What may be retracted, and in which ways."""

import pytest

from memory.actions.retract import Target
from memory.models import Withdrawal
from memory.queries.clock import database_now
from memory.rules.refused import Refused
from tests.make import make_agent, make_observation, make_source
from tests.memory.claims import claim, rejected, seen, states
from tests.memory.claims import tell as tell_
from tests.memory.evidence import Plant, give, make_plant, resolve, take

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plant() -> Plant:
    return make_plant()


def test_a_source_takes_along_all_that_was_drawn_from_it(plant: Plant) -> None:
    source = plant.observation("o2").source
    found = take(plant, "", target=Target(source=source.node.uid))
    assert found.passed.counts["weakened"] == found.passed.counts["lost"] == 1
    episode = tell_(
        plant.agent,
        states("e"),
        sources=(make_source("log"),),
        observations=(make_observation("o1", source="log"),),
    )
    assert rejected(episode) == [(0, "dead_support")]
    give(plant, found)
    assert set(plant.status().values()) == {"admissible"}


def test_everything_that_a_key_said_since(plant: Plant) -> None:
    other = make_agent(plant.workspace)
    start = database_now()
    a = claim(plant.workspace, "a")
    tell_(other, states("e", a), states("f"))
    found = take(plant, "", target=Target(agent=other.uid, since=start))
    assert len(found.retractions) == 1
    assert plant.status("aef") == {"a": "admissible", "e": "disputed", "f": "disputed"}
    assert Withdrawal.objects.filter(undone_by=None).count() == 2
    give(plant, found)
    assert plant.status("ef") == {"e": "quarantined", "f": "quarantined"}
    later = Target(agent=other.uid, since=database_now())
    with pytest.raises(Refused, match="nothing of theirs"):
        take(plant, "", target=later)


def test_a_concern_disputes_while_the_evidence_still_resolves(plant: Plant) -> None:
    found = take(plant, "o1", "concern")
    assert plant.status()["a"] == "disputed"
    assert seen(plant.workspace, "a").stands
    assert plant.dispute("a").proposal == "defer"
    assert resolve(plant, "a", "uphold").decision is not None
    give(plant, found)
    assert set(plant.status().values()) == {"admissible"}


def test_a_correction_names_what_takes_its_place(plant: Plant) -> None:
    with pytest.raises(Refused, match="takes its place"):
        take(plant, "o1", "correction")
    with pytest.raises(Refused, match="takes its place"):
        take(plant, "o1", replacement=plant.observation("o2").uid)
    with pytest.raises(Refused, match="nothing else"):
        take(plant, "o1", "correction", replacement=plant.observation("o1").uid)
    take(plant, "o1", "correction", replacement=plant.observation("o2").uid)
    assert plant.dispute("a").proposal == "resupport"
