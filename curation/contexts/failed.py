"""Dead letters: distillations that were given up, with what went wrong."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from curation.contexts.words import speaker_of, task_of
from memory.models import Work, Workspace, WorkState


@dataclass(frozen=True)
class FailedRow:
    """One piece of work that was given up."""

    episode: UUID | None
    task: str
    who: str
    error: str
    attempts: int
    since: datetime | None


@dataclass(frozen=True)
class FailedPage:
    """All of them, newest first; `retried` were just queued again."""

    rows: list[FailedRow]
    more: str
    count: int
    retried: int
    title: str = "Failed distillations"
    toast: Any = None


def failed(workspace: Workspace) -> QuerySet[Work]:
    """Work that five runs did not finish."""
    rows = Work.objects.filter(workspace=workspace, state=WorkState.DEAD)
    return rows.select_related(
        "episode__words", "episode__agent", "episode__member__user"
    )


def row(work: Work) -> FailedRow:
    """One line of the list."""
    episode = work.episode
    return FailedRow(
        episode=episode.uid if episode else None,
        task=task_of(episode) if episode else work.get_kind_display(),
        who=speaker_of(episode) if episode else "",
        error=work.error,
        attempts=work.attempts,
        since=work.done_at,
    )
