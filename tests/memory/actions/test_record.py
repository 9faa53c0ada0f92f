"""Episodes are recorded whole and once, or opened, appended to and closed."""

import datetime
from functools import partial

import pytest
from django.db import IntegrityError

from memory.actions.record import (
    ContentDiffers,
    Recorded,
    append,
    close,
    open_episode,
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


def post(agent: Agent, entry: EpisodeEntry) -> Recorded:
    return record(
        workspace=agent.workspace,
        entry=entry,
        by=Actor(agent=agent),
        key=None,
        now=database_now(),
    )


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
