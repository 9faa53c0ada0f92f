"""Sources: the list, and one with what was drawn from it."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from curation import access
from curation.access import Place, member_of
from curation.contexts import sources
from curation.contexts.toast import toast
from curation.filters import SourceFilter
from curation.library_forms import VetForm
from curation.pages import render
from curation.paging import stretch
from memory.models import Source


@require_GET
@member_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """The newest sources that pass the filter."""
    chosen = SourceFilter(request)
    found = stretch(request, chosen.apply(sources.sources(place.workspace)))
    rows = [sources.row(each) for each in found.rows]
    page = sources.SourcesPage(rows, found.more, chosen)
    return render(request, place, "curation/sources.html", page)


@require_GET
@member_of
def source(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One source, with a stretch of its observations."""
    return show(request, place, access.source(place, uid), VetForm(label_suffix=""))


def show(
    request: HttpRequest,
    place: Place,
    found: Source,
    form: VetForm,
    *,
    status: int = 200,
) -> HttpResponse:
    """The page of a source, with the form that vouches for it."""
    drawn = stretch(request, sources.observations(found))
    page = sources.source_page(found, drawn, form, toast(request, place))
    return render(request, place, "curation/source.html", page, status=status)
