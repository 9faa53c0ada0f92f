"""The plant whose question about P-104 a maintenance record comes near."""

import datetime
from typing import Any
from uuid import UUID

from memory.actions.promote import promote
from memory.models import Agent, Claim, Workspace
from memory.queries.clock import database_now
from memory.rules.entry import ResidueEntry
from tension.actions.surface import surface_round
from tension.models import Collision, Tension
from tests.make import distil_episode, make_conclusion, make_observation
from tests.settled import listen

QUESTION = "Why was P-104 never commissioned?"


def part(one: str, other: str) -> dict[str, Any]:
    """A conclusion that one thing is part of another."""
    ends = {
        "subject": {"kind": "part", "id": one},
        "object": {"kind": "part", "id": other},
    }
    return make_conclusion(predicate="part_of", text=f"{one} is in {other}") | ends


def leave_open(agent: Agent) -> Tension:
    """P-104 is in train 2, that in hall B, that on the site; and nobody knows why."""
    Workspace.objects.filter(pk=agent.workspace_id).update(lag=datetime.timedelta(0))
    agent.workspace.refresh_from_db()
    about = ({"kind": "part", "id": "P-104"},)
    distil_episode(
        agent,
        task="find out about P-104",
        observations=(make_observation(text="P-104 stands in train 2, hall B."),),
        conclusions=(
            part("P-104", "train 2"), part("train 2", "hall B"), part("hall B", "site"),
        ),
        residue=(ResidueEntry("question", QUESTION, about),),
    )  # fmt: skip
    promote(workspace=agent.workspace, now=database_now())
    listen()
    surface_round(workspace=agent.workspace, now=database_now())
    return Tension.objects.get(statement=QUESTION)


def report(agent: Agent, where: str, what: str) -> Claim:
    """A maintenance record about something that stands somewhere."""
    distil_episode(
        agent,
        task="file a maintenance record",
        observations=(make_observation(text=f"{what} was filed in {where}."),),
        conclusions=(part(what, where),),
    )
    listen()
    return Claim.objects.get(subject__external_id=what)


def kept_open(agent: Agent) -> dict[str, UUID]:
    """A tension with a collision, by the names that pages' addresses use."""
    row = leave_open(agent)
    claim = report(agent, "hall B", "record 7")
    return {
        "tension": row.uid,
        "collision": Collision.objects.get(trigger_uid=claim.uid).uid,
    }
