"""Keeps a world's log, so that each table about it holds rows."""

import datetime
import uuid
from typing import Any

from memory.actions.archive import archive
from memory.actions.erase import erase
from memory.actions.place_hold import place_hold
from memory.actions.review import Verdict, review
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
    archive_one(world)
    seal_log(workspace=workspace, now=now)
    Alarm.objects.create(
        workspace=workspace, found_at=now, cleared_at=None, derivations=[]
    )


def archive_one(world: World) -> None:
    """A claim that was rejected so long ago that it is in the archive."""
    value: dict[str, Any] = {"object": None, "value": {"number": "3", "unit": "bar"}}
    told = make_conclusion("P-old", predicate="has_pressure", **value)
    seen = make_observation(text="P-old is at 3 bar.")
    distil_episode(world.agent, observations=(seen,), conclusions=(told,))
    row = Claim.objects.get(workspace=world.workspace, subject__external_id="P-old")
    now = database_now()
    review(
        workspace=world.workspace,
        claim=row.uid,
        verdict=Verdict("reject", 1, reason="outdated"),
        by=Actor(member=world.member),
        now=now - datetime.timedelta(days=200),
    )
    assert archive(workspace=world.workspace, now=now) == 1
