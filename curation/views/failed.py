"""Dead letters: looked at, and tried again all at once."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from curation.access import Place, curator_of, member_of
from curation.answers import see_other
from curation.contexts import failed
from curation.pages import render
from curation.paging import stretch
from memory.actions.work import retry_all as retry_all_work
from memory.queries.clock import database_now


@require_GET
@member_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """The work that was given up, newest first."""
    rows = failed.failed(place.workspace)
    found = stretch(request, rows)
    retried = request.GET.get("retried", "")
    page = failed.FailedPage(
        rows=[failed.row(each) for each in found.rows],
        more=found.more,
        count=rows.count(),
        retried=int(retried) if retried.isdecimal() and len(retried) < 9 else 0,
    )
    return render(request, place, "curation/failed.html", page)


@require_POST
@curator_of
def retry_all(request: HttpRequest, place: Place) -> HttpResponse:
    """Queue everything that was given up again."""
    count = retry_all_work(
        workspace=place.workspace, by=place.actor, now=database_now()
    )
    return see_other("failed", place.workspace.slug, query=f"retried={count}")
