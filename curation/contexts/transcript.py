"""One transcript: cited words, silence, the claims made of it and those refused."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from curation.contexts.episodes import REFUSALS, Progress, progress
from curation.contexts.findings import FindingCard, cards
from curation.contexts.standing import Standing, of_observations
from curation.contexts.story import Story, story
from curation.contexts.words import (
    Piece,
    Statement,
    pieces,
    speaker_of,
    statement,
    task_of,
)
from memory.models import (
    Claim,
    Derivation,
    Episode,
    Observation,
    RejectedCandidate,
    Support,
)
from memory.queries.episodes import refused_echoes
from memory.queries.findings import findings_of_observations

# The kinds of credentials that are looked for, in words.
CREDENTIALS = {
    "api_key": "an API key",
    "password": "a password",
    "private_key": "a private key",
    "token": "a token",
}


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
    source_marked: bool
    locator: str
    state: str
    pieces: list[Piece]
    cited_by: list[Citing]
    uncited: bool
    retraction: Standing | None = None
    credentials: str = ""
    echo: bool = False
    findings: Sequence[FindingCard] = ()


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
    story: Story | None = None
    only: str = ""
    toast: Any = None
    shown: list[Turn] = field(default_factory=list)
    credentials: str = ""


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
        story=story(episode),
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
        credentials=credential_words(found_beside(episode)),
    )


def found_beside(episode: Episode) -> list[str]:
    """The kinds of credentials in the words beside an episode."""
    words = getattr(episode, "words", None)
    return words.credentials if words else []


def credential_words(kinds: Collection[str]) -> str:
    """The kinds of credentials found, in words; empty for none."""
    return ", ".join(CREDENTIALS.get(kind, kind) for kind in kinds)


def turns(episode: Episode, settled: bool) -> list[Turn]:
    """Every observation in order; only a settled episode has uncited ones."""
    observations = (
        Observation.objects.filter(episode=episode)
        .select_related("words", "source__node")
        .order_by("pk")
    )
    cited = _supports(episode)
    pks = [each.pk for each in observations]
    retracted, found = of_observations(pks), findings_of_observations(pks)
    echoes = refused_echoes(episode)
    return [
        replace(
            _turn(each, cited.get(each.pk, []), settled, retracted.get(each.pk)),
            findings=[x for x in cards(found.get(each.pk, ())) if x.alarm],
            echo=each.pk in echoes,
        )
        for each in observations
    ]


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


def _turn(
    observation: Observation,
    cited: list[Support],
    settled: bool,
    retraction: Standing | None,
) -> Turn:
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
        source_marked=bool(observation.source.credentials),
        locator=observation.locator,
        state=words.state,
        pieces=pieces(words.text or "", spans),
        cited_by=list(claims.values()),
        uncited=live and settled and not cited,
        retraction=retraction,
        credentials=credential_words(words.credentials),
    )


def _citing(claim: Claim, kappa: float | None = None) -> Citing:
    return Citing(claim.uid, statement(claim), claim.state.status, kappa)


def _asserted(episode: Episode) -> list[Citing]:
    derivations = Derivation.objects.filter(episode=episode).select_related(
        "claim__subject", "claim__object", "claim__predicate", "claim__state"
    )
    return [_citing(each.claim, each.kappa) for each in derivations.order_by("pk")]


def _refusal(candidate: RejectedCandidate) -> Refusal:
    words = REFUSALS.get(candidate.reason, candidate.reason.replace("_", " "))
    return Refusal(candidate.text, words.capitalize(), candidate.detail)
