"""The help page."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from curation.access import Place, member_of
from curation.contexts.glossary import glossary
from curation.pages import render


@require_GET
@member_of
def guide(request: HttpRequest, place: Place) -> HttpResponse:
    """Keys and words."""
    return render(request, place, "curation/help.html", glossary())
