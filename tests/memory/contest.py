"""Contests a world's evidence, so that each table about it holds rows of every kind."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from memory.actions.reinstate import reinstate
from memory.actions.resolve_dispute import resolve_dispute
from memory.actions.retract import Target, retract
from memory.actions.retract_later import retract_later
from memory.actions.review import Verdict, review
from memory.actions.settle_conflict import ConflictSettlement, settle_conflict
from memory.jobs.distil import drain
from memory.models import (
    Actor,
    Agent,
    Claim,
    Conflict,
    Dispute,
    Endorsement,
    Episode,
    Membership,
    Observation,
    Workspace,
)
from memory.queries.clock import database_now
from memory.steps.settlement import Settlement
from tests.make import distil_episode, make_conclusion, make_observation, make_source


@dataclass(frozen=True)
class World:
    """A workspace and who acts in it."""

    workspace: Workspace
    agent: Agent
    member: Membership


def contest(world: World) -> None:
    """Retract by every kind of target, reinstate, defer, keep open, endorse."""
    episode = _tell(world)
    _retract(world, episode)
    now = database_now()
    waiting = Dispute.objects.filter(workspace=world.workspace, state="open")
    dispute = waiting.order_by("id").first()
    assert dispute is not None
    resolve_dispute(
        workspace=world.workspace,
        dispute=dispute.uid,
        settlement=Settlement("defer", dispute.version),
        by=Actor(member=world.member),
        now=now,
    )
    conflict = Conflict.objects.get(workspace=world.workspace)
    settle_conflict(
        workspace=world.workspace,
        conflict=conflict.uid,
        settlement=ConflictSettlement("keep_open", conflict.version),
        by=Actor(member=world.member),
        now=now,
    )
    Endorsement.objects.create(
        workspace=world.workspace,
        about=dispute.uid,
        version=1,
        action="uphold",
        member=world.member,
        at=now,
    )
    _accept_one(world)


def _accept_one(world: World) -> None:
    """The newest claim is in no queue."""
    distil_episode(world.agent, conclusions=(make_conclusion("P-z", "V-z"),))
    newest = Claim.objects.filter(workspace=world.workspace).latest("pk")
    review(
        workspace=world.workspace,
        claim=newest.uid,
        verdict=Verdict("accept", 1),
        by=Actor(member=world.member),
        now=database_now(),
    )


def _tell(world: World) -> Episode:
    refs = ("p", "q", "r", "s")
    return distil_episode(
        world.agent,
        sources=tuple(make_source(ref) for ref in refs),
        observations=tuple(make_observation(ref, source=ref) for ref in refs),
        conclusions=(
            *(make_conclusion(f"P-{x}", f"V-{x}", supports=[x]) for x in refs[:3]),
            make_conclusion("P-t", "V-q", supports=["s"]),
        ),
    )


def _retract(world: World, episode: Episode) -> None:
    """The newest record is in force and of a source; one of an observation too.

    A worker carries the newest one out.
    """
    seen = {x.ref: x for x in Observation.objects.filter(episode=episode)}
    by = Actor(agent=world.agent)
    back = _correct(world, Target(observation=seen["q"].uid), seen["s"].uid)
    reinstate(
        workspace=world.workspace,
        retraction=back,
        reason="It was right.",
        by=by,
        now=database_now(),
    )
    _correct(world, Target(observation=seen["p"].uid), seen["s"].uid)
    target = Target(source=seen["r"].source.node.uid)
    retract_later(**_correction(world, target, seen["s"].source.node.uid))
    drain()


def _correct(world: World, target: Target, replacement: UUID) -> UUID:
    found = retract(**_correction(world, target, replacement))
    assert found.retraction is not None
    return found.retraction.uid


def _correction(world: World, target: Target, replacement: UUID) -> dict[str, Any]:
    return {
        "workspace": world.workspace,
        "target": target,
        "kind": "correction",
        "reason": "Out of date.",
        "replacement": replacement,
        "by": Actor(agent=world.agent),
        "now": database_now(),
    }
