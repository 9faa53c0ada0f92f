"""The decision log: read, filtered, exported, one entry at a time."""

import csv
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from curation import access
from curation.access import Place, member_of
from curation.contexts import activity
from curation.contexts.activity_csv import CHUNK, csv_rows
from curation.contexts.toast import toast
from curation.filters import DecisionFilter
from curation.pages import render
from curation.paging import stretch


@require_GET
@member_of
def log(request: HttpRequest, place: Place) -> HttpResponse:
    """The newest decisions that pass the filter."""
    chosen = DecisionFilter(request)
    found = stretch(request, chosen.apply(activity.decisions(place.workspace)))
    page = activity.ActivityPage(
        entries=activity.entries(found.rows, place.member.pk),
        more=found.more,
        filter=chosen,
        query=request.GET.urlencode(),
    )
    return render(request, place, "curation/activity.html", page)


@require_GET
@member_of
def export(request: HttpRequest, place: Place) -> HttpResponse:
    """The same selection as CSV."""
    found = DecisionFilter(request).apply(activity.decisions(place.workspace))
    name = f"{place.workspace.slug}-decisions.csv"
    response = HttpResponse(
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
    rows = csv_rows(found.order_by("-pk").iterator(chunk_size=CHUNK))
    csv.writer(response).writerows(rows)
    return response


@require_GET
@member_of
def decision(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One entry in full."""
    found = access.decision(place, uid)
    page = activity.DecisionPage(
        entry=activity.entry(found, place.member.pk),
        changes=activity.changes(found),
        toast=toast(request, place),
    )
    return render(request, place, "curation/decision.html", page)
