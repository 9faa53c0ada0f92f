"""An open episode grows until it is closed, whole appends at a time."""

import datetime
from functools import partial

import pytest

from memory.actions.record import (
    append,
    close,
    open_episode,
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
from memory.rules.refused import Missing, Refused
from tests.make import (
    NOON,
    make_agent,
    make_conclusion,
    make_entry,
    make_observation,
    make_source,
    make_workspace,
)
from tests.memory.races.barrier import at_once, errors, rounds

pytestmark = pytest.mark.django_db(transaction=True)
WRITTEN = (Episode, EpisodeText, EpisodeSource, Source, Node, Observation, Work)


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace())


def begin(agent: Agent) -> Episode:
    return open_episode(
        workspace=agent.workspace,
        entry=make_entry(closed_at=None, observations=(), conclusions=None),
        by=Actor(agent=agent),
        key=None,
        now=database_now(),
    ).episode


def add(agent: Agent, episode: Episode, *refs: str, source: str = "doc") -> None:
    append(
        workspace=agent.workspace,
        episode=episode.uid,
        sources=(),
        observations=[make_observation(ref, source=source) for ref in refs],
        by=Actor(agent=agent),
        now=database_now(),
    )


def end(agent: Agent, episode: Episode, at: datetime.datetime = NOON) -> Episode:
    return close(
        workspace=agent.workspace,
        episode=episode.uid,
        closed_at=at,
        conclusions=[make_conclusion()],
        residue=(),
        by=Actor(agent=agent),
        now=database_now(),
    )


def test_an_episode_grows_until_it_is_closed(agent: Agent) -> None:
    episode = begin(agent)
    add(agent, episode, "o1", "o2")
    add(agent, episode, "o3")
    assert Work.objects.count() == 0
    end(agent, episode)
    assert [row.ref for row in episode.observations.order_by("id")] == [
        "o1",
        "o2",
        "o3",
    ]
    assert Work.objects.get().episode_id == episode.pk
    with pytest.raises(Refused) as refusal:
        add(agent, episode, "o4")
    assert refusal.value.code == "episode_closed"
    with pytest.raises(Refused) as refusal:
        end(agent, episode)
    assert refusal.value.code == "episode_closed"


@pytest.mark.parametrize(
    ("refs", "source", "code", "field"),
    [
        (["o2", "o1"], "doc", "duplicate_ref", "observations.1.ref"),
        (["o2", "o2"], "doc", "duplicate_ref", "observations.1.ref"),
        (["o2"], "paper", "unknown_source", "observations.0.source"),
    ],
)
def test_what_cannot_be_appended_leaves_nothing(
    agent: Agent, refs: list[str], source: str, code: str, field: str
) -> None:
    episode = begin(agent)
    add(agent, episode, "o1")
    with pytest.raises(Refused) as refusal:
        add(agent, episode, *refs, source=source)
    assert (refusal.value.code, refusal.value.field) == (code, field)
    assert Observation.objects.count() == 1


def test_a_source_is_named_once(agent: Agent) -> None:
    episode = begin(agent)
    with pytest.raises(Refused) as refusal:
        append(
            workspace=agent.workspace,
            episode=episode.uid,
            sources=[make_source("doc", uri="doc://other")],
            observations=[],
            by=Actor(agent=agent),
            now=database_now(),
        )
    assert (refusal.value.code, refusal.value.field) == (
        "duplicate_ref",
        "sources.0.ref",
    )
    assert Source.objects.count() == 1


def test_an_episode_does_not_end_before_it_starts(agent: Agent) -> None:
    episode = begin(agent)
    with pytest.raises(Refused) as refusal:
        end(agent, episode, NOON - datetime.timedelta(seconds=1))
    assert (refusal.value.code, refusal.value.field) == ("range", "closed_at")
    episode.refresh_from_db()
    assert episode.closed_at is None


def test_only_its_author_goes_on_with_an_episode(agent: Agent) -> None:
    episode = begin(agent)
    for other in (make_agent(agent.workspace), make_agent(make_workspace())):
        with pytest.raises(Missing):
            add(other, episode, "o1")
        with pytest.raises(Missing):
            end(other, episode)


def test_appends_at_once_all_arrive(agent: Agent) -> None:
    episode = begin(agent)
    made = at_once(*[partial(add, agent, episode, f"o{i}") for i in range(8)])
    assert not errors(made)
    assert episode.observations.count() == 8


def test_an_append_beside_a_close_is_in_or_refused(agent: Agent) -> None:
    for _ in rounds(50, 5):
        episode = begin(agent)
        add(agent, episode, "o1")
        added, closed = at_once(
            partial(add, agent, episode, "o2"), partial(end, agent, episode)
        )
        assert not isinstance(closed, Exception)
        kept = episode.observations.count()
        assert kept == (1 if isinstance(added, Refused) else 2)
