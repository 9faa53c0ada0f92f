"""Retractions: the preview of one, its record, and its way back."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django import forms
from django.urls import reverse

from curation.contexts.activity import LogEntry, decisions, entry
from curation.contexts.effects import Radius
from curation.contexts.words import Piece, pieces
from memory.actions.retract import Target
from memory.models import Observation, Retraction, Source, Workspace
from memory.queries.retractions import RetractionView

SHOWN_REPLACEMENTS = 50


@dataclass(frozen=True)
class Subject:
    """What is retracted: a source or one observation, with the page it is read on."""

    target: Target
    what: str
    title: str
    back: str
    replacements: list[tuple[UUID, str]]
    words: list[Piece] = field(default_factory=list)


@dataclass(frozen=True)
class Standing:
    """A retraction in force, or one that was, of a source or an observation."""

    uid: UUID
    kind: str
    reason: str
    in_force: bool


@dataclass(frozen=True)
class RetractPage:
    """The blast radius before anything is written."""

    subject: Subject
    radius: Radius
    form: forms.Form
    title: str
    action: str
    threshold: int | None
    standing: list[Standing]
    everything: bool
    refused: str = ""
    stale: bool = False
    toast: Any = None

    @property
    def seconded(self) -> bool:
        """Whether the way back will need a second pair of eyes."""
        return self.threshold is not None and self.radius.disputed > self.threshold


@dataclass(frozen=True)
class RetractionPage:
    """One retraction as it was carried out, or its reinstatement being weighed."""

    view: RetractionView
    entry: LogEntry
    subject: Subject
    replacement: str
    radius: Radius
    title: str
    everything: bool
    form: forms.Form | None = None
    back_again: Radius | None = None
    refused: str = ""
    toast: Any = None


def of_source(source: Source, slug: str) -> Subject:
    """A source as what may be retracted; its other revisions may take its place."""
    others = Source.objects.filter(workspace=source.workspace_id, voice=source.voice)
    found = others.exclude(pk=source.pk).select_related("node").order_by("-pk")
    return Subject(
        target=Target(source=source.node.uid),
        what="source",
        title=str(source),
        back=reverse("source", args=[slug, source.node.uid]),
        replacements=[
            (each.node.uid, " ".join(filter(None, [str(each), each.as_of])))
            for each in found[:SHOWN_REPLACEMENTS]
        ],
    )


def of_observation(observation: Observation, slug: str) -> Subject:
    """An observation as what may be retracted."""
    others = Observation.objects.filter(source=observation.source_id)
    found = others.exclude(pk=observation.pk).select_related("words").order_by("-pk")
    text = observation.words.text or ""
    episode = reverse("episode", args=[slug, observation.episode.uid])
    place = observation.locator or f"observation {observation.ref}"
    return Subject(
        target=Target(observation=observation.uid),
        what="observation",
        title=f"{place} of {observation.source}",
        back=f"{episode}#o-{observation.uid}",
        replacements=[
            (each.uid, (each.words.text or "")[:120])
            for each in found[:SHOWN_REPLACEMENTS]
        ],
        words=pieces(text, [(0, len(text))]),
    )


def subject_of(retraction: Retraction, slug: str) -> Subject:
    """What a retraction is of."""
    if retraction.source is not None:
        return of_source(retraction.source, slug)
    assert retraction.observation is not None
    return of_observation(retraction.observation, slug)


def replacement_of(retraction: Retraction) -> str:
    """What a correction puts in the place, in words."""
    found = retraction.replacement_source or retraction.replacement_observation
    return str(found) if found is not None else ""


def standing(target: Target, workspace: Workspace) -> list[Standing]:
    """The retractions of one source or observation, newest first."""
    rows = Retraction.objects.filter(workspace=workspace)
    if target.source is not None:
        rows = rows.filter(source__node__uid=target.source)
    elif target.observation is not None:
        rows = rows.filter(observation__uid=target.observation)
    found = rows.select_related("words").order_by("-pk")
    return [_standing(each) for each in found[:10]]


def of_observations(observations: Collection[int]) -> dict[int, Standing]:
    """The retraction in force of each of some observations, in one statement."""
    rows = Retraction.objects.filter(observation__in=observations, reinstated_by=None)
    found = rows.select_related("words").order_by("pk")
    return {each.observation_id or 0: _standing(each) for each in found}


def _standing(row: Retraction) -> Standing:
    return Standing(
        uid=row.uid,
        kind=row.get_kind_display(),
        reason=row.words.reason,
        in_force=row.reinstated_by_id is None,
    )


def act(view: RetractionView, member: int) -> LogEntry:
    """The entry of the decision that retracted it."""
    row = view.retraction
    found = decisions(row.workspace).get(pk=row.decision_id)
    return entry(found, member)
