"""Collisions: the feed, and what people hold of each."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from curation import access
from curation.access import Place, curator_of, member_of
from curation.answers import at_its_address, see_other
from curation.contexts.collisions import collisions_page
from curation.contexts.tension_toast import tension_toast
from curation.pages import render
from curation.paging import stretch
from curation.tension_filters import CollisionFilter
from memory.queries.clock import database_now
from memory.rules.refused import Refused
from tension.actions.judge import judge
from tension.queries.tensions import collisions


@require_GET
@member_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """Where tensions and active work met, newest first."""
    chosen = CollisionFilter(request)
    rows = collisions(place.workspace).filter(chosen.default)
    found = stretch(request, chosen.apply(rows))
    page = collisions_page(
        place.workspace,
        found.rows,
        found.more,
        chosen,
        tension_toast(request, place),
    )
    return at_its_address(
        request, render(request, place, "curation/collisions.html", page)
    )


@require_POST
@curator_of
def verdict(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Keep a verdict, then back to the page where it was given."""
    row = access.collision(place, uid)
    version = request.POST.get("version", "")
    trouble = ""
    try:
        judge(
            workspace=place.workspace,
            collision=uid,
            version=int(version) if version.isdecimal() and len(version) < 9 else 0,
            verdict=request.POST.get("verdict", ""),
            by=place.actor,
            now=database_now(),
        )
    except Refused as no:
        trouble = no.code
    slug = place.workspace.slug
    if request.POST.get("from") == "feed":
        return see_other("collisions", slug, query=_said(trouble))
    return see_other("tension", slug, row.tension.uid, query=_said(trouble))


def _said(trouble: str) -> str:
    return f"trouble={trouble}" if trouble else "judged=1"
