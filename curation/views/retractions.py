"""Retraction: preview, act, record, and the way back."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods

from curation import access
from curation.access import Place, curator_of, member_of
from curation.answers import at_its_address, see_other
from curation.contexts import retractions
from curation.contexts.effects import Radius, radius
from curation.contexts.retractions import Subject
from curation.contexts.toast import toast
from curation.pages import render
from curation.retraction_forms import ReinstateForm, RetractForm
from memory.actions.reinstate import reinstate as reinstate_now
from memory.actions.retract import Retracted
from memory.actions.retract import retract as retract_now
from memory.models import RetractionKind
from memory.queries.clock import database_now
from memory.queries.retractions import RetractionView
from memory.rules.refused import Refused
from memory.steps.leave import Pass, kept

PREVIEW = "curation/retract.html"
RECORD = "curation/retraction.html"
BOTH = ["GET", "POST"]


@require_http_methods(BOTH)
@curator_of
def of_source(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Retract a source, after its blast radius was shown."""
    found = access.source(place, uid)
    subject = retractions.of_source(found, place.workspace.slug)
    return _retract(request, place, subject)


@require_http_methods(BOTH)
@curator_of
def of_observation(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Retract one observation, after its blast radius was shown."""
    found = access.observation(place, uid)
    subject = retractions.of_observation(found, place.workspace.slug)
    return _retract(request, place, subject)


def _retract(request: HttpRequest, place: Place, subject: Subject) -> HttpResponse:
    passed = _foreseen(place, subject)
    form = RetractForm(radius(passed).fingerprint, request.POST or None)
    if request.method == "GET":
        return _preview(request, place, subject, passed, form)
    if form.stale:
        return _preview(request, place, subject, passed, form, status=409)
    if not form.is_valid():
        return _preview(request, place, subject, passed, form, status=422)
    try:
        done = _carry_out(place, subject, form)
    except Refused as no:
        return _preview(
            request, place, subject, passed, form, status=422, refused=no.message
        )
    return _after(place, done)


def _foreseen(place: Place, subject: Subject) -> Pass:
    """What would happen; nothing more where it is retracted already."""
    found = retract_now(
        workspace=place.workspace,
        target=subject.target,
        kind=RetractionKind.RETRACTION,
        reason="preview",
        by=place.actor,
        now=database_now(),
        dry_run=True,
    )
    return Pass() if found.retractions else found.passed


def _carry_out(place: Place, subject: Subject, form: RetractForm) -> Retracted:
    data = form.cleaned_data
    return retract_now(
        workspace=place.workspace,
        target=subject.target,
        kind=data["kind"],
        reason=data["reason"],
        replacement=data["replacement"],
        by=place.actor,
        now=database_now(),
    )


def _after(place: Place, done: Retracted) -> HttpResponse:
    """To the disputes that it opened, else to its record."""
    row = done.retraction
    assert row is not None
    slug, query = place.workspace.slug, f"done={row.decision.uid}"
    if not done.passed.hits:
        return see_other("retraction", slug, row.uid, query=query)
    return see_other("disputes", slug, query=f"cause={row.decision.uid}&{query}")


def _preview(
    request: HttpRequest,
    place: Place,
    subject: Subject,
    passed: Pass,
    form: RetractForm,
    *,
    status: int = 200,
    refused: str = "",
) -> HttpResponse:
    stale = status == 409
    if stale:
        form.renewed()
    everything = request.GET.get("all") == "1"
    page = retractions.RetractPage(
        subject=subject,
        radius=radius(passed, everything=everything),
        form=form,
        title=f"Retract {subject.title}",
        action=request.get_full_path(),
        threshold=place.workspace.four_eyes_threshold,
        standing=retractions.standing(subject.target, place.workspace),
        everything=everything,
        refused=refused,
        stale=stale,
    )
    return render(request, place, PREVIEW, page, status=status)


@require_GET
@member_of
def retraction(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One retraction and everything that it touched."""
    response = _record(request, place, access.retraction(place, uid))
    return at_its_address(request, response)


@require_http_methods(BOTH)
@curator_of
def reinstate(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Rely again on what was retracted, after what comes back was shown."""
    view = access.retraction(place, uid)
    form = ReinstateForm(request.POST or None)
    if not view.in_force:
        return see_other("retraction", place.workspace.slug, uid)
    if request.method == "GET" or not form.is_valid():
        status = 200 if request.method == "GET" else 422
        return _record(request, place, view, form, status=status)
    try:
        done = reinstate_now(
            workspace=place.workspace,
            retraction=uid,
            reason=form.cleaned_data["reason"],
            by=place.actor,
            now=database_now(),
        )
    except Refused as no:
        return _record(request, place, view, form, status=422, refused=no.message)
    said = f"done={done.decision.uid}" if done.decision else "seconding=1"
    return see_other("retraction", place.workspace.slug, uid, query=said)


def _record(
    request: HttpRequest,
    place: Place,
    view: RetractionView,
    form: ReinstateForm | None = None,
    *,
    status: int = 200,
    refused: str = "",
) -> HttpResponse:
    everything = request.GET.get("all") == "1"
    subject = retractions.subject_of(view.retraction, place.workspace.slug)
    passed = kept(view.retraction.decision)
    page = retractions.RetractionPage(
        view=view,
        entry=retractions.act(view, place.member.pk),
        subject=subject,
        replacement=retractions.replacement_of(view.retraction),
        radius=radius(passed, everything=everything),
        title=f"{view.retraction.get_kind_display()} of {subject.title}",
        everything=everything,
        form=form,
        back_again=_back_again(place, view) if form is not None else None,
        refused=refused,
        toast=toast(request, place),
    )
    return render(request, place, RECORD, page, status=status)


def _back_again(place: Place, view: RetractionView) -> Radius:
    """What a reinstatement would bring back; nothing is written."""
    found = reinstate_now(
        workspace=place.workspace,
        retraction=view.retraction.uid,
        reason="preview",
        by=place.actor,
        now=database_now(),
        dry_run=True,
    )
    return radius(found.passed)
