"""Beliefs are checked down to live observations whenever they leave the store."""

import random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.models import Agent, Claim
from memory.queries.beliefs import beliefs
from memory.queries.evidence import resolve_now
from memory.rules.candidate import NodeName
from memory.rules.edit import Edit
from memory.rules.lifecycle import Status
from tests.make import make_agent, make_member, make_observation, make_workspace
from tests.memory.claims import claim, lose, put, seen, states, status, tell
from tests.memory.queries.oracle import damage, draw, withdraw
from tests.memory.races.barrier import rounds
from tests.memory.world import World, decide

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace())


@pytest.mark.parametrize("state", ["compacted", "erased"])
def test_a_belief_falls_with_its_evidence_at_once(agent: Agent, state: str) -> None:
    first = tell(agent, states("A"))
    tell(agent, states("B", claim(agent.workspace, "A")), states("C"))
    tell(agent, states("D", claim(agent.workspace, "B")))
    for letter in "ABCD":
        put(claim(agent.workspace, letter), Status.admissible)
    lose(first, state=state)
    found = {letter: seen(agent.workspace, letter) for letter in "ABCD"}
    assert [found[letter].status for letter in "ABCD"] == [
        "unverified",
        "unverified",
        "admissible",
        "unverified",
    ]
    assert not found["D"].admissible
    assert found["D"].why_not == "No derivation of it rests on live evidence."
    assert status(agent.workspace, "D") == "admissible"


def test_dead_supports_are_named(agent: Agent) -> None:
    two = (make_observation(), make_observation("o2", text="Also."))
    first = tell(agent, states("A", "o1", "o2"), observations=two)
    tell(agent, states("B", claim(agent.workspace, "A")))
    assert seen(agent.workspace, "A").dead_supports == ()
    lose(first, "o2")
    (dead,) = seen(agent.workspace, "A").dead_supports
    assert dead.observation == first.observations.get(ref="o2")
    assert dead.quote is None
    (dead,) = seen(agent.workspace, "B").dead_supports
    assert dead.premise == claim(agent.workspace, "A")


def test_another_derivation_keeps_a_belief_and_its_confidence(agent: Agent) -> None:
    first = tell(agent, states("A", confidence=0.9))
    tell(agent, states("A", confidence=0.5))
    tell(agent, states("B", claim(agent.workspace, "A")))
    for letter in "AB":
        put(claim(agent.workspace, letter), Status.admissible)
    assert seen(agent.workspace, "A").confidence.independent == pytest.approx(0.95)
    lose(first)
    now = seen(agent.workspace, "A")
    assert now.confidence.independent == pytest.approx(0.5)
    assert [each.live for each in now.derivations] == [False, True]
    assert seen(agent.workspace, "B").admissible


@pytest.mark.parametrize("ended", [Status.retired, Status.superseded])
def test_what_rests_on_an_ended_claim_falls(agent: Agent, ended: Status) -> None:
    tell(agent, states("A"))
    tell(agent, states("B", claim(agent.workspace, "A")))
    put(claim(agent.workspace, "B"), Status.admissible)
    put(claim(agent.workspace, "A"), ended)
    assert seen(agent.workspace, "B").status == "unverified"
    assert seen(agent.workspace, "A").status == ended


@pytest.mark.parametrize("seed", rounds(40, 4))
def test_random_graphs_resolve_as_the_oracle_says(agent: Agent, seed: int) -> None:
    chance = random.Random(seed)
    oracle = draw(agent, chance)
    withdraw(agent, oracle)
    damage(agent, oracle, chance)
    rows = {row.subject.external_id[5:]: row for row in Claim.objects.all()}
    evidence = resolve_now([row.pk for row in rows.values()])
    for name, row in rows.items():
        assert evidence.stands(row.pk) == oracle.stands(name), name
        numbers = [n for n, (head, *_) in enumerate(oracle.derivations) if head == name]
        live = [oracle.is_live(number) for number in numbers]
        found = evidence.live_derivations(row.pk)
        every = row.derivations.order_by("id").values_list("pk", flat=True)
        assert [pk in found for pk in every] == live, name
        assert resolve_now([row.pk]).stands(row.pk) == oracle.stands(name)


def test_the_cost_in_statements_is_that_of_a_few(agent: Agent) -> None:
    more_of_everything(agent, 1)
    few = statements(agent)
    for number in range(2, 8):
        more_of_everything(agent, number)
    assert statements(agent) == few


def more_of_everything(agent: Agent, number: int) -> None:
    """A claim on a claim, one rejected, one reworded and one superseded."""
    names = [f"{letter}{number}" for letter in "ABCD"]
    tell(agent, *[states(name, valid_from="2026-01-01T00:00:00Z") for name in names])
    first, second, third, fourth = (claim(agent.workspace, name) for name in names)
    tell(agent, states(f"X{number}", first, second), states(f"A{number}"))
    world = World(agent.workspace, agent, make_member(agent.workspace))
    decide(world, second, "reject", reason="wrong")
    decide(world, third, "edit", Edit(kappa=0.5))
    put(fourth, Status.admissible)
    target = NodeName("separator", f"other {number}")
    decide(world, fourth, "edit", Edit(target=target))


def statements(agent: Agent) -> int:
    """How many statements all beliefs of the workspace take, looked at closely."""
    pks = list(Claim.objects.values_list("pk", flat=True))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        found = beliefs(agent.workspace, pks)
        for each in found.values():
            touch(each)
    assert len(found) == len(pks)
    return len(queries)


def touch(belief: Any) -> None:
    """Read everything that a page shows of a belief."""
    assert belief.text
    assert belief.statement
    assert belief.why_not or belief.admissible
    assert belief.confidence.direction is not None
    for derivation in belief.derivations:
        assert str(derivation.episode.agent or derivation.episode.member)
        for support in derivation.supports:
            assert support.quote or str(support.premise)
    _ = belief.weakest_premise, belief.dead_supports, belief.validity
