"""Episodes that a model reads, and what became of them."""

from typing import Any

from memory.models import Agent, Episode, RejectedCandidate, Work
from tests.make import distil_episode, make_observation

TEXT = "P-101A feeds V-12. It runs at 5 bar. P-102 does not feed V-13."


def read(agent: Agent, *texts: str, **changes: Any) -> Episode:
    observations = [
        make_observation(f"note {n}", text) for n, text in enumerate(texts or (TEXT,))
    ]
    given = {"conclusions": None, "observations": tuple(observations)}
    return distil_episode(agent, **(given | changes))


def reasons(episode: Episode) -> list[str]:
    rows = RejectedCandidate.objects.filter(episode=episode).order_by("position")
    return [row.reason for row in rows]


def work_of(episode: Episode) -> Work:
    return Work.objects.get(episode=episode)
