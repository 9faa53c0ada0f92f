"""The verbs of a tension: one at a time, several at once, and taken back."""

from collections.abc import Iterator
from contextlib import suppress
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from curation import access
from curation.access import Place, curator_of
from curation.answers import see_other
from curation.contexts.triaging import triaging
from curation.pages import render
from curation.tension_forms import TRIAGE_FORMS, TriageForm
from memory.actions.assert_claim import assert_claim
from memory.models import Claim
from memory.queries.clock import database_now
from memory.rules.identity import IdentityRefused
from memory.rules.refused import Refused
from tension.actions.triage import StaleTension, Triage, triage, undo_triage
from tension.models import Entry, Tension

IN_BULK = {"keep", "drop", "escalate"}


@require_http_methods(["GET", "POST"])
@curator_of
def act(request: HttpRequest, place: Place, uid: UUID, verb: str) -> HttpResponse:
    """The form of one verb, and what it does."""
    if verb not in TRIAGE_FORMS:
        raise Http404("No such verb.")
    row = access.tension(place, uid)
    form = TRIAGE_FORMS[verb](row, request.POST or None)
    if not form.is_valid():
        return _form(request, place, row, form, status=422 if form.is_bound else 200)
    try:
        entry = _carry_out(place, row, form)
    except StaleTension:
        now = access.tension(place, uid)
        return _form(request, place, now, form, status=409)
    except (Refused, IdentityRefused) as no:
        return _form(request, place, row, form, status=422, refused=str(no))
    return _back(place, row, entry)


@require_POST
@curator_of
def undo(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Take back what was done last, if nothing was done since it was seen."""
    row = access.tension(place, uid)
    version = request.GET.get("version", "")
    seen = int(version) if version.isdecimal() and len(version) < 9 else row.version
    with suppress(Refused):
        entry = undo_triage(
            workspace=place.workspace,
            tension=uid,
            version=seen,
            by=place.actor,
            now=database_now(),
        )
        return _back(place, row, entry)
    return see_other("tension", place.workspace.slug, uid)


@require_POST
@curator_of
def bulk(request: HttpRequest, place: Place) -> HttpResponse:
    """One verb on every tension that was ticked, each at the version that was seen."""
    verb, done, left = request.POST.get("verb", ""), 0, 0
    if verb not in IN_BULK:
        raise Http404("No such verb.")
    note = request.POST.get("note", "")[:4000]
    for uid, version in _ticked(request):
        try:
            triage(
                workspace=place.workspace,
                tension=uid,
                given=Triage(verb, version, note),
                by=place.actor,
                now=database_now(),
            )
            done += 1
        except Refused:
            left += 1
    return see_other("tensions", place.workspace.slug, query=f"many={done}&left={left}")


def _ticked(request: HttpRequest) -> Iterator[tuple[UUID, int]]:
    for each in request.POST.getlist("tension")[:200]:
        uid, _, version = each.partition(":")
        with suppress(ValueError):
            yield UUID(uid), int(version[:9])


def _carry_out(place: Place, row: Tension, form: TriageForm) -> Entry:
    """What the form asks; a claim that is stated with it is asserted first."""
    stated = form.statement()
    claim = _assert(place, stated, form) if stated is not None else None
    return triage(
        workspace=place.workspace,
        tension=row.uid,
        given=form.triage(claim),
        by=place.actor,
        now=database_now(),
    )


def _assert(place: Place, stated: dict[str, object], form: TriageForm) -> Claim:
    return assert_claim(
        workspace=place.workspace,
        conclusion=stated,
        testimony=form.cleaned_data["testimony"],
        by=place.actor,
        key=None,
        now=database_now(),
    )


def _back(place: Place, row: Tension, entry: Entry) -> HttpResponse:
    query = f"did={entry.uid}"
    return see_other("tension", place.workspace.slug, row.uid, query=query)


def _form(
    request: HttpRequest,
    place: Place,
    row: Tension,
    form: TriageForm,
    *,
    status: int,
    refused: str = "",
) -> HttpResponse:
    """The form, again if need be; a stale one tells what happened meanwhile."""
    stale = status == 409
    page = triaging(row, form, request.get_full_path(), stale=stale, refused=refused)
    name = "curation/tension_form.html"
    return render(request, place, name, page, part="form", status=status)
