"""The decision log: read, filtered, exported, one entry at a time."""

import csv
from collections.abc import Iterator
from uuid import UUID

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_GET

from curation import access
from curation.access import Place, member_of
from curation.contexts import activity
from curation.filters import DecisionFilter
from curation.pages import render
from curation.paging import stretch


class _Line:
    """A file that hands back each line written to it."""

    def write(self, line: str) -> str:
        """Give the line to whoever asked for it to be written."""
        return line


@require_GET
@member_of
def log(request: HttpRequest, place: Place) -> HttpResponse:
    """The newest decisions that pass the filter."""
    chosen = DecisionFilter(request)
    found = stretch(request, chosen.apply(activity.decisions(place.workspace)))
    page = activity.ActivityPage(
        entries=[activity.entry(each, place.member.pk) for each in found.rows],
        more=found.more,
        filter=chosen,
        query=request.GET.urlencode(),
    )
    return render(request, place, "curation/activity.html", page)


@require_GET
@member_of
def export(request: HttpRequest, place: Place) -> StreamingHttpResponse:
    """The same selection as CSV, streamed."""
    found = DecisionFilter(request).apply(activity.decisions(place.workspace))
    rows = activity.csv_rows(found.order_by("-pk").iterator(chunk_size=500))
    writer = csv.writer(_Line())
    lines: Iterator[str] = (writer.writerow(row) for row in rows)
    name = f"{place.workspace.slug}-decisions.csv"
    return StreamingHttpResponse(
        lines,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_GET
@member_of
def decision(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One entry in full."""
    found = access.decision(place, uid)
    page = activity.DecisionPage(
        entry=activity.entry(found, place.member.pk),
        changes=activity.changes(found),
        undoable=place.may_curate,
    )
    return render(request, place, "curation/decision.html", page)
