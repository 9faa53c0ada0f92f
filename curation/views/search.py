"""Search over everything of a workspace."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from curation.access import Place, member_of
from curation.contexts.search import search_page
from curation.pages import render

LONGEST = 400


@require_GET
@member_of
def search(request: HttpRequest, place: Place) -> HttpResponse:
    """What the words in the address find."""
    query = request.GET.get("q", "").replace("\0", " ").strip()[:LONGEST]
    kind = request.GET.get("kind", "")
    page = search_page(place.workspace, query, kind)
    return render(request, place, "curation/search.html", page)
