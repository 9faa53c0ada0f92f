"""The plant whose evidence may leave, in the workspace that the pages are tested in."""

import datetime

from django.test import Client

from memory.actions.promote import promote
from memory.models import UNSETTLED, Agent, Claim, Dispute, Observation, Workspace
from memory.queries.clock import database_now
from tests.make import make_observation, make_source
from tests.memory.claims import claim as claim_of
from tests.memory.claims import states, tell


def build(agent: Agent) -> None:
    """A rests on o1, B on A, C on B or on o2, all promoted; o1 is all of one source.

    Every derivation has a κ of 0.8.
    """
    Workspace.objects.filter(pk=agent.workspace_id).update(lag=datetime.timedelta(0))
    agent.workspace.refresh_from_db()
    tell(
        agent,
        states("a", "o1", ref="a"),
        states("b", {"conclusion": "a"}, ref="b"),
        states("c", {"conclusion": "b"}),
        states("c", "o2"),
        sources=(make_source("doc"), make_source("log")),
        observations=(make_observation("o1"), make_observation("o2", source="log")),
    )
    promote(workspace=agent.workspace, now=database_now())


def source_of(ref: str) -> str:
    """The uid of the source of an observation."""
    found = Observation.objects.select_related("source__node").get(ref=ref)
    return str(found.source.node.uid)


def claim(agent: Agent, letter: str) -> Claim:
    """The claim of that letter."""
    return claim_of(agent.workspace, letter)


def dispute(agent: Agent, letter: str) -> Dispute:
    """The unsettled dispute of that claim."""
    found = Dispute.objects.filter(state__in=UNSETTLED)
    return found.get(claim=claim(agent, letter))


def retract(desk: Client, ref: str = "o1", **fields: str) -> None:
    """Retract the source of an observation through its page."""
    path = f"/w/plant/sources/{source_of(ref)}/retract/"
    seen = desk.get(path).context["page"].form.now
    given = {"seen": seen, "kind": "retraction", "reason": "It is out of date."}
    answer = desk.post(path, given | fields)
    assert answer.status_code == 303, answer.content.decode()
