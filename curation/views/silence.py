"""The two lists of what was seen and not kept."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from curation.access import Place, member_of
from curation.contexts import silence
from curation.pages import render
from curation.paging import stretch


@require_GET
@member_of
def uncited(request: HttpRequest, place: Place) -> HttpResponse:
    """Observations that no claim cites, newest first."""
    rows = silence.uncited(place.workspace)
    rows = rows.select_related("words", "episode__words", "source")
    found = stretch(request, rows)
    lines = [silence.uncited_row(each) for each in found.rows]
    page = silence.SilencePage("Uncited observations", lines, found.more, [])
    return render(request, place, "curation/silence.html", page)


@require_GET
@member_of
def rejected(request: HttpRequest, place: Place) -> HttpResponse:
    """Candidates that were refused, all or for one reason, newest first."""
    reason = request.GET.get("reason", "")
    rows = silence.rejected(place.workspace, reason)
    found = stretch(request, rows.select_related("episode__words"))
    lines = [silence.rejected_row(each) for each in found.rows]
    counts = silence.reasons(place.workspace, reason)
    page = silence.SilencePage("Rejected candidates", lines, found.more, counts)
    return render(request, place, "curation/silence.html", page)
