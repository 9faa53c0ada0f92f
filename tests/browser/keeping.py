"""What a workspace has gone through whose log is kept, before a page is looked at."""

from typing import Any
from uuid import UUID

from memory.actions.erase import erase
from memory.actions.place_hold import place_hold
from memory.actions.review import Verdict, review
from memory.models import Actor, Agent, Claim, Episode, Membership, Observation
from memory.queries.clock import database_now
from tests.make import distil_episode, make_conclusion, make_observation


def keep_and_destroy(agent: Agent, lead: Membership) -> dict[str, UUID]:
    """One reading supersedes another, one text is held, one is erased."""
    supersede(agent, lead)
    distil_episode(
        agent,
        observations=(make_observation("held"), make_observation("gone", "Erase me.")),
        conclusions=(make_conclusion("P-gone", supports=["gone"]),),
    )
    now, seen = database_now(), Observation.objects.filter(workspace=agent.workspace)
    place_hold(
        workspace=agent.workspace,
        observations=[seen.get(ref="held").uid],
        holder=lead.uid,
        now=now,
    )
    erased = erase(
        workspace=agent.workspace,
        observation=seen.get(ref="gone").uid,
        reason="Asked for by the person.",
        by=Actor(member=lead),
        now=now,
    )
    return {
        "erasure": erased.certificate.uid,
        "supersession": Episode.objects.get(kind="supersession").uid,
    }


def supersede(agent: Agent, lead: Membership) -> None:
    """A pressure is read once more from the same text, and both are accepted."""
    for bar in ("5", "6"):
        value: dict[str, Any] = {
            "object": None,
            "value": {"number": bar, "unit": "bar"},
        }
        first = Observation.objects.filter(ref="gauge").first()
        told = make_conclusion(
            "P-55",
            predicate="has_pressure",
            supports=[str(first.uid) if first else "gauge"],
            **value,
        )
        text = "The gauge of P-55 reads 5 or 6 bar."
        ref = "again" if first else "gauge"
        distil_episode(
            agent, observations=(make_observation(ref, text),), conclusions=(told,)
        )
        review(
            workspace=agent.workspace,
            claim=Claim.objects.get(value_number=bar).uid,
            verdict=Verdict("accept", 1),
            by=Actor(member=lead),
            now=database_now(),
        )
