"""Episodes are recorded whole and once, or opened, appended to and closed."""

from functools import partial

import pytest
from django.db import IntegrityError

from memory.actions.record import (
    ContentDiffers,
    Recorded,
    record,
)
from memory.models import (
    Actor,
    Agent,
    Episode,
    EpisodeSource,
    EpisodeText,
    Node,
    Observation,
    Source,
    Work,
)
from memory.queries.clock import database_now
from memory.rules.entry import EpisodeEntry, ResidueEntry
from tests.make import (
    make_agent,
    make_entry,
    make_observation,
    make_workspace,
)
from tests.memory.races.barrier import at_once, errors, rounds

pytestmark = pytest.mark.django_db(transaction=True)
WRITTEN = (Episode, EpisodeText, EpisodeSource, Source, Node, Observation, Work)


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace())


def post(agent: Agent, entry: EpisodeEntry) -> Recorded:
    return record(
        workspace=agent.workspace,
        entry=entry,
        by=Actor(agent=agent),
        key=None,
        now=database_now(),
    )


def counts() -> list[int]:
    return [model._default_manager.count() for model in WRITTEN]


def test_a_recorded_episode_is_whole(agent: Agent) -> None:
    recorded = post(agent, make_entry())
    assert recorded.created
    assert counts() == [1, 1, 1, 1, 1, 1, 1]
    observation = Observation.objects.get()
    assert observation.words.text == "Line 12 runs from P-101A to V-12."
    assert Work.objects.get().state == "queued"


def test_a_failure_half_way_leaves_nothing(agent: Agent) -> None:
    twice = (make_observation("o1"), make_observation("o1"))
    with pytest.raises(IntegrityError):
        post(agent, make_entry(observations=twice))
    assert counts() == [0] * 7


def test_the_same_body_again_is_the_same_episode(agent: Agent) -> None:
    entry = make_entry()
    first, second = post(agent, entry), post(agent, entry)
    assert (first.created, second.created) == (True, False)
    assert first.episode.pk == second.episode.pk
    assert counts() == [1] * 7


@pytest.mark.parametrize(
    "changed",
    [
        {"task": "another"},
        {"observations": (make_observation(text="Other."),)},
        {"conclusions": ()},
        {"conclusions": None},
        {"residue": (ResidueEntry("question", "?"),)},
    ],
)
def test_another_body_is_refused(agent: Agent, changed: dict[str, object]) -> None:
    post(agent, make_entry(external_id="run"))
    with pytest.raises(ContentDiffers) as refusal:
        post(agent, make_entry(external_id="run", **changed))
    assert refusal.value.code == "content_differs"
    assert counts() == [1] * 7


def test_another_workspace_may_use_the_id_too(agent: Agent) -> None:
    other = make_agent(make_workspace())
    post(agent, make_entry(external_id="run"))
    assert post(other, make_entry(external_id="run", task="another")).created


def test_twenty_identical_posts_make_one_episode(agent: Agent) -> None:
    for _ in rounds(10, 2):
        entry = make_entry()
        made = at_once(*[partial(post, agent, entry)] * 20)
        assert not errors(made)
        recorded = [each for each in made if isinstance(each, Recorded)]
        assert sum(each.created for each in recorded) == 1
        assert len({each.episode.pk for each in recorded}) == 1
    assert len(set(counts()[:3] + counts()[5:])) == 1


def test_writers_that_leave_the_same_things_open_do_not_block_for_ever(
    agent: Agent,
) -> None:
    for number in rounds(40, 8):
        about = [{"kind": "pump", "id": f"P-{number}-{i}"} for i in range(12)]
        there = tuple(ResidueEntry("question", "?", (end,)) for end in about)
        back = tuple(reversed(there))
        entries = [make_entry(residue=there), make_entry(residue=back)]
        made = at_once(*[partial(post, agent, each) for each in entries])
        assert not errors(made)
