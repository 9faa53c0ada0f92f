"""Claims: the list, and one in full."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from curation import access
from curation.access import Place, member_of
from curation.contexts import claims
from curation.contexts.as_of import as_of, moment_of
from curation.contexts.toast import toast
from curation.filters import ClaimFilter
from curation.pages import render
from curation.paging import stretch
from memory.queries.beliefs import beliefs


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
