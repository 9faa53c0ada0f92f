"""Retention: what blocks a shorter window, and the compaction of what does not."""

import datetime
from contextlib import suppress
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from curation import access
from curation.access import Place, curator_of, member_of
from curation.answers import see_other
from curation.contexts.retention import retention_page, start_of
from curation.pages import render
from memory.actions.compact import compact as compact_texts
from memory.actions.place_hold import place_hold, release_hold
from memory.queries.clock import database_now
from memory.rules.refused import Refused


@require_GET
@member_of
def show(request: HttpRequest, place: Place) -> HttpResponse:
    """What is needed, and by what, of the text recorded before a day."""
    done = request.GET.get("compacted", "")
    page = retention_page(
        place.member,
        _day(request.GET.get("before", "")),
        database_now(),
        int(done) if done.isdecimal() and len(done) < 9 else None,
        refused="refused" in request.GET,
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


@require_POST
@curator_of
def keep(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Hold an observation's text for the person, until they let go of it."""
    row = access.observation(place, uid)
    try:
        place_hold(
            workspace=place.workspace,
            observations=[row.uid],
            holder=place.member.uid,
            now=database_now(),
        )
    except Refused:
        return see_other("retention", place.workspace.slug, query="refused=text_gone")
    return see_other("retention", place.workspace.slug, query="held=1")


@require_POST
@curator_of
def release(request: HttpRequest, place: Place) -> HttpResponse:
    """Let go of what a holder holds: one's own, and a lead anybody's."""
    mine = str(place.member.uid)
    holder = request.POST.get("holder", "")
    if holder != mine and not place.may_erase:
        raise PermissionDenied("Letting go of another's hold needs the role lead.")
    with suppress(ValueError):
        release_hold(workspace=place.workspace, holder=UUID(holder))
    return see_other("retention", place.workspace.slug)


def _day(text: str) -> datetime.date | None:
    with suppress(ValueError):
        return datetime.date.fromisoformat(text)
    return None
