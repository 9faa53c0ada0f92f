"""Retrieval: the receipts, one of them, and the box to try the gate."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from curation import access
from curation.access import Place, curator_of, member_of
from curation.answers import see_other
from curation.contexts import retrieval
from curation.filters_retrieval import ReceiptFilter, TrialForm
from curation.pages import render
from curation.paging import stretch
from memory.jobs.gate import pass_gate


@require_GET
@member_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """The newest receipts that pass the filter."""
    return _show(request, place, TrialForm(label_suffix=""))


@require_GET
@member_of
def receipt(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One passage: its message, what each lens brought, what was told."""
    page = retrieval.receipt_page(access.receipt(place, uid))
    return render(request, place, "curation/receipt.html", page)


@require_POST
@curator_of
def try_gate(request: HttpRequest, place: Place) -> HttpResponse:
    """Take a message through the gate; the receipt says that it was a trial."""
    form = TrialForm(request.POST, label_suffix="")
    if not form.is_valid():
        return _show(request, place, form, status=422)
    passed = pass_gate(
        workspace=place.workspace,
        by=place.actor,
        message=form.cleaned_data["message"],
        trial=True,
    )
    return see_other("receipt", place.workspace.slug, passed.receipt.uid)


def _show(
    request: HttpRequest, place: Place, form: TrialForm, status: int = 200
) -> HttpResponse:
    chosen = ReceiptFilter(request)
    found = stretch(request, chosen.apply(retrieval.receipts(place.workspace)))
    rows = retrieval.rows(found.rows)
    page = retrieval.ReceiptsPage(rows, found.more, chosen, form)
    return render(request, place, "curation/retrieval.html", page, status=status)
