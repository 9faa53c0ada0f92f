"""Review: the queue, and one claim of it in focus."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from curation import access
from curation.access import Place, member_of
from curation.answers import FLEETING
from curation.contexts import review
from curation.contexts.queue import Queue, first_free, queue
from curation.contexts.toast import toast
from curation.filters import ReviewFilter
from curation.pages import render, wants_part
from memory.queries.clock import database_now

TEMPLATE = "curation/review.html"


@require_GET
@member_of
def start(request: HttpRequest, place: Place) -> HttpResponse:
    """The queue, with the first claim that nobody else is at."""
    waiting = queue_of(request, place)
    return show(request, place, waiting, first_free(waiting.rows))


@require_GET
@member_of
def focus(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """The queue, with this claim."""
    return show(request, place, queue_of(request, place), uid)


def queue_of(request: HttpRequest, place: Place, current: UUID | None = None) -> Queue:
    """The top of the queue under the filter in the address."""
    return queue(
        place.workspace,
        place.member,
        ReviewFilter(request),
        query_of(request),
        database_now(),
    )


def query_of(request: HttpRequest) -> str:
    """The filter in the address, without what only the last act put there."""
    kept = request.GET.copy()
    for name in FLEETING:
        kept.pop(name, None)
    return kept.urlencode()


def show(
    request: HttpRequest,
    place: Place,
    waiting: Queue,
    uid: UUID | None,
    *,
    part: str = "main",
) -> HttpResponse:
    shown = None
    if uid is not None:
        shown = review.focus(access.belief(place, uid), waiting, database_now())
    page = review.ReviewPage(
        queue=waiting,
        focus=shown,
        title=f"Review: {shown.statement}" if shown else "Review",
        previous=waiting.neighbour(uid, -1) if uid else None,
        following=waiting.neighbour(uid, 1) if uid else None,
        position=waiting.position(uid) if uid else None,
        toast=toast(request, place),
    )
    response = render(request, place, TEMPLATE, page, part=part)
    if wants_part(request) and part == "main":
        response["HX-Push-Url"] = _address(request)
    return response


def _address(request: HttpRequest) -> str:
    query = query_of(request)
    return f"{request.path}?{query}" if query else request.path
