"""The page of a retraction that a worker carries out."""

import datetime
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from curation.contexts.retractions import Subject
from memory.models import Retraction
from memory.queries.operations import OperationView
from memory.queries.retractions import RetractionView, retraction

# How it stands, as (shape, words).
STATES = {
    "queued": ("quarantined", "Waiting for a worker"),
    "running": ("running", "Retracting"),
    "failed": ("failed", "Not retracted"),
    "done": ("admissible", "Retracted"),
}


@dataclass(frozen=True)
class RetractingPage:
    """How far it is; `done` is what it came to, `said` why it came to nothing."""

    uid: UUID
    subject: Subject
    path: str
    shape: str
    word: str
    running: bool
    asked_at: datetime.datetime
    said: str
    done: RetractionView | None
    title: str
    toast: Any = None

    @property
    def disputed(self) -> int:
        """How many claims it put into dispute."""
        counts = self.done.counts if self.done else {}
        return counts.get("lost", 0) + counts.get("weakened", 0)


def retracting_page(view: OperationView, subject: Subject, path: str) -> RetractingPage:
    """The page, in a constant number of statements."""
    shape, word = STATES[view.state]
    row = view.operation
    return RetractingPage(
        uid=row.uid,
        subject=subject,
        path=path,
        shape=shape,
        word=word,
        running=view.state in {"queued", "running"},
        asked_at=row.created_at,
        said=view.failures[0].message if view.failures else view.error,
        done=_done(row.retraction),
        title=f"Retracting {subject.title}",
    )


def _done(found: Retraction | None) -> RetractionView | None:
    return retraction(found.workspace, found.uid) if found else None
