"""The reference library: vouching for sources, one by one or as a bibliography."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from curation import access
from curation.access import Place, curator_of
from curation.answers import see_other
from curation.library_forms import BibliographyForm, VetForm
from curation.pages import render
from curation.views.sources import show
from memory.actions.import_references import import_references
from memory.actions.vet_source import vet_source
from memory.queries.clock import database_now
from memory.rules.refused import Refused

IMPORT = "curation/references.html"


@require_POST
@curator_of
def vet(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Vouch for a source, or no longer, as the page showed it."""
    found, form = access.source(place, uid), VetForm(request.POST, label_suffix="")
    if not form.is_valid():
        return show(request, place, found, form, status=422)
    try:
        made = vet_source(
            workspace=place.workspace,
            source=uid,
            vetted=request.POST.get("vetted") == "yes",
            note=form.cleaned_data["note"],
            by=place.actor,
            now=database_now(),
        )
    except Refused as no:
        form.add_error(None, no.message)
        return show(request, place, found, form, status=422)
    said = f"done={made.uid}" if made else ""
    return see_other("source", place.workspace.slug, uid, query=said)


@require_http_methods(["GET", "POST"])
@curator_of
def add(request: HttpRequest, place: Place) -> HttpResponse:
    """Take a bibliography in; each reference becomes a vetted source."""
    form = BibliographyForm(request.POST or None, label_suffix="")
    if request.method == "GET" or not form.is_valid():
        page = {"title": "Import references", "form": form}
        status = 200 if request.method == "GET" else 422
        return render(request, place, IMPORT, page, status=status)
    import_references(
        workspace=place.workspace,
        references=form.cleaned_data["bibliography"],
        note=form.cleaned_data["note"],
        by=place.actor,
        now=database_now(),
    )
    return see_other("sources", place.workspace.slug, query="vetted=yes")
