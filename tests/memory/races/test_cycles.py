"""Writers at once never close a cycle, whichever edges were there before."""

from functools import partial

import pytest

from memory.models import Agent, RejectedCandidate, Support
from memory.rules.closure import cycle_path
from tests.make import make_agent, make_workspace, record_episode
from tests.memory.claims import claim, states, tell
from tests.memory.races.barrier import at_once, errors, rounds
from tests.memory.races.distilling import distil_one

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace())


def edges() -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    rows = Support.objects.filter(premise__isnull=False)
    for head, premise in rows.values_list("claim_id", "premise_id"):
        found.setdefault(head, set()).add(premise)
    return found


def closed(premises_of: dict[int, set[int]]) -> list[int]:
    """The claims that rest on themselves."""
    return [
        each
        for each, premises in premises_of.items()
        if cycle_path(each, premises, premises_of) is not None
    ]


def resting(agent: Agent, *pairs: str) -> list[int]:
    """Episodes that wait for a worker, one for each pair: “AB” rests A on B."""
    made = []
    for head, premise in map(tuple, pairs):
        known = claim(agent.workspace, premise)
        episode = record_episode(agent, conclusions=(states(head, known),))
        made.append(episode.work.get().pk)
    return made


def race(agent: Agent, *pairs: str) -> list[str]:
    """Distil them all at once; gives the paths of what was refused, as letters."""
    RejectedCandidate.objects.all().delete()
    works = resting(agent, *pairs)
    assert not errors(at_once(*[partial(distil_one, work) for work in works]))
    letters = {str(claim(agent.workspace, x).uid): x for x in {*"".join(pairs)}}
    rows = RejectedCandidate.objects.filter(reason="cycle")
    return ["".join(letters.get(uid, "?") for uid in row.path) for row in rows]


def test_two_edges_that_would_close_a_cycle(agent: Agent) -> None:
    for _ in rounds(200, 8):
        agent = make_agent(make_workspace())
        tell(agent, states("A"), states("B"))
        (path,) = race(agent, "AB", "BA")
        assert path in {"ABA", "BAB"}
    assert not closed(edges())


def test_two_forward_edges_beside_an_old_back_edge(agent: Agent) -> None:
    for _ in rounds(200, 8):
        agent = make_agent(make_workspace())
        for letter in "ABC":
            tell(agent, states(letter))
        assert race(agent, "AC") == []
        (path,) = race(agent, "CB", "BA")
        assert path in {"CBAC", "BACB"}
    assert not closed(edges())


def test_a_ring_of_four_writers(agent: Agent) -> None:
    for _ in rounds(50, 3):
        agent = make_agent(make_workspace())
        tell(agent, *[states(letter) for letter in "ABCD"])
        (path,) = race(agent, "AB", "BC", "CD", "DA")
        assert sorted(path[:-1]) == list("ABCD")
    assert not closed(edges())


def test_edges_that_close_nothing_all_enter(agent: Agent) -> None:
    tell(agent, *[states(letter) for letter in "ABCD"])
    assert race(agent, "AB", "BC", "CD", "AD") == []
    assert sum(map(len, edges().values())) == 4
