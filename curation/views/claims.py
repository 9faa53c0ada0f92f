"""Claims: the list, and one in full."""

from contextlib import suppress
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from curation import access
from curation.access import Place, curator_of, member_of
from curation.answers import see_other
from curation.contexts import claims
from curation.contexts.as_of import as_of, moment_of
from curation.contexts.toast import toast
from curation.filters import ClaimFilter
from curation.pages import render
from curation.paging import stretch
from memory.actions.archive import bring_back as bring_back_now
from memory.queries.beliefs import beliefs
from memory.queries.clock import database_now
from memory.rules.refused import Refused


@require_GET
@member_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """The newest claims that pass the filter, each as it stands now."""
    chosen = ClaimFilter(request)
    found = stretch(request, chosen.apply(claims.claims(place.workspace)))
    by_id = beliefs(place.workspace, [each.pk for each in found.rows])
    page = claims.ClaimsPage(claims.rows(found.rows, by_id), found.more, chosen)
    return render(request, place, "curation/claims.html", page)


@require_GET
@member_of
def claim(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One claim in full."""
    belief = access.belief(place, uid)
    at = moment_of(request, belief.claim)
    then = as_of(belief.claim, at) if at else None
    page = claims.claim_page(
        belief,
        place.member.pk,
        then,
        everything=request.GET.get("all") == "1",
        toast=toast(request, place),
    )
    return render(request, place, "curation/claim.html", page)


@require_POST
@curator_of
def bring_back(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Bring a claim back from the archive; nothing changes where it is not there."""
    row = access.claim(place, uid)
    with suppress(Refused):
        bring_back_now(
            workspace=place.workspace, claim=row.uid, by=place.actor, now=database_now()
        )
    return see_other("claim", place.workspace.slug, row.uid)
