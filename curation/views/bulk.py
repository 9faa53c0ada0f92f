"""One settlement for a whole filter: count, carry out, report, undo."""

from typing import Unpack
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from curation.access import Place, curator_of
from curation.answers import see_other
from curation.bulk_form import BulkForm
from curation.contexts.bulk import Outcome, bulk_page, decision_uids
from curation.dispute_filters import DisputesFilter
from curation.pages import render
from curation.views.disputes import query_of
from memory.actions.resolve_disputes_in_bulk import (
    InBulk,
    SetChanged,
    resolve_disputes_in_bulk,
)
from memory.actions.undo import undo as undo_decision
from memory.queries.clock import database_now
from memory.rules.refused import Refused

PAGE = "curation/bulk.html"
UNDONE = "curation/bulk_undone.html"


@require_http_methods(["GET", "POST"])
@curator_of
def bulk(request: HttpRequest, place: Place) -> HttpResponse:
    """Choose, see what would happen, then carry out exactly that."""
    form = BulkForm(request.POST or None)
    if request.method == "GET":
        return _page(request, place, form)
    if not form.is_valid():
        return _page(request, place, form, status=422)
    if request.POST.get("step") == "carry out":
        return _carry_out(request, place, form)
    return _count(request, place, form)


def _resolve(
    request: HttpRequest, place: Place, form: BulkForm, *, dry_run: bool
) -> InBulk:
    return resolve_disputes_in_bulk(
        workspace=place.workspace,
        filter_=DisputesFilter(request).asked(),
        settlement=form.settlement(),
        by=place.actor,
        now=database_now(),
        expected=None if dry_run else form.expected,
        dry_run=dry_run,
    )


def _count(
    request: HttpRequest,
    place: Place,
    form: BulkForm,
    *,
    changed: str = "",
    status: int = 200,
) -> HttpResponse:
    found = _resolve(request, place, form, dry_run=True)
    form.counted(found.count, found.fingerprint)
    return _page(request, place, form, counted=found, changed=changed, status=status)


def _carry_out(request: HttpRequest, place: Place, form: BulkForm) -> HttpResponse:
    try:
        done = _resolve(request, place, form, dry_run=False)
    except SetChanged as no:
        return _count(request, place, form, changed=no.message, status=409)
    except Refused as no:
        return _page(request, place, form, refused=no.message, status=422)
    return _page(request, place, form, done=done)


def _page(
    request: HttpRequest,
    place: Place,
    form: BulkForm,
    *,
    status: int = 200,
    **outcome: Unpack[Outcome],
) -> HttpResponse:
    chosen, query = DisputesFilter(request), query_of(request)
    page = bulk_page(place.workspace, form, chosen, query, **outcome)
    return render(request, place, PAGE, page, status=status)


@require_POST
@curator_of
def undo(request: HttpRequest, place: Place) -> HttpResponse:
    """Take back the decisions of one settlement of many, newest first."""
    failed: list[tuple[UUID, str]] = []
    named = request.POST.getlist("d")
    for uid in decision_uids(named):
        try:
            made = undo_decision(
                workspace=place.workspace,
                decision=uid,
                by=place.actor,
                now=database_now(),
            )
        except Refused as no:
            failed.append((uid, no.message))
            continue
        if made is None:
            failed.append((uid, "Your yes is kept: a second person has to agree."))
    if not failed:
        return see_other("disputes", place.workspace.slug, query=query_of(request))
    page = {"title": "Undone in part", "failed": failed, "of": len(named)}
    return render(request, place, UNDONE, page, status=409)
