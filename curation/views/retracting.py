"""A retraction that a worker carries out: asked for, and how far it is."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect

from curation import access
from curation.access import Place
from curation.answers import at_its_address
from curation.contexts.retracting import retracting_page
from curation.contexts.retractions import Subject
from curation.pages import render
from curation.retraction_forms import RetractForm
from memory.actions.retract_later import retract_later
from memory.models import Operation
from memory.queries.clock import database_now
from memory.tasks import ring


def queue(place: Place, subject: Subject, form: RetractForm) -> Operation:
    """Leave it to a worker, who does what the person saw or nothing."""
    operation = retract_later(
        workspace=place.workspace,
        target=subject.target,
        by=place.actor,
        now=database_now(),
        **form.cleaned_data,
    )
    ring()
    return operation


def at_work(request: HttpRequest, operation: Operation) -> HttpResponse:
    """To the page that tells how far it is."""
    return HttpResponseRedirect(f"{request.path}?operation={operation.uid}", status=303)


def progress(request: HttpRequest, place: Place, subject: Subject) -> HttpResponse:
    """How far it is; while workers are at it, the page asks again by itself."""
    try:
        uid = UUID(request.GET["operation"])
    except ValueError:
        raise Http404("No such operation.") from None
    page = retracting_page(access.retracting(place, uid), subject, request.path)
    looking = request.headers.get("HX-Target") == "div#body"
    part = "body" if looking else "main"
    response = render(request, place, "curation/retracting.html", page, part=part)
    return response if looking else at_its_address(request, response)
