"""How long raw text is kept, and what would need it in a shorter window."""

import datetime

import pytest

from memory.actions.review import Verdict, review
from memory.models import Decision, Observation
from memory.queries.clock import database_now
from memory.queries.retention import raw_window, retention
from tests.make import known, make_observation
from tests.memory.claims import claim, states, tell
from tests.memory.evidence import Plant, make_plant

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "Line 12 runs from P-101A to V-12."


@pytest.fixture
def plant() -> Plant:
    """As ever, with o4 and o5 that nothing cites."""
    made = make_plant()
    spare = tuple(make_observation(ref, TEXT) for ref in ("o1", "o4", "o5"))
    tell(made.agent, states("e", "o1"), observations=spare)
    return made


def reject(plant: Plant, letter: str) -> Decision:
    found = claim(plant.workspace, letter)
    verdict = Verdict("reject", found.state.version, reason="wrong")
    return known(
        review(
            workspace=plant.workspace,
            claim=found.uid,
            verdict=verdict,
            by=plant.by,
            now=database_now(),
        ).decision
    )


def test_what_blocks_a_shorter_window(plant: Plant) -> None:
    found = retention(plant.workspace, database_now())
    needs = {each.claim.subject.external_id: each for each in found.blockers}
    sizes = {name: (x.observations, x.bytes) for name, x in needs.items()}
    one, two = (1, len(TEXT)), (2, 2 * len(TEXT))
    assert sizes == {
        "pump a": one,
        "pump b": one,
        "pump c": two,
        "pump d": one,
        "pump e": one,
    }
    assert (found.claims, found.observations, found.bytes) == (5, 4, 4 * len(TEXT))
    assert (found.free, found.free_bytes, found.held) == (2, 2 * len(TEXT), 0)


def test_the_window_is_derived(plant: Plant) -> None:
    day = datetime.timedelta(days=1)
    plant.workspace.lag = day
    oldest = plant.observation("o1").recorded_at
    assert raw_window(plant.workspace, oldest + 3 * day) == 4 * day
    for letter in "abc":
        reject(plant, letter)
    younger = Observation.objects.filter(
        supports__claim__in=[claim(plant.workspace, x) for x in "de"]
    ).earliest("recorded_at")
    now = younger.recorded_at + 2 * day
    assert raw_window(plant.workspace, now) == 3 * day
