"""Builds whole evidence graphs in the database by bulk rows, and reads them back."""

import datetime
import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import connection, transaction

from memory.models import (
    Action,
    Actor,
    Agent,
    Claim,
    ClaimStatus,
    Decision,
    Derivation,
    DerivationText,
    Episode,
    EpisodeSource,
    Node,
    Observation,
    ObservationText,
    Predicate,
    Source,
    StatusEvent,
    Support,
    Workspace,
)
from memory.queries.clock import database_now
from memory.rules.lifecycle import Status
from memory.steps.status import decide
from tests.make import make_agent, make_workspace, record_episode


@dataclass(frozen=True)
class Step:
    """One derivation by number: the claim, observations and premises it joins."""

    claim: int
    observations: frozenset[int]
    premises: frozenset[int]


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
        seen = _observations(episode, observations, sources, now)
        decision = decide(
            workspace, action=Action.ADMIT, by=Actor(policy="a test"), now=now
        )
        made = _claims(workspace, claims, decision, status)
        derivations = _derivations(episode, plan, made, now)
        _supports(plan, made, seen, derivations)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE memory_support, memory_claimstatus, memory_observation")
    return Dag(workspace, plan, made, seen, derivations, agent)


def _observations(
    episode: Episode, count: int, sources: int, now: datetime.datetime
) -> list[Observation]:
    nodes = Node.objects.bulk_create(
        Node(
            workspace=episode.workspace,
            uid=_uid(episode.pk, "source", place),
            kind="source",
            external_id=f"{episode.pk}/{place}",
            recorded_at=now,
        )
        for place in range(sources)
    )
    drawn = Source.objects.bulk_create(
        Source(
            workspace=episode.workspace,
            node=node,
            kind="document",
            voice=node.uid,
            recorded_at=now,
        )
        for node in nodes
    )
    EpisodeSource.objects.bulk_create(
        EpisodeSource(
            workspace=episode.workspace, episode=episode, source=x, ref=f"s{x.pk}"
        )
        for x in drawn
    )
    rows = Observation.objects.bulk_create(
        Observation(
            workspace=episode.workspace,
            episode=episode,
            source=drawn[place % sources],
            ref=f"made {place}",
            observed_at=now,
            recorded_at=now,
            commitment=b"x" * 32,
        )
        for place in range(count)
    )
    ObservationText.objects.bulk_create(
        ObservationText(observation=row, text="It says so.") for row in rows
    )
    return rows


def _claims(
    workspace: Workspace, count: int, decision: Decision, status: Status
) -> list[Claim]:
    node = Node.objects.create(
        workspace=workspace,
        uid=_uid(decision.pk, "thing", 0),
        kind="thing",
        external_id=f"thing {decision.pk}",
        recorded_at=decision.at,
    )
    predicate = Predicate.objects.get(workspace=workspace, name="also_known_as")
    rows = Claim.objects.bulk_create(
        Claim(
            workspace=workspace,
            uid=_uid(decision.pk, "claim", place),
            type="attribute",
            subject=node,
            predicate=predicate,
            value_kind="text",
            value_text=f"{place}",
            recorded_at=decision.at,
        )
        for place in range(count)
    )
    ClaimStatus.objects.bulk_create(
        ClaimStatus(
            claim=row, status=status, cause_kind="episode", changed_at=decision.at
        )
        for row in rows
    )
    StatusEvent.objects.bulk_create(
        StatusEvent(
            workspace=workspace,
            claim=row,
            decision=decision,
            after=status,
            version=1,
            at=decision.at,
        )
        for row in rows
    )
    return rows


def _derivations(
    episode: Episode,
    plan: Sequence[Step],
    claims: Sequence[Claim],
    now: datetime.datetime,
) -> list[Derivation]:
    rows = Derivation.objects.bulk_create(
        Derivation(
            workspace=episode.workspace,
            claim=claims[step.claim],
            episode=episode,
            kappa=0.5 + (place % 5) / 10,
            method="declared",
            recorded_at=now,
            commitment=b"x" * 32,
        )
        for place, step in enumerate(plan)
    )
    DerivationText.objects.bulk_create(
        DerivationText(derivation=row, text=f"reading {row.pk}") for row in rows
    )
    return rows


def _supports(
    plan: Sequence[Step],
    claims: Sequence[Claim],
    observations: Sequence[Observation],
    derivations: Sequence[Derivation],
) -> None:
    rows = []
    for step, derivation in zip(plan, derivations, strict=True):
        shared = {
            "workspace_id": derivation.workspace_id,
            "derivation": derivation,
            "claim": claims[step.claim],
        }
        rows += [
            Support(**shared, observation=observations[x], span_start=0, span_end=2)
            for x in sorted(step.observations)
        ]
        rows += [Support(**shared, premise=claims[x]) for x in sorted(step.premises)]
    Support.objects.bulk_create(rows)


def _uid(owner: int, kind: str, place: int) -> uuid.UUID:
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{owner}/{kind}/{place}")
