"""Retractions: the preview of one, its record, and its way back."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django import forms
from django.urls import reverse

from curation.contexts.activity import LogEntry, decisions, entry
from curation.contexts.effects import Radius, radius
from curation.contexts.standing import Standing, standing
from curation.contexts.words import Piece, pieces
from memory.actions.retract import Target
from memory.models import Membership, Observation, Retraction, Source, Workspace
from memory.queries.retractions import RetractionView
from memory.queries.served import ServedTo, served_to
from memory.steps.passes import Pass, kept

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
class RetractPage:
    """The blast radius before anything is written; none while nobody asked for it."""

    subject: Subject
    radius: Radius | None
    form: forms.Form
    title: str
    action: str
    threshold: int | None
    standing: list[Standing]
    everything: bool
    served_to: list[ServedTo]
    refused: str = ""
    stale: bool = False
    toast: Any = None

    @property
    def seconded(self) -> bool:
        """Whether the way back will need a second pair of eyes."""
        disputed = self.radius.disputed if self.radius else 0
        return self.threshold is not None and disputed > self.threshold


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
    served_to: list[ServedTo]
    form: forms.Form | None = None
    back_again: Radius | None = None
    refused: str = ""
    toast: Any = None


def retract_page(
    workspace: Workspace,
    subject: Subject,
    passed: Pass | None,
    form: forms.Form,
    action: str,
    *,
    everything: bool,
    refused: str,
    stale: bool,
) -> RetractPage:
    """The preview, in a constant number of statements."""
    return RetractPage(
        subject=subject,
        radius=radius(passed, everything=everything) if passed is not None else None,
        form=form,
        title=f"Retract {subject.title}",
        action=action,
        threshold=workspace.four_eyes_threshold,
        standing=standing(subject.target, workspace),
        everything=everything,
        served_to=served_to(workspace, passed.marked if passed else ()),
        refused=refused,
        stale=stale,
    )


def retraction_page(
    view: RetractionView,
    member: Membership,
    *,
    everything: bool,
    form: forms.Form | None,
    back_again: Radius | None,
    refused: str,
    toast: Any,
) -> RetractionPage:
    """The record, in a constant number of statements."""
    row = view.retraction
    subject = subject_of(row, member.workspace.slug)
    passed = kept(row.decision)
    return RetractionPage(
        view=view,
        entry=act(view, member.pk),
        subject=subject,
        replacement=replacement_of(row),
        radius=radius(passed, everything=everything),
        title=f"{row.get_kind_display()} of {subject.title}",
        everything=everything,
        served_to=served_to(member.workspace, passed.marked),
        form=form,
        back_again=back_again,
        refused=refused,
        toast=toast,
    )


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


def act(view: RetractionView, member: int) -> LogEntry:
    """The entry of the decision that retracted it."""
    row = view.retraction
    found = decisions(row.workspace).get(pk=row.decision_id)
    return entry(found, member)
