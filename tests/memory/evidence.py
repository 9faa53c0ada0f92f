"""A small plant whose evidence is taken away and given back."""

import datetime
from dataclasses import dataclass
from typing import Any

from memory.actions.promote import promote
from memory.actions.reinstate import Reinstated, reinstate
from memory.actions.resolve_dispute import resolve_dispute
from memory.actions.retract import Retracted, Target, retract
from memory.actions.undo import undo
from memory.models import (
    UNSETTLED,
    Actor,
    Agent,
    Decision,
    Dispute,
    Episode,
    Membership,
    Observation,
    Workspace,
)
from memory.queries.clock import database_now
from memory.steps.settlement import Settled, Settlement
from tests.make import (
    known,
    make_agent,
    make_member,
    make_observation,
    make_source,
    make_workspace,
)
from tests.memory.claims import claim, states, status, tell


@dataclass(frozen=True)
class Plant:
    """a rests on o1; b on a; c on b, and by itself on o2; d on o3."""

    workspace: Workspace
    agent: Agent
    curator: Membership
    episode: Episode

    @property
    def by(self) -> Actor:
        """The curator."""
        return Actor(member=self.curator)

    def observation(self, ref: str) -> Observation:
        """The observation of that ref."""
        return Observation.objects.get(episode=self.episode, ref=ref)

    def status(self, letters: str = "abcd") -> dict[str, str]:
        """Stored statuses by letter."""
        return {letter: status(self.workspace, letter) for letter in letters}

    def dispute(self, letter: str) -> Dispute:
        """The unsettled dispute of the claim."""
        return Dispute.objects.get(
            claim=claim(self.workspace, letter), state__in=UNSETTLED
        )


def make_plant(*, promoted: bool = True) -> Plant:
    """The plant, past its quarantine unless told otherwise."""
    workspace = make_workspace(lag=datetime.timedelta(0 if promoted else 3600))
    agent = make_agent(workspace)
    episode = tell(
        agent,
        states("a", "o1", ref="a"),
        states("b", {"conclusion": "a"}, ref="b"),
        states("c", {"conclusion": "b"}),
        states("c", "o2"),
        states("d", "o3"),
        sources=(make_source("doc"), make_source("log")),
        observations=(
            make_observation("o1"),
            make_observation("o2", source="log"),
            make_observation("o3", source="log"),
        ),
    )
    promote(workspace=workspace, now=database_now())
    return Plant(workspace, agent, make_member(workspace), episode)


def take(plant: Plant, ref: str, kind: str = "retraction", **changes: Any) -> Retracted:
    """Retract an observation as the agent."""
    given: dict[str, Any] = {
        "target": Target(observation=plant.observation(ref).uid) if ref else None,
        "reason": "The drawing is out of date.",
        "by": Actor(agent=plant.agent),
    }
    return retract(
        workspace=plant.workspace, kind=kind, now=database_now(), **(given | changes)
    )


def give(plant: Plant, taken: Retracted, **changes: Any) -> Reinstated:
    """Reinstate it."""
    assert taken.retraction is not None
    given: dict[str, Any] = {"reason": "It was right.", "by": Actor(agent=plant.agent)}
    return reinstate(
        workspace=plant.workspace,
        retraction=taken.retraction.uid,
        now=database_now(),
        **(given | changes),
    )


def resolve(plant: Plant, letter: str, action: str, **changes: Any) -> Settled:
    """Resolve a claim's dispute as the curator who sees it now."""
    found = plant.dispute(letter)
    dry_run = changes.pop("dry_run", False)
    by = changes.pop("by", plant.by)
    given: dict[str, Any] = {"version": found.version, "action": action}
    return resolve_dispute(
        workspace=plant.workspace,
        dispute=found.uid,
        settlement=Settlement(**(given | changes)),
        by=by,
        now=database_now(),
        dry_run=dry_run,
    )


def undo_it(plant: Plant, decision: Decision | None) -> Decision:
    """Undo a decision as the curator."""
    assert decision is not None
    return known(
        undo(
            workspace=plant.workspace,
            decision=decision.uid,
            by=plant.by,
            now=database_now(),
        )
    )
