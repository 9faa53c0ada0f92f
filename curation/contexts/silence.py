"""Silent loss: observations that no claim cites, candidates that were refused."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, QuerySet

from curation.contexts.episodes import REFUSALS
from curation.contexts.words import task_of
from memory.models import (
    Observation,
    RejectedCandidate,
    Support,
    TextState,
    Work,
    Workspace,
    WorkState,
)


@dataclass(frozen=True)
class Unheard:
    """An observation that no claim cites, or a candidate that was refused."""

    uid: UUID
    text: str
    episode: UUID
    task: str
    at: datetime.datetime
    source: str = ""
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True)
class Refused:
    """How many candidates were refused for one reason."""

    reason: str
    words: str
    count: int
    chosen: bool = False


@dataclass(frozen=True)
class SilencePage:
    """A list to work from."""

    title: str
    rows: list[Unheard]
    more: str
    reasons: list[Refused]


def uncited(workspace: Workspace) -> QuerySet[Observation]:
    """Live observations of distilled episodes on which no derivation rests."""
    waiting = Work.objects.filter(episode=OuterRef("episode")).exclude(
        state=WorkState.DONE
    )
    return (
        Observation.objects.filter(workspace=workspace, words__state=TextState.LIVE)
        .exclude(Exists(Support.objects.filter(observation=OuterRef("pk"))))
        .exclude(Exists(waiting))
    )


def uncited_row(observation: Observation) -> Unheard:
    """One line of the list of uncited observations."""
    return Unheard(
        uid=observation.uid,
        text=observation.words.text or "",
        episode=observation.episode.uid,
        task=task_of(observation.episode),
        at=observation.observed_at,
        source=str(observation.source),
    )


def rejected(workspace: Workspace, reason: str = "") -> QuerySet[RejectedCandidate]:
    """Refused candidates, all or those of one reason."""
    found = RejectedCandidate.objects.filter(workspace=workspace)
    return found.filter(reason=reason) if reason else found


def rejected_row(candidate: RejectedCandidate) -> Unheard:
    """One line of the list of rejected candidates."""
    return Unheard(
        uid=candidate.uid,
        text=candidate.text,
        episode=candidate.episode.uid,
        task=task_of(candidate.episode),
        at=candidate.recorded_at,
        reason=refusal_words(candidate.reason),
        detail=candidate.detail,
    )


def reasons(workspace: Workspace, chosen: str = "") -> list[Refused]:
    """How often each reason refused, the most frequent first."""
    counted = rejected(workspace).order_by().values_list("reason")
    return [
        Refused(reason, refusal_words(reason), count, reason == chosen)
        for reason, count in counted.annotate(n=Count("pk")).order_by("-n", "reason")
    ]


def refusal_words(reason: str) -> str:
    """A refusal's code in words."""
    return REFUSALS.get(reason, reason.replace("_", " ").capitalize())
