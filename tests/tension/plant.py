"""The plant whose tensions are kept: what agents report, and what is heard of it."""

from dataclasses import dataclass
from typing import Any

from memory.models import Actor, Claim, Membership, Node
from tension.models import Collision, Tension
from tests.memory.api.calls import (
    Caller,
    accept,
    agent_caller,
    conclusion,
    distil,
    member_of,
    observation,
)
from tests.settled import listen


@dataclass
class Plant:
    """An agent and a curator of one workspace."""

    agent: Caller
    curator: Caller

    @property
    def workspace(self) -> Any:
        """Their workspace."""
        return self.agent.workspace

    @property
    def person(self) -> Actor:
        """The curator as the author of a decision."""
        assert isinstance(self.curator.owner, Membership)
        return Actor(member=self.curator.owner)

    def link(self, one: str, other: str, *, believed: bool = True) -> Claim:
        """A claim between two things, accepted by the curator if it is believed."""
        told = distil(self.agent, conclusions=[edge(one, other)], **READING)
        found = told["claims"][0]
        if believed:
            accept(self.curator, found)
        return Claim.objects.select_related("state").get(uid=found["id"])

    def raise_(self, text: str, *about: str, **more: Any) -> Tension:
        """A tension that the agent raises about some things, attended to."""
        body = {"kind": "question", "text": text, "about": [thing(x) for x in about]}
        reply = self.agent.post("/tensions", body | more)
        assert reply.status_code == 201, reply.content
        listen()
        return Tension.objects.get(uid=reply.json()["id"])

    def triage(self, row: Tension, action: str, **given: Any) -> Any:
        """What the curator does, on the version of now; the reply."""
        row.refresh_from_db()
        body = {"version": row.version, "action": action} | given
        return self.curator.post(f"/tensions/{row.uid}/triage", body)

    def collisions(self, **query: str) -> list[dict[str, Any]]:
        """What the feed holds, once everything is heard."""
        listen()
        found: list[dict[str, Any]] = self.agent.get("/collisions", **query).json()[
            "items"
        ]
        return found

    def node(self, name: str) -> Node:
        """A thing by its name."""
        return Node.objects.get(workspace=self.workspace, external_id=name)


READING = {"observations": [observation(text="Seen on site.")]}


def make_plant() -> Plant:
    """A new workspace."""
    agent = agent_caller()
    return Plant(agent, member_of(agent))


def thing(name: str) -> dict[str, str]:
    """A name of a node."""
    return {"kind": "part", "id": name}


def edge(one: str, other: str, **changes: Any) -> dict[str, Any]:
    """A conclusion between two things."""
    given = {"predicate": "part_of", "text": f"{one} is part of {other}"}
    return conclusion(subject=thing(one), object=thing(other), **given | changes)


def state_of(row: Tension | Collision) -> str:
    """Its state as stored now."""
    row.refresh_from_db()
    return row.state
