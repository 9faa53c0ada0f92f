"""Collisions as pages show them: what met what, on which path, what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from curation.contexts.paths import Path, paths
from curation.contexts.words import statement, task_of
from memory.models import Claim, Episode, Node, Workspace
from tension.models import Collision, CollisionState, TriggerKind
from tension.queries.shares import JUDGED, Share, shares

VERDICTS = [(value, name) for value, name in CollisionState.choices if value in JUDGED]
TONES = {
    CollisionState.NEW: "disputed",
    CollisionState.PRODUCTIVE: "admissible",
    CollisionState.COINCIDENTAL: "retired",
    CollisionState.WRONG_PATH: "retired",
    CollisionState.WITHDRAWN: "superseded",
}


@dataclass(frozen=True)
class Work:
    """What met the tension, in words, and where it is shown."""

    kind: str
    words: str
    url: str


@dataclass(frozen=True)
class CollisionLine:
    """A collision with both sides and its path."""

    row: Collision
    work: Work
    path: Path
    tone: str
    distance: str

    @property
    def open(self) -> bool:
        """Whether it waits for a verdict."""
        return self.row.state == CollisionState.NEW


@dataclass(frozen=True)
class CollisionsPage:
    """The feed, newest first, and what came of those that were judged."""

    lines: list[CollisionLine]
    more: str
    filter: Any
    shares: list[Share]
    hub: int
    verdicts: list[tuple[str, str]] = field(default_factory=lambda: VERDICTS)
    title: str = "Collisions"
    toast: Any = None


def collisions_page(
    workspace: Workspace,
    rows: Sequence[Collision],
    more: str,
    chosen: Any,
    toast: Any = None,
) -> CollisionsPage:
    """A stretch of the feed."""
    return CollisionsPage(
        lines=lines(workspace, rows),
        more=more,
        filter=chosen,
        shares=shares(workspace),
        hub=settings.WARRANT_HUB_DEGREE,
        toast=toast,
    )


def lines(workspace: Workspace, rows: Sequence[Collision]) -> list[CollisionLine]:
    """Collisions in their order, in a constant number of statements."""
    ways, work = paths(workspace, rows), _work(workspace, rows)
    return [
        CollisionLine(
            row=row,
            work=work.get((row.trigger_kind, row.trigger_uid), GONE),
            path=ways[row.pk],
            tone=TONES[CollisionState(row.state)],
            distance=DISTANCES[row.distance],
        )
        for row in rows
    ]


DISTANCES = ("at the same node", "one claim away", "two claims away")
GONE = Work("work", "is no longer here", "")


def _work(
    workspace: Workspace, rows: Sequence[Collision]
) -> dict[tuple[str, UUID], Work]:
    uids = {row.trigger_uid for row in rows}
    slug = workspace.slug
    ends = ("subject", "predicate", "object")
    claims = Claim.objects.filter(workspace=workspace, uid__in=uids)
    episodes = Episode.objects.filter(workspace=workspace, uid__in=uids)
    nodes = Node.objects.filter(workspace=workspace, uid__in=uids)
    found = {
        (TriggerKind.CLAIM.value, row.uid): Work(
            "New claim", str(statement(row)), reverse("claim", args=[slug, row.uid])
        )
        for row in claims.select_related(*ends)
    }
    found |= {
        (TriggerKind.EPISODE.value, row.uid): Work(
            "Closed episode", task_of(row), reverse("episode", args=[slug, row.uid])
        )
        for row in episodes.select_related("words")
    }
    return found | {
        (TriggerKind.GATE.value, row.uid): Work(
            "Asked about at the gate", str(row), reverse("entity", args=[slug, row.uid])
        )
        for row in nodes
    }
