"""No claim comes to rest on itself, and nothing on what was refused."""

import pytest

from memory.models import (
    Agent,
    Claim,
)
from memory.rules.lifecycle import Status
from tests.make import make_agent, make_workspace
from tests.memory.claims import (
    claim,
    lose,
    put,
    rejected,
    states,
    status,
    tell,
)

pytestmark = pytest.mark.django_db
JANUARY, MARCH = "2026-01-01T00:00:00Z", "2026-03-01T00:00:00Z"


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace())


def test_an_older_claim_may_come_to_rest_on_a_newer_one(agent: Agent) -> None:
    tell(agent, states("A"))
    tell(agent, states("B"))
    assert rejected(tell(agent, states("A", claim(agent.workspace, "B")))) == []
    assert claim(agent.workspace, "A").derivations.count() == 2


def test_a_cycle_is_refused_with_its_path(agent: Agent) -> None:
    tell(agent, states("A"))
    tell(agent, states("B", claim(agent.workspace, "A")))
    tell(agent, states("C", claim(agent.workspace, "B")))
    a, b, c = (claim(agent.workspace, letter) for letter in "ABC")
    episode = tell(agent, states("A", c), states("D"))
    assert rejected(episode) == [(0, "cycle")]
    assert episode.rejected.get().path == [str(x.uid) for x in (a, c, b, a)]
    assert a.derivations.count() == 1
    assert a.state.version == claim(agent.workspace, "A").state.version
    assert status(agent.workspace, "D") == "quarantined"


def test_a_cycle_inside_one_episode_is_refused(agent: Agent) -> None:
    episode = tell(
        agent,
        states("A", ref="a"),
        states("B", {"conclusion": "a"}, ref="b"),
        states("A", {"conclusion": "b"}),
    )
    assert rejected(episode) == [(2, "cycle")]
    a, b = (str(claim(agent.workspace, letter).uid) for letter in "AB")
    assert episode.rejected.get().path == [a, b, a]


def test_a_claim_that_rests_on_itself_is_refused(agent: Agent) -> None:
    tell(agent, states("A"))
    known = claim(agent.workspace, "A")
    episode = tell(agent, states("A", known))
    assert rejected(episode) == [(0, "cycle")]
    assert episode.rejected.get().path == [str(known.uid)] * 2


def test_what_rests_on_a_refused_cycle_is_refused_too(agent: Agent) -> None:
    first = tell(agent, states("A"))
    tell(agent, states("B", claim(agent.workspace, "A")))
    lose(first)
    put(claim(agent.workspace, "A"), Status.unverified)
    tell(agent, states("B"))
    episode = tell(
        agent,
        states("A", claim(agent.workspace, "B"), ref="a"),
        states("C", {"conclusion": "a"}),
    )
    assert rejected(episode) == [(0, "cycle"), (1, "unknown_support")]
    assert not Claim.objects.filter(subject__external_id="pump C").exists()
