"""Episodes: what was read, what was kept of it, what was refused and what was not."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from curation.contexts.words import (
    Piece,
    Statement,
    pieces,
    speaker_of,
    statement,
    task_of,
)
from curation.filters import EpisodeFilter
from memory.models import (
    Derivation,
    Episode,
    Observation,
    RejectedCandidate,
    Support,
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


@dataclass(frozen=True)
class Citing:
    """A claim that an episode asserts, or that rests on one of its observations."""

    uid: UUID
    statement: Statement
    status: str
    kappa: float | None = None


@dataclass(frozen=True)
class Turn:
    """One observation of the transcript."""

    uid: UUID
    ref: str
    at: datetime
    source: str
    source_uid: UUID
    locator: str
    state: str
    pieces: list[Piece]
    cited_by: list[Citing]
    uncited: bool


@dataclass(frozen=True)
class Refusal:
    """A rejected candidate."""

    text: str
    reason: str
    detail: str


@dataclass(frozen=True)
class EpisodePage:
    """One episode in full."""

    uid: UUID
    title: str
    kind: str
    who: str
    model: str
    started_at: datetime
    closed_at: datetime | None
    progress: Progress | None
    turns: list[Turn]
    uncited: int
    claims: list[Citing]
    refusals: list[Refusal]
    only: str = ""
    toast: Any = None
    shown: list[Turn] = field(default_factory=list)


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


def episode_page(episode: Episode, only: str = "", toast: Any = None) -> EpisodePage:
    """The transcript with its cited spans, in a constant number of statements."""
    standing = progress(episode)
    settled = standing is None or standing.word == "Distilled"
    all_turns = turns(episode, settled)
    uncited = [turn for turn in all_turns if turn.uncited]
    return EpisodePage(
        uid=episode.uid,
        title=task_of(episode),
        kind=episode.get_kind_display(),
        who=speaker_of(episode),
        model=episode.model,
        started_at=episode.started_at,
        closed_at=episode.closed_at,
        progress=standing,
        turns=all_turns,
        uncited=len(uncited),
        claims=_asserted(episode),
        refusals=[_refusal(each) for each in episode.rejected.order_by("position")],
        only=only,
        toast=toast,
        shown=uncited if only == "uncited" else all_turns,
    )


def turns(episode: Episode, settled: bool) -> list[Turn]:
    """Every observation in order; only a settled episode has uncited ones."""
    observations = (
        Observation.objects.filter(episode=episode)
        .select_related("words", "source__node")
        .order_by("pk")
    )
    cited = _supports(episode)
    return [_turn(each, cited.get(each.pk, []), settled) for each in observations]


def _supports(episode: Episode) -> Mapping[int, list[Support]]:
    found: dict[int, list[Support]] = {}
    supports = Support.objects.filter(
        observation__episode=episode, workspace=episode.workspace_id
    ).select_related(
        "claim__subject", "claim__object", "claim__predicate", "claim__state"
    )
    for support in supports.order_by("pk"):
        found.setdefault(support.observation_id or 0, []).append(support)
    return found


def _turn(observation: Observation, cited: list[Support], settled: bool) -> Turn:
    words = observation.words
    spans = [(each.span_start or 0, each.span_end or 0) for each in cited]
    claims = {each.claim_id: _citing(each.claim) for each in cited}
    live = words.state == "live"
    return Turn(
        uid=observation.uid,
        ref=observation.ref,
        at=observation.observed_at,
        source=str(observation.source),
        source_uid=observation.source.node.uid,
        locator=observation.locator,
        state=words.state,
        pieces=pieces(words.text or "", spans),
        cited_by=list(claims.values()),
        uncited=live and settled and not cited,
    )


def _citing(claim: Any, kappa: float | None = None) -> Citing:
    return Citing(claim.uid, statement(claim), claim.state.status, kappa)


def _asserted(episode: Episode) -> list[Citing]:
    derivations = Derivation.objects.filter(episode=episode).select_related(
        "claim__subject", "claim__object", "claim__predicate", "claim__state"
    )
    return [_citing(each.claim, each.kappa) for each in derivations.order_by("pk")]


def _refusal(candidate: RejectedCandidate) -> Refusal:
    words = REFUSALS.get(candidate.reason, candidate.reason.replace("_", " "))
    return Refusal(candidate.text, words.capitalize(), candidate.detail)
