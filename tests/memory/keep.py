"""Keeps a world's log, so that each table about it holds rows."""

import uuid
from typing import Any

from memory.actions.erase import erase
from memory.actions.place_hold import place_hold
from memory.actions.seal_log import seal_log
from memory.models import Actor, Alarm, Claim, Observation
from memory.queries.clock import database_now
from tests.make import distil_episode, make_conclusion, make_observation
from tests.memory.contest import World


def keep(world: World) -> None:
    """Set a quota, hold one observation, erase what another one says, seal, alarm."""
    workspace, now = world.workspace, database_now()
    value: dict[str, Any] = {
        "object": None,
        "value": {"number": "7", "unit": "bar"},
    }
    workspace.episodes_per_day = 1000
    workspace.save()
    distil_episode(
        world.agent,
        observations=(
            make_observation("held"),
            make_observation("gone", "P-gone is at 7 bar."),
        ),
        conclusions=(
            make_conclusion(
                "P-gone", predicate="has_pressure", supports=["gone"], **value
            ),
        ),
    )
    place_hold(
        workspace=workspace,
        observations=[Observation.objects.get(workspace=workspace, ref="held").uid],
        holder=uuid.uuid4(),
        now=now,
    )
    erase(
        workspace=workspace,
        node=Claim.objects.get(workspace=workspace).subject.uid,
        reason="Asked for.",
        by=Actor(member=world.member),
        now=now,
    )
    seal_log(workspace=workspace, now=now)
    Alarm.objects.create(
        workspace=workspace, found_at=now, cleared_at=None, derivations=[]
    )
