"""Where derivations come from."""

import datetime
from dataclasses import dataclass

from memory.models import Actor, Episode, Workspace


@dataclass(frozen=True)
class Origin:
    """Where derivations come from: their episode, and who or what made them."""

    workspace: Workspace
    episode: Episode
    method: str
    model: str
    by: Actor
    now: datetime.datetime
