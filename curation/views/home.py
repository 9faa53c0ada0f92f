"""Home: what needs the member now."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from curation import preferences
from curation.access import Place, member_of
from curation.answers import see_other
from curation.contexts.home import home
from curation.pages import render
from memory.queries.clock import database_now


@require_GET
@member_of
def show(request: HttpRequest, place: Place) -> HttpResponse:
    """Queues, health, silent loss and what happened since."""
    return render(request, place, "curation/home.html", home(place, database_now()))


@require_POST
@member_of
def seen(request: HttpRequest, place: Place) -> HttpResponse:
    """Start the next “since your last visit” now."""
    preferences.mark_seen(place.member, database_now())
    return see_other("home", place.workspace.slug)
