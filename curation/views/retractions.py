"""Retraction: preview, act, record, and the way back."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from curation import access
from curation.access import Place, curator_of
from curation.answers import see_other
from curation.contexts import retractions
from curation.contexts.retractions import Subject
from curation.pages import render
from curation.retraction_forms import RetractForm
from curation.views.retracting import at_work, progress, queue
from memory.actions.retract import Retracted, is_large
from memory.actions.retract import retract as retract_now
from memory.models import RetractionKind
from memory.queries.clock import database_now
from memory.queries.operations import retracting
from memory.rules.refused import Refused
from memory.steps.passes import Pass

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
    if "operation" in request.GET:
        return progress(request, place, subject)
    if (known := retracting(place.workspace, subject.target.named())) is not None:
        return at_work(request, known)
    if _is_large(request, place, subject):
        return _retract_much(request, place, subject)
    passed = _foreseen(place, subject)
    form = RetractForm(passed.fingerprint, request.POST or None)
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


def _retract_much(request: HttpRequest, place: Place, subject: Subject) -> HttpResponse:
    """As `_retract`, where the preview is worked out only when it is asked for.

    What the person saw goes along to the worker, who does that or nothing.
    """
    if request.method == "GET":
        asked = request.GET.keys() & {"whole", "all"}
        passed = _foreseen(place, subject) if asked else None
        form = RetractForm(passed.fingerprint if passed else "")
        return _preview(request, place, subject, passed, form)
    form, refused = RetractForm(request.POST.get("seen", ""), request.POST), ""
    if form.is_valid():
        try:
            return at_work(request, queue(place, subject, form))
        except Refused as no:
            refused = no.message
    passed = _foreseen(place, subject)
    form.now = passed.fingerprint
    form.renewed()
    return _preview(request, place, subject, passed, form, status=422, refused=refused)


def _is_large(request: HttpRequest, place: Place, subject: Subject) -> bool:
    kind = request.POST.get("kind", "")
    return is_large(
        workspace=place.workspace,
        target=subject.target,
        kind=kind if kind in RetractionKind.values else RetractionKind.RETRACTION,
    )


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
    passed: Pass | None,
    form: RetractForm,
    *,
    status: int = 200,
    refused: str = "",
) -> HttpResponse:
    stale = status == 409
    if stale:
        form.renewed()
    page = retractions.retract_page(
        place.workspace,
        subject,
        passed,
        form,
        request.get_full_path(),
        everything=request.GET.get("all") == "1",
        refused=refused,
        stale=stale,
    )
    return render(request, place, PREVIEW, page, status=status)
