"""What was believed at an instant: evidence and statuses as they were recorded."""

import datetime

import pytest

from memory.queries.as_of import belief_as_of
from memory.queries.clock import database_now
from memory.rules.candidate import Quote
from memory.rules.lifecycle import Status
from memory.rules.refused import Missing
from tests.memory.claims import claim
from tests.memory.evidence import Plant, give, make_plant, resolve, take

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plant() -> Plant:
    return make_plant()


def believed(plant: Plant, letter: str, at: datetime.datetime) -> tuple[object, ...]:
    """Status, live readings of all, and the confidence with one voice a source."""
    try:
        found = belief_as_of(plant.workspace, claim(plant.workspace, letter).uid, at)
    except Missing:
        return None, 0, 0, 0
    live = sum(each.live for each in found.derivations)
    by_source = round(found.confidence.by_source, 9)
    return found.status, live, len(found.derivations), by_source


def test_before_it_was_recorded_there_is_nothing(plant: Plant) -> None:
    early = database_now() - datetime.timedelta(days=1)
    assert believed(plant, "c", early) == (None, 0, 0, 0)


def test_a_retraction_changes_what_was_believed_from_then_on(plant: Plant) -> None:
    before = database_now()
    taken = take(plant, "o1")
    during = database_now()
    give(plant, taken)
    after = database_now()
    assert believed(plant, "b", before)[:3] == (Status.admissible, 1, 1)
    assert believed(plant, "b", during) == (Status.disputed, 0, 1, 0)
    assert believed(plant, "b", after)[:3] == (Status.admissible, 1, 1)
    assert believed(plant, "c", before)[:3] == (Status.admissible, 2, 2)
    assert believed(plant, "c", during)[:3] == (Status.disputed, 1, 2)


def test_under_a_concern_the_evidence_still_counts(plant: Plant) -> None:
    take(plant, "o1", kind="concern")
    assert believed(plant, "a", database_now())[:3] == (Status.disputed, 1, 1)


def test_a_premise_that_ended_later_counted_until_then(plant: Plant) -> None:
    take(plant, "o1")
    before = database_now()
    resolve(plant, "a", "retire", reason="wrong")
    assert believed(plant, "a", before)[0] == Status.disputed
    assert believed(plant, "a", database_now())[0] == Status.retired


def test_a_reading_is_left_out_before_it_was_made(plant: Plant) -> None:
    take(plant, "o1")
    before = database_now()
    log = plant.observation("o2").uid
    from_log = Quote(str(log))
    resolve(plant, "a", "resupport", supports=(from_log,))
    assert believed(plant, "a", before)[1:3] == (0, 1)
    assert believed(plant, "a", database_now())[1:3] == (1, 2)
