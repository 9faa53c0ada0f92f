"""An episode as people and agents read it back."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.models import (
    Claim,
    Derivation,
    Echo,
    Episode,
    EpisodeSource,
    Observation,
    RejectedCandidate,
    Residue,
    Support,
    TextState,
    Work,
    Workspace,
    WorkState,
)
from memory.queries.evidence import live_observations
from memory.queries.usage import Usage, usage_of
from memory.rules.refused import Missing

STATUSES = {
    WorkState.QUEUED: "queued",
    WorkState.RUNNING: "distilling",
    WorkState.DONE: "distilled",
    WorkState.DEAD: "failed",
}


@dataclass(frozen=True)
class ObservationView:
    """An observation and the spans of it that claims cite."""

    observation: Observation
    ref_of_source: str
    state: str
    cited: tuple[tuple[int, int, UUID], ...]


@dataclass(frozen=True)
class EpisodeView:
    """An episode with what was read from it and what was refused."""

    episode: Episode
    status: str
    work: Work | None
    sources: tuple[EpisodeSource, ...]
    observations: tuple[ObservationView, ...]
    claims: tuple[Claim, ...]
    rejected: tuple[RejectedCandidate, ...]
    residue: tuple[Residue, ...]
    usage: Usage | None

    @property
    def uncited(self) -> tuple[ObservationView, ...]:
        """Observations that no claim cites."""
        return tuple(each for each in self.observations if not each.cited)


def status_of(episode: Episode, work: Work | None) -> str:
    """open, queued, distilling, distilled or failed."""
    if work is None:
        return "open" if episode.closed_at is None else "distilled"
    return STATUSES[WorkState(work.state)]


def statuses(episodes: Collection[Episode]) -> dict[int, str]:
    """How far the distillation of some episodes is, by id, in one statement."""
    work = {row.episode_id: row for row in Work.objects.filter(episode__in=episodes)}
    return {each.pk: status_of(each, work.get(each.pk)) for each in episodes}


def episode_view(workspace: Workspace, uid: UUID) -> EpisodeView:
    """One episode of this workspace, in a constant number of statements."""
    episode = (
        Episode.objects.filter(workspace=workspace, uid=uid)
        .select_related("agent", "member__user", "words")
        .first()
    )
    if episode is None:
        raise Missing("episode")
    sources = tuple(
        EpisodeSource.objects.filter(episode=episode)
        .select_related("source__node")
        .order_by("id")
    )
    work = Work.objects.filter(episode=episode).first()
    return EpisodeView(
        episode=episode,
        status=status_of(episode, work),
        work=work,
        sources=sources,
        observations=_observations(episode, sources),
        claims=_claims(episode),
        rejected=tuple(
            RejectedCandidate.objects.filter(episode=episode).order_by("position")
        ),
        residue=tuple(Residue.objects.filter(episode=episode).order_by("position")),
        usage=usage_of(episode),
    )


def _claims(episode: Episode) -> tuple[Claim, ...]:
    ids = Derivation.objects.filter(episode=episode).values("claim")
    rows = Claim.objects.filter(pk__in=ids).select_related(
        "subject", "predicate", "object", "state"
    )
    return tuple(rows.order_by("id"))


def _observations(
    episode: Episode, sources: Sequence[EpisodeSource]
) -> tuple[ObservationView, ...]:
    refs = {named.source_id: named.ref for named in sources}
    rows = list(
        Observation.objects.filter(episode=episode)
        .select_related("words", "source__node")
        .order_by("id")
    )
    cited = _cited([row.pk for row in rows])
    echoes = refused_echoes(episode)
    live = live_observations([row.pk for row in rows])
    return tuple(
        ObservationView(
            observation=row,
            ref_of_source=refs.get(row.source_id, ""),
            state=_state(row, row.pk in live, row.pk in echoes),
            cited=tuple(cited.get(row.pk, ())),
        )
        for row in rows
    )


def _state(row: Observation, live: bool, echo: bool) -> str:
    """What became of its words, else of the reliance on it."""
    state = TextState(row.words.state)
    if state != TextState.LIVE:
        return state.value
    if not live:
        return "retracted"
    return "echo" if echo else state.value


def refused_echoes(episode: Episode) -> frozenset[int]:
    """The observations that were refused because they repeat what the gate told."""
    rows = Echo.objects.filter(observation__episode=episode, derivation=None)
    return frozenset(rows.values_list("observation", flat=True))


def _cited(observations: Sequence[int]) -> dict[int, list[tuple[int, int, UUID]]]:
    rows = Support.objects.filter(observation__in=observations).select_related("claim")
    found: dict[int, list[tuple[int, int, UUID]]] = {}
    for row in rows.order_by("span_start", "id"):
        assert row.observation_id is not None
        assert row.span_start is not None
        assert row.span_end is not None
        spans = found.setdefault(row.observation_id, [])
        if (span := (row.span_start, row.span_end, row.claim.uid)) not in spans:
            spans.append(span)
    return found
