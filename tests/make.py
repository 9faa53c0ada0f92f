"""Makes what tests need, through the real actions."""

import datetime
import itertools
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User

from memory.actions.found_workspace import (
    add_agent,
    add_member,
    found_workspace,
    issue_key,
)
from memory.actions.record import record
from memory.jobs.distil import drain
from memory.jobs.gate import pass_gate
from memory.models import (
    Actor,
    Agent,
    ApiKey,
    Episode,
    Membership,
    Receipt,
    Workspace,
)
from memory.queries.clock import database_now
from memory.rules.entry import EpisodeEntry, ObservationEntry, SourceEntry

NOON = datetime.datetime(2026, 11, 1, 12, tzinfo=datetime.UTC)
PASSWORD = "a long enough pass phrase"
_numbers = itertools.count(1)


def make_workspace(
    *, lag: datetime.timedelta = datetime.timedelta(minutes=1), slug: str = ""
) -> Workspace:
    """A workspace with the seeded predicates."""
    slug = slug or f"plant-{next(_numbers)}"
    return found_workspace(name=slug.title(), slug=slug, lag=lag)


def make_agent(workspace: Workspace, *, name: str = "") -> Agent:
    """An agent without a key."""
    return add_agent(workspace=workspace, name=name or f"agent-{next(_numbers)}")


def make_member(
    workspace: Workspace, *, role: str = "curator", username: str = ""
) -> Membership:
    """A person who can sign in with PASSWORD."""
    username = username or f"person-{next(_numbers)}"
    user = User.objects.create_user(username, password=PASSWORD)
    return add_member(workspace=workspace, user=user, role=role)


def make_key(
    owner: Agent | Membership, *, scopes: Sequence[str] = (), one_voice: bool = False
) -> tuple[ApiKey, str]:
    """A key with its secret; by default with every scope that its owner may have."""
    agents = ["ingest", "read", "gate", "retract"]
    everything = agents if isinstance(owner, Agent) else [*agents, "curate", "admin"]
    return issue_key(owner=owner, scopes=scopes or everything, one_voice=one_voice)


def make_source(ref: str = "doc", **changes: Any) -> SourceEntry:
    """A diagram with a URI of its own unless told otherwise."""
    given: dict[str, Any] = {
        "kind": "document",
        "uri": f"doc://plant/{ref}.pdf",
        "title": f"Diagram {ref}",
        "as_of": "2024-03-01",
    }
    return SourceEntry(ref=ref, **(given | changes))


def make_observation(
    ref: str = "o1", text: str = "Line 12 runs from P-101A to V-12.", **changes: Any
) -> ObservationEntry:
    """What an agent read in the source `doc`."""
    given: dict[str, Any] = {"source": "doc", "observed_at": NOON, "locator": "sheet 3"}
    return ObservationEntry(ref=ref, text=text, **(given | changes))


def make_conclusion(
    subject: str = "P-101A", object_: str = "V-12", **changes: Any
) -> dict[str, Any]:
    """A declared conclusion: one pump feeds one separator, resting on o1."""
    return {
        "subject": {"kind": "pump", "id": subject},
        "predicate": "feeds",
        "object": {"kind": "separator", "id": object_},
        "confidence": 0.8,
        "supports": ["o1"],
        "text": f"{subject} feeds {object_}",
    } | changes


def make_entry(**changes: Any) -> EpisodeEntry:
    """An episode with one source, one observation and one conclusion."""
    given: dict[str, Any] = {
        "external_id": f"run-{next(_numbers)}",
        "task": "which pump feeds V-12",
        "started_at": NOON,
        "closed_at": NOON,
        "sources": (make_source(),),
        "observations": (make_observation(),),
        "conclusions": (make_conclusion(),),
    }
    return EpisodeEntry(**(given | changes))


def record_episode(by: Agent, **changes: Any) -> Episode:
    """Record an episode that waits for a worker."""
    recorded = record(
        workspace=by.workspace,
        entry=make_entry(**changes),
        by=Actor(agent=by),
        key=None,
        now=database_now(),
    )
    return recorded.episode


def distil_episode(by: Agent, **changes: Any) -> Episode:
    """Record an episode and let a worker distil it."""
    episode = record_episode(by, **changes)
    drain()
    return episode


def known[T](found: T | None) -> T:
    """What cannot be missing here."""
    assert found is not None
    return found


def ask_gate(agent: Agent, message: str = "What feeds V-12?", **more: Any) -> Receipt:
    """What an agent is told before it sends a message, as the receipt says."""
    passed = pass_gate(
        workspace=agent.workspace, by=Actor(agent=agent), message=message, **more
    )
    return passed.receipt
