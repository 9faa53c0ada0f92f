"""Disputes: the list by cause, and one in focus."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from curation import access
from curation.access import Place, member_of
from curation.answers import FLEETING, at_its_address
from curation.contexts.dispute import DisputeQueue, dispute_page, queue
from curation.contexts.disputes import disputes_page
from curation.contexts.toast import toast
from curation.dispute_filters import DisputesFilter
from curation.pages import render

LIST = "curation/disputes.html"
FOCUS = "curation/dispute.html"


@require_GET
@member_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """The disputes that pass the filter, grouped by what opened them."""
    page = disputes_page(
        place.workspace,
        DisputesFilter(request),
        query_of(request),
        _after(request),
        toast(request, place),
    )
    return at_its_address(request, render(request, place, LIST, page))


@require_GET
@member_of
def dispute(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One dispute, with the queue that it stands in."""
    page = dispute_page(
        access.dispute(place, uid),
        queue_of(request, place),
        place.member,
        toast(request, place),
    )
    return at_its_address(request, render(request, place, FOCUS, page))


def queue_of(request: HttpRequest, place: Place) -> DisputeQueue:
    """The top of the queue under the filter in the address."""
    asked = DisputesFilter(request).asked()
    return queue(place.workspace, asked, query_of(request))


def query_of(request: HttpRequest) -> str:
    """The filter in the address, without what only the last act put there."""
    kept = request.GET.copy()
    for name in (*FLEETING, "after"):
        kept.pop(name, None)
    return kept.urlencode()


def _after(request: HttpRequest) -> tuple[int, int] | None:
    """Where to read on, as `rank-key`; anything else is the beginning."""
    rank, _, key = request.GET.get("after", "").partition("-")
    if rank.isdecimal() and key.isdecimal() and len(rank) < 10 and len(key) < 19:
        return int(rank), int(key)
    return None
