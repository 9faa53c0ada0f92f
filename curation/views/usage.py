"""Cost and tokens."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from curation.access import Place, member_of
from curation.contexts.usage import usage
from curation.pages import render
from memory.queries.clock import database_now


@require_GET
@member_of
def show(request: HttpRequest, place: Place) -> HttpResponse:
    """What the last days took, by day, agent and model, beside the limits of today."""
    page = usage(place.workspace, database_now())
    return render(request, place, "curation/usage.html", page)
