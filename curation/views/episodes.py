"""The episodic log: the list, one transcript, and work that failed started again."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from curation import access
from curation.access import Place, curator_of, member_of
from curation.answers import see_other
from curation.contexts import episodes
from curation.contexts.transcript import episode_page
from curation.filters import EpisodeFilter
from curation.pages import render
from curation.paging import stretch
from memory.actions.work import retry as retry_work
from memory.queries.clock import database_now


@require_GET
@member_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """The newest episodes that pass the filter."""
    chosen = EpisodeFilter(request)
    found = stretch(request, chosen.apply(episodes.episodes(place.workspace)))
    rows = [episodes.row(each) for each in found.rows]
    page = episodes.EpisodesPage(rows, found.more, chosen)
    return render(request, place, "curation/episodes.html", page)


@require_GET
@member_of
def episode(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One transcript; while it is being distilled, the page asks again by itself."""
    found = access.episode(place, uid)
    page = episode_page(found, request.GET.get("only", ""))
    part = "body" if request.headers.get("HX-Target") == "div#body" else "main"
    return render(request, place, "curation/episode.html", page, part=part)


@require_POST
@curator_of
def retry(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Queue the work of a failed episode again."""
    work = access.failed_work(place, uid)
    retry_work(workspace=place.workspace, work=work, by=place.actor, now=database_now())
    return see_other("episode", place.workspace.slug, uid)
