"""Episodes as they are read back: their text, what was drawn and what was refused."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.models import (
    Derivation,
    Episode,
    EpisodeSource,
    Observation,
    RejectedCandidate,
    Support,
    Work,
    WorkKind,
    Workspace,
    WorkState,
)
from memory.queries.belief import Belief
from memory.queries.beliefs import beliefs
from memory.rules.refused import Missing

STATUS_OF_WORK = {
    WorkState.QUEUED: "queued",
    WorkState.RUNNING: "distilling",
    WorkState.DONE: "distilled",
    WorkState.DEAD: "failed",
}


@dataclass(frozen=True)
class EpisodeView:
    """An episode with everything that it holds and that was made of it."""

    episode: Episode
    status: str
    error: str
    sources: Sequence[EpisodeSource]
    observations: Sequence[Observation]
    cited: frozenset[int]
    beliefs: Sequence[Belief]
    rejected: Sequence[RejectedCandidate]


def episode(workspace: Workspace, uid: UUID) -> EpisodeView:
    """One episode of this workspace; raises Missing."""
    row = (
        Episode.objects.filter(workspace=workspace, uid=uid)
        .select_related("words", "agent", "member__user")
        .first()
    )
    if row is None:
        raise Missing("episode")
    work = Work.objects.filter(episode=row, kind=WorkKind.DISTIL).first()
    observations = list(
        row.observations.select_related("words", "source__node").order_by("id")
    )
    claims = Derivation.objects.filter(episode=row).values_list("claim_id", flat=True)
    found = beliefs(workspace, set(claims))
    return EpisodeView(
        episode=row,
        status=_status(row, work.state if work else None),
        error=work.error if work else "",
        sources=list(row.named_sources.select_related("source__node").order_by("id")),
        observations=observations,
        cited=_cited([each.pk for each in observations]),
        beliefs=[found[pk] for pk in sorted(found)],
        rejected=list(row.rejected.order_by("id")),
    )


def statuses(episodes: Collection[Episode]) -> Mapping[int, str]:
    """How far the distillation of some episodes is, in one statement."""
    work = Work.objects.filter(episode__in=episodes, kind=WorkKind.DISTIL)
    states = dict(work.values_list("episode_id", "state"))
    return {each.pk: _status(each, states.get(each.pk)) for each in episodes}


def _status(episode: Episode, work: str | None) -> str:
    if episode.closed_at is None:
        return "open"
    return STATUS_OF_WORK[WorkState(work)] if work else "distilled"


def _cited(observations: Collection[int]) -> frozenset[int]:
    rows = Support.objects.filter(observation__in=observations)
    return frozenset(rows.values_list("observation_id", flat=True).distinct())
