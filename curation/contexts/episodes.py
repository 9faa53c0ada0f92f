"""The episodic log: what each episode holds and how its distillation stands."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from curation.contexts.words import speaker_of, task_of
from curation.filters import EpisodeFilter
from memory.models import (
    Derivation,
    Episode,
    Observation,
    RejectedCandidate,
    Work,
    Workspace,
    WorkState,
)

# Why a candidate was refused, in words.
REFUSALS = {
    "no_support": "No support given",
    "unknown_support": "Rests on something that is not in the log",
    "dead_support": "Rests on evidence that no longer resolves",
    "cycle": "Would rest on itself",
    "unknown_predicate": "Unknown predicate",
    "quote_not_found": "Quote not found in its observation",
    "number_not_grounded": "A number is in none of the quotes",
    "echo": "Repeats what the gate had served",
    "rejected_before": "Rejected by a person before",
}
# How the distillation of an episode stands, as (shape, word).
STATES = {
    WorkState.QUEUED: ("quarantined", "Queued"),
    WorkState.RUNNING: ("running", "Distilling"),
    WorkState.DONE: ("admissible", "Distilled"),
    WorkState.DEAD: ("failed", "Failed"),
}


@dataclass(frozen=True)
class Progress:
    """How far distillation is; `retry` is the work that a person may start again."""

    shape: str
    word: str
    attempts: int = 0
    error: str = ""
    running: bool = False
    retry: UUID | None = None


@dataclass(frozen=True)
class EpisodeRow:
    """One episode of the list."""

    uid: UUID
    task: str
    kind: str
    who: str
    at: datetime
    observations: int
    claims: int
    rejected: int
    progress: Progress | None


@dataclass(frozen=True)
class EpisodesPage:
    """The episodic log, filtered."""

    rows: list[EpisodeRow]
    more: str
    filter: EpisodeFilter
    title: str = "Episodes"


def episodes(workspace: Workspace) -> QuerySet[Episode]:
    """Episodes with their words, authors and work, and how much each holds."""
    return (
        Episode.objects.filter(workspace=workspace)
        .select_related("words", "agent", "member__user")
        .prefetch_related("work")
        .annotate(
            observed=_count(Observation.objects.all()),
            asserted=_count(Derivation.objects.all()),
            refused=_count(RejectedCandidate.objects.all()),
        )
    )


def _count(rows: QuerySet[Any]) -> Coalesce:
    counted = (
        rows.order_by()
        .filter(episode=OuterRef("pk"))
        .values("episode")
        .annotate(n=Count("pk"))
    )
    return Coalesce(Subquery(counted.values("n")), 0)


def row(episode: Episode) -> EpisodeRow:
    """One line of the list, from a row that `episodes` loaded."""
    counts = {name: getattr(episode, name, 0) for name in ("observed", "asserted")}
    return EpisodeRow(
        uid=episode.uid,
        task=task_of(episode),
        kind=episode.get_kind_display(),
        who=speaker_of(episode),
        at=episode.closed_at or episode.started_at,
        observations=counts["observed"],
        claims=counts["asserted"],
        rejected=getattr(episode, "refused", 0),
        progress=progress(episode),
    )


def progress(episode: Episode) -> Progress | None:
    """Where the episode's work stands; None where there is none to do."""
    work: Work | None = next(iter(episode.work.all()), None)
    if work is None:
        return None
    shape, word = STATES[WorkState(work.state)]
    return Progress(
        shape=shape,
        word=word,
        attempts=work.attempts,
        error=work.error,
        running=work.state in {WorkState.QUEUED, WorkState.RUNNING},
        retry=work.uid if work.state == WorkState.DEAD else None,
    )
