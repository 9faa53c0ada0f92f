"""Soft claims on review items: seen by all, ended by time, taken over at will."""

from contextlib import suppress
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from curation import access
from curation.access import Place, member_of
from curation.answers import see_other
from curation.pages import wants_part
from curation.views.review import query_of, queue_of, show
from memory.actions.hold_review import hold as hold_item
from memory.queries.clock import database_now
from memory.rules.refused import Refused


@require_http_methods(["GET", "POST"])
@member_of
def hold(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Who is at the claim; by POST it is held, longer or in another's place."""
    if request.method == "POST" and place.may_curate:
        _hold(request, place, uid)
    if not wants_part(request):
        return see_other(
            "review-claim", place.workspace.slug, uid, query=query_of(request)
        )
    return show(request, place, queue_of(request, place), uid, part="hold")


def _hold(request: HttpRequest, place: Place, uid: UUID) -> None:
    # Refused means that another was faster: the answer shows who.
    with suppress(Refused):
        hold_item(
            workspace=place.workspace,
            claim=access.claim(place, uid).uid,
            by=place.member,
            now=database_now(),
            takeover=request.POST.get("takeover") == "1",
        )
