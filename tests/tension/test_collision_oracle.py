"""Collisions on random graphs are those that a search one by one finds."""

import datetime
import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import override_settings

from memory.actions.merge_nodes import merge_nodes
from memory.actions.promote import promote
from memory.actions.reinstate import reinstate
from memory.actions.retract import Target, retract
from memory.actions.undo import undo
from memory.models import Actor, Decision, Merge, Node, Observation, Retraction
from memory.queries.clock import database_now
from memory.rules.entry import ResidueEntry
from memory.rules.refused import Refused
from tension.actions import hear as hearing
from tension.actions.hear import hear
from tension.actions.raise_tension import Stated, raise_tension
from tension.jobs.attend import attend_all
from tension.models import Collision, Cursor, Tension
from tension.queries.events import Heard, next_events
from tests.make import (
    distil_episode,
    make_agent,
    make_member,
    make_observation,
    make_workspace,
)
from tests.memory.races.barrier import LONG
from tests.settled import listen
from tests.tension.brute import Found, expected
from tests.tension.plant import edge, thing

SEEDS = range(40 if LONG else 2)
HUBS = (5, 1000)
DAY = datetime.timedelta(days=1)


@pytest.fixture(params=HUBS, ids=["hubs", "no-hubs"])
def hub(request: pytest.FixtureRequest) -> Iterator[int]:
    with override_settings(WARRANT_HUB_DEGREE=request.param):
        yield request.param


class Story:
    """What happens at random in one workspace, all through the actions."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.workspace = make_workspace()
        self.agent = make_agent(self.workspace)
        self.by = Actor(member=make_member(self.workspace))

    def name(self) -> str:
        """A thing; the first ones are named most often."""
        return f"n{int(self.rng.random() ** 2 * 14)}"

    def report(self) -> None:
        """An episode: up to four claims, each on an observation, and a question."""
        pairs = [(self.name(), self.name()) for _ in range(self.rng.randint(1, 4))]
        left = ResidueEntry("question", "Why?", (thing(self.name()),))
        distil_episode(
            self.agent,
            observations=tuple(
                make_observation(f"o{n}", f"{one} is in {other}.")
                for n, (one, other) in enumerate(pairs)
            ),
            conclusions=tuple(
                edge(one, other, supports=[f"o{n}"])
                for n, (one, other) in enumerate(pairs)
                if one != other
            ),
            residue=(left,) if self.rng.random() < 0.3 else (),
        )

    def believe(self) -> None:
        """The lag of everything passes."""
        promote(workspace=self.workspace, now=database_now() + 2 * DAY)

    def ask(self) -> None:
        """A tension about one or two things."""
        nodes = Node.objects.filter(workspace=self.workspace, kind="part")
        uids = list(nodes.order_by("pk").values_list("uid", flat=True))
        if uids:
            about = self.rng.sample(uids, min(len(uids), self.rng.randint(1, 2)))
            stated = Stated("question", f"Question {self.rng.random()}?", nodes=about)
            given: Any = {"by": self.by, "now": database_now()}
            raise_tension(workspace=self.workspace, stated=stated, **given)

    def lose(self) -> None:
        """An observation is retracted, or one comes back."""
        given: Any = {"workspace": self.workspace, "by": self.by, "now": database_now()}
        rows = Retraction.objects.filter(reinstated_by=None).order_by("pk")
        if rows and self.rng.random() < 0.5:
            reinstate(retraction=self.rng.choice(rows).uid, reason="read anew", **given)
            return
        seen = Observation.objects.filter(
            workspace=self.workspace, supports__isnull=False, retractions=None
        )
        if found := list(seen.order_by("pk").distinct()):
            target = Target(observation=self.rng.choice(found).uid)
            retract(target=target, kind="retraction", reason="misread", **given)

    def merge(self) -> None:
        """Two things count as one, or no longer do."""
        given: Any = {"workspace": self.workspace, "by": self.by, "now": database_now()}
        merges = Merge.objects.filter(undone_by=None).order_by("pk")
        nodes = list(Node.objects.filter(kind="part").order_by("pk"))
        try:
            if merges and self.rng.random() < 0.4:
                last = Decision.objects.get(merges=self.rng.choice(merges))
                undo(decision=last.uid, **given)
            elif len(nodes) > 3:
                one, other = self.rng.sample(nodes, 2)
                merge_nodes(node=one.uid, into=other.uid, reason="one", **given)
        except Refused:
            return

    def go_on(self, steps: int, *, listening: bool) -> None:
        """Random things, one after another, heard at once or not."""
        acts = [self.report, self.report, self.believe, self.ask, self.lose, self.merge]
        for _ in range(steps):
            self.rng.choice(acts)()
            if listening and self.rng.random() < 0.5:
                listen()


def found() -> Found:
    """The collisions of unresolved tensions that were not withdrawn."""
    rows = Collision.objects.filter(state="new", tension__state="open")
    every = rows.values_list("tension_id", "trigger_kind", "trigger_uid", "distance")
    return set(every)


@pytest.mark.parametrize("seed", SEEDS)
def test_they_are_what_a_search_one_by_one_finds(
    transactional_db: None, hub: int, seed: int
) -> None:
    story = Story(seed)
    story.ask()
    for _ in range(4):
        story.go_on(8, listening=True)
        listen()
        assert found() == expected(story.workspace.pk, hub)
    assert found()


def shuffled(rng: random.Random) -> list[list[Heard]]:
    """All events, in any order, in stretches of any length."""
    events = next_events(Cursor(name="all"), 10_000)
    rng.shuffle(events)
    stretches = []
    while events:
        size = rng.randint(1, 9)
        stretches.append(events[:size])
        events = events[size:]
    return stretches


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_in_which_events_arrive_changes_nothing(
    transactional_db: None, hub: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = Story(100 + seed)
    story.go_on(24, listening=False)
    rng = random.Random(seed)
    for _ in range(2):
        Collision.objects.all().delete()
        Tension.objects.update(attended=False)
        for stretch in shuffled(rng):
            monkeypatch.setattr(hearing, "next_events", lambda *given, s=stretch: s)
            hear(now=database_now())
            if rng.random() < 0.2:
                attend_all()
        attend_all()
        assert found() == expected(story.workspace.pk, hub)
