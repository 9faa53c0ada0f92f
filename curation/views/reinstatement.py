"""The record of a retraction, and the way back."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods

from curation import access
from curation.access import Place, curator_of, member_of
from curation.answers import SECONDING, at_its_address, see_other
from curation.contexts.effects import Radius, radius
from curation.contexts.retractions import retraction_page
from curation.contexts.toast import toast
from curation.pages import render
from curation.retraction_forms import ReinstateForm
from memory.actions.reinstate import reinstate as reinstate_now
from memory.queries.clock import database_now
from memory.queries.retractions import RetractionView
from memory.rules.refused import Refused

RECORD = "curation/retraction.html"


@require_GET
@member_of
def retraction(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One retraction and everything that it touched."""
    response = _record(request, place, access.retraction(place, uid))
    return at_its_address(request, response)


@require_http_methods(["GET", "POST"])
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
    said = f"done={done.decision.uid}" if done.decision else SECONDING
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
    page = retraction_page(
        view,
        place.member,
        everything=request.GET.get("all") == "1",
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
