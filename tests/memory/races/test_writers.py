"""Writers at once: no deadlock, one claim, one status, right degrees."""

from functools import partial

import pytest

from memory.models import Agent, Claim, Derivation, Node, Work
from tests.make import make_agent, make_conclusion, make_workspace, record_episode
from tests.memory.claims import states, statuses_follow_events, tell
from tests.memory.races.barrier import at_once, errors, rounds
from tests.memory.races.distilling import distil_one

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace())


def race(agent: Agent, *episodes: list[dict[str, object]]) -> None:
    made = [record_episode(agent, conclusions=tuple(each)) for each in episodes]
    works = [episode.work.get().pk for episode in made]
    assert not errors(at_once(*[partial(distil_one, work) for work in works]))
    assert not Work.objects.exclude(state="done").exists()


def test_new_claims_about_the_same_known_things(agent: Agent) -> None:
    pumps = [f"P-{number}" for number in range(6)]
    tell(agent, *[make_conclusion(pump) for pump in pumps])
    for number in rounds(60, 12):
        # None of them is V-12, which the pumps feed already.
        fed = [make_conclusion(pump, f"VX-{number}") for pump in pumps]
        held = [make_conclusion(pump, f"WX-{number}") for pump in pumps]
        race(agent, fed, held[::-1])
    count = Claim.objects.count()
    assert count == 6 + 12 * len(rounds(60, 12))
    assert sum(Node.objects.values_list("degree", flat=True)) == 2 * count


def test_one_new_claim_by_many(agent: Agent) -> None:
    for number in rounds(40, 4):
        race(agent, *[[states(f"A{number}"), states(f"B{number}")]] * 4)
    count = Claim.objects.count()
    assert Derivation.objects.count() == 4 * count
    assert statuses_follow_events()
    versions = Claim.objects.values_list("state__version", flat=True)
    assert set(versions) == {4}


def test_known_claims_in_another_order(agent: Agent) -> None:
    letters = "ABCDEFGH"
    tell(agent, *map(states, letters))
    for _ in rounds(40, 4):
        race(agent, list(map(states, letters)), list(map(states, letters[::-1])))
    assert statuses_follow_events()
