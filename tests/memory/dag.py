"""Builds whole evidence graphs in the database by bulk rows, and reads them back."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import connection, transaction

from memory.models import (
    Action,
    Actor,
    Agent,
    Claim,
    Derivation,
    Observation,
    Workspace,
)
from memory.queries.clock import database_now
from memory.rules.lifecycle import Status
from memory.steps.status import decide
from tests.make import make_agent, make_workspace, record_episode
from tests.memory.dag_rows import (
    Step,
    write_claims,
    write_derivations,
    write_observations,
    write_supports,
)

__all__ = ["Dag", "Step", "build", "random_plan"]


@dataclass(frozen=True)
class Dag:
    """A graph in the database: rows by their numbers in the plan."""

    workspace: Workspace
    plan: Sequence[Step]
    claims: Sequence[Claim]
    observations: Sequence[Observation]
    derivations: Sequence[Derivation]
    agent: Agent = field(repr=False)

    def number(self) -> dict[int, int]:
        """The number of each claim by its key."""
        return {claim.pk: place for place, claim in enumerate(self.claims)}


def random_plan(rng: random.Random, claims: int, observations: int) -> list[Step]:
    """Shared premises, diamonds, one to three derivations a claim, fan-in up to four.

    Claims rest on claims before them in a random order, so numbers say nothing.
    """
    order = rng.sample(range(claims), claims)
    plan = []
    for place, claim in enumerate(order):
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
            near = order[max(0, place - 30) : place]
            premises = rng.sample(near, min(len(near), rng.choice((0, 1, 1, 2))))
            least = 0 if premises else 1
            count = min(observations, rng.randint(least, 2))
            seen = rng.sample(range(observations), count)
            plan.append(Step(claim, frozenset(seen), frozenset(premises)))
    return plan


def build(
    plan: Sequence[Step],
    claims: int,
    observations: int,
    *,
    agent: Agent | None = None,
    status: Status = Status.admissible,
    sources: int = 3,
) -> Dag:
    """Write a plan's rows in a constant number of statements."""
    agent = agent or make_agent(make_workspace())
    workspace, now = agent.workspace, database_now()
    episode = record_episode(agent, conclusions=())
    with transaction.atomic():
        seen = write_observations(episode, observations, sources, now)
        decision = decide(
            workspace, action=Action.ADMIT, by=Actor(policy="a test"), now=now
        )
        made = write_claims(workspace, claims, decision, status)
        derivations = write_derivations(episode, plan, made, now)
        write_supports(plan, made, seen, derivations)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE memory_support, memory_claimstatus, memory_observation")
    return Dag(workspace, plan, made, seen, derivations, agent)
