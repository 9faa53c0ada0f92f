"""What was believed at an instant: over a claim's whole life, and its evidence's."""

import datetime
from decimal import Decimal

import pytest

from memory.actions.settle_conflict import ConflictSettlement, settle_conflict
from memory.models import Conflict
from memory.queries.as_of import belief_as_of
from memory.queries.belief import Belief
from memory.queries.clock import database_now
from memory.rules.refused import Missing
from tests.make import make_conclusion, make_observation, make_source, make_workspace
from tests.memory.claims import claim, seen, states, tell
from tests.memory.evidence import Plant, give, make_plant, resolve, take, undo_it

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plant() -> Plant:
    return make_plant()


def then(plant: Plant, letter: str, at: datetime.datetime) -> Belief:
    return belief_as_of(plant.workspace, claim(plant.workspace, letter).uid, at)


def told(belief: Belief) -> tuple[str, bool, list[bool], float]:
    """Status, whether it stood, its derivations' liveness and its confidence."""
    live = [each.live for each in belief.derivations]
    sure = round(belief.confidence.by_source, 9)
    return belief.status.value, belief.stands, live, sure


def test_a_whole_life_is_told_as_it_was(plant: Plant) -> None:
    times, facts = [], []

    def note() -> None:
        times.append(database_now())
        facts.append(told(seen(plant.workspace, "c")))

    note()
    taken = take(plant, "o1")
    note()
    resolve(plant, "c", "uphold", reason="The log says it.")
    note()
    newer = make_conclusion("pump x", "tank c")
    tell(plant.agent, newer, observations=(make_observation(text="x feeds c."),))
    conflict = Conflict.objects.get()
    note()
    superseded = settle_conflict(
        workspace=plant.workspace,
        conflict=conflict.uid,
        settlement=ConflictSettlement(
            "supersede", conflict.version, claim=claim(plant.workspace, "c").uid
        ),
        by=plant.by,
        now=database_now(),
    ).decision
    note()
    undo_it(plant, superseded)
    note()
    give(plant, taken)
    note()
    assert [fact[0] for fact in facts] == [
        "admissible",
        "disputed",
        "admissible",
        "admissible",
        "superseded",
        "admissible",
        "admissible",
    ]
    assert facts[0][2:] == ([True, True], 0.96)
    assert facts[1][2:] == ([False, True], 0.8)
    assert [told(then(plant, "c", at)) for at in times] == facts
    ended = then(plant, "c", times[4])
    successor = claim(plant.workspace, "x")
    assert ended.superseded_by == successor.uid
    assert ended.why_not == "Superseded by another claim."
    assert [bool(then(plant, "c", at).conflicts_with) for at in times] == (
        [False, False, False, True, False, True, True]
    )


def test_before_it_was_recorded_there_was_nothing(plant: Plant) -> None:
    recorded = claim(plant.workspace, "a").recorded_at
    before = recorded - datetime.timedelta(microseconds=1)
    with pytest.raises(Missing):
        then(plant, "a", before)
    with pytest.raises(Missing):
        belief_as_of(make_workspace(), claim(plant.workspace, "a").uid, database_now())
    found = then(plant, "a", recorded)
    assert (found.status, found.as_of) == ("quarantined", recorded)
    assert found.why_not == "It was in quarantine."
    assert found.dependants == 2


def test_later_derivations_are_left_out(plant: Plant) -> None:
    before = database_now()
    tell(
        plant.agent,
        states("d", confidence=0.5),
        sources=(make_source("third"),),
        observations=(make_observation(source="third"),),
    )
    found = then(plant, "d", before)
    assert len(found.derivations) == 1
    assert told(found)[3] == 0.8
    assert told(then(plant, "d", database_now()))[3] == float(Decimal("0.9"))


def test_dead_supports_are_those_of_then(plant: Plant) -> None:
    taken = take(plant, "o3")
    during = database_now()
    give(plant, taken)
    found = then(plant, "d", during)
    assert [x.observation and x.observation.ref for x in found.dead_supports] == ["o3"]
    assert then(plant, "d", database_now()).dead_supports == ()


def test_a_concern_left_the_evidence_standing(plant: Plant) -> None:
    take(plant, "o3", "concern")
    found = then(plant, "d", database_now())
    assert (found.status, found.stands) == ("disputed", True)
