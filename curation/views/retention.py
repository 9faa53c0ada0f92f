"""Retention: what blocks a shorter window, and the compaction of what does not."""

import datetime
from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from curation.access import Place, curator_of, member_of
from curation.answers import see_other
from curation.contexts.retention import retention_page, start_of
from curation.pages import render
from memory.actions.compact import compact as compact_texts
from memory.queries.clock import database_now


@require_GET
@member_of
def show(request: HttpRequest, place: Place) -> HttpResponse:
    """What is needed, and by what, of the text recorded before a day."""
    done = request.GET.get("compacted", "")
    page = retention_page(
        place.workspace,
        _day(request.GET.get("before", "")),
        database_now(),
        int(done) if done.isdecimal() and len(done) < 9 else None,
    )
    return render(request, place, "curation/retention.html", page)


@require_POST
@curator_of
def compact(request: HttpRequest, place: Place) -> HttpResponse:
    """Remove the text that nothing needs, recorded before the day that was seen."""
    day = _day(request.POST.get("before", ""))
    now = database_now()
    if day is None or start_of(day) > now - place.workspace.lag:
        return see_other("retention", place.workspace.slug)
    count = 0
    while found := compact_texts(
        workspace=place.workspace, before=start_of(day), by=place.actor, now=now
    ).observations:
        count += found
    query = f"before={day.isoformat()}&compacted={count}"
    return see_other("retention", place.workspace.slug, query=query)


def _day(text: str) -> datetime.date | None:
    with suppress(ValueError):
        return datetime.date.fromisoformat(text)
    return None
