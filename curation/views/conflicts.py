"""Conflicts: the list, one pair, and the verbs that settle it."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods

from curation import access
from curation.access import Place, curator_of, member_of
from curation.answers import at_its_address, see_other
from curation.conflict_forms import CONFLICT_FORMS, ConflictForm
from curation.contexts.conflicts import conflict_page, conflicts_page
from curation.contexts.settlement import settling_conflict
from curation.contexts.toast import toast
from curation.dispute_filters import ConflictsFilter
from curation.pages import render
from memory.actions.settle_conflict import StaleConflict, settle_conflict
from memory.queries.belief import Belief
from memory.queries.clock import database_now
from memory.queries.conflicts import ConflictView
from memory.rules.refused import Refused

FORM = "curation/settlement.html"


@require_GET
@member_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """The newest conflicts of the chosen state, both sides of each."""
    before = request.GET.get("before", "")
    page = conflicts_page(
        place.workspace,
        ConflictsFilter(request),
        int(before) if before.isdecimal() and len(before) < 19 else None,
        toast(request, place),
    )
    response = render(request, place, "curation/conflicts.html", page)
    return at_its_address(request, response)


@require_GET
@member_of
def conflict(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One pair, side by side, with the verbs."""
    page = conflict_page(access.conflict(place, uid), toast(request, place))
    response = render(request, place, "curation/conflict.html", page)
    return at_its_address(request, response)


@require_http_methods(["GET", "POST"])
@curator_of
def settle(request: HttpRequest, place: Place, uid: UUID, verb: str) -> HttpResponse:
    """The form of one verb, and the settlement it gives."""
    if verb not in CONFLICT_FORMS:
        raise Http404("No such verb.")
    view = access.conflict(place, uid)
    claim, other = _ends(request, view)
    form = CONFLICT_FORMS[verb](view, claim, other, request.POST or None)
    if request.method == "GET" or not form.is_valid():
        status = 200 if request.method == "GET" else 422
        return _form(request, place, view, form, claim, status=status)
    return _settle(request, place, view, form, claim)


def _ends(request: HttpRequest, view: ConflictView) -> tuple[Belief, Belief]:
    """The claim that is acted on, named in the address, and the other one."""
    named = request.GET.get("claim", "")
    if named == str(view.second.uid):
        return view.second, view.first
    return view.first, view.second


def _settle(
    request: HttpRequest,
    place: Place,
    view: ConflictView,
    form: ConflictForm,
    claim: Belief,
) -> HttpResponse:
    settlement, now = form.settlement(), database_now()
    workspace, uid, by = place.workspace, view.uid, place.actor
    try:
        done = settle_conflict(
            workspace=workspace, conflict=uid, settlement=settlement, by=by, now=now
        )
    except StaleConflict:
        view = access.conflict(place, view.uid)
        return _form(request, place, view, form, claim, status=409)
    except Refused as no:
        return _form(request, place, view, form, claim, status=422, refused=no)
    return see_other(
        "conflicts", place.workspace.slug, query=f"done={done.decision.uid}"
    )


def _form(
    request: HttpRequest,
    place: Place,
    view: ConflictView,
    form: ConflictForm,
    claim: Belief,
    *,
    status: int,
    refused: Refused | None = None,
) -> HttpResponse:
    """The form, again if need be; a stale one tells what happened meanwhile."""
    page = settling_conflict(
        place.workspace,
        view,
        claim.claim,
        form,
        request.get_full_path(),
        stale=status == 409,
        refused=refused,
    )
    return render(request, place, FORM, page, part="form", status=status)
