"""The verbs of a dispute."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from curation import access
from curation.access import Place, curator_of
from curation.answers import SECONDING, see_other
from curation.contexts.citable import citable
from curation.contexts.dispute import along
from curation.contexts.settlement import settling_dispute
from curation.dispute_forms import SETTLEMENTS, Settling
from curation.pages import render
from curation.views.disputes import query_of, queue_of
from memory.actions.resolve_dispute import StaleDispute, resolve_dispute
from memory.queries.clock import database_now
from memory.queries.disputes import DisputeView
from memory.rules.refused import Refused

FORM = "curation/settlement.html"


@require_http_methods(["GET", "POST"])
@curator_of
def settle(request: HttpRequest, place: Place, uid: UUID, verb: str) -> HttpResponse:
    """The form of one verb, and the settlement it gives."""
    if verb not in SETTLEMENTS:
        raise Http404("No such verb.")
    view = access.dispute(place, uid)
    form = _form_of(request, place, view, verb)
    if not form.is_bound:
        return _form(request, place, view, form, status=200)
    if not form.is_valid():
        return _form(request, place, view, form, status=422)
    return _settle(request, place, view, form)


def _form_of(
    request: HttpRequest, place: Place, view: DisputeView, verb: str
) -> Settling:
    """The form as typed; one that only looks for an observation is not yet sent."""
    kind = SETTLEMENTS[verb]
    sent = request.POST or request.GET
    words = sent.get("find", str(view.belief.subject))
    found = citable(place.workspace, words) if kind.evidence else []
    searching = "search" in request.POST
    data = None if searching or request.method == "GET" else request.POST
    form = kind(view, len(along(view, verb)), found, data)
    if kind.evidence:
        form.initial["find"] = words
    if searching:
        form.initial.update(request.POST.dict())
    return form


def _settle(
    request: HttpRequest, place: Place, view: DisputeView, form: Settling
) -> HttpResponse:
    waiting = queue_of(request, place)
    following = waiting.neighbour(view.uid, 1) or waiting.neighbour(view.uid, -1)
    try:
        done = resolve_dispute(
            workspace=place.workspace,
            dispute=view.uid,
            settlement=form.settlement(),
            by=place.actor,
            now=database_now(),
        )
    except StaleDispute:
        return _form(request, place, access.dispute(place, view.uid), form, status=409)
    except Refused as no:
        return _form(request, place, view, form, status=422, refused=no)
    said = f"done={done.decision.uid}" if done.decision else SECONDING
    gone = {view.uid, *(each.uid for each in done.along)}
    return _go_on(request, place, None if following in gone else following, said)


def _go_on(
    request: HttpRequest, place: Place, uid: UUID | None, said: str
) -> HttpResponse:
    """To the next dispute, with the news of what was done to the last one."""
    query = "&".join(filter(None, [query_of(request), said]))
    slug = place.workspace.slug
    if uid is None:
        following = queue_of(request, place).lines
        if not following:
            return see_other("disputes", slug, query=query)
        uid = following[0].uid
    return see_other("dispute", slug, uid, query=query)


def _form(
    request: HttpRequest,
    place: Place,
    view: DisputeView,
    form: Settling,
    *,
    status: int,
    refused: Refused | None = None,
) -> HttpResponse:
    """The form, again if need be; a stale one tells what happened meanwhile."""
    page = settling_dispute(
        place.workspace,
        view,
        form,
        request.get_full_path(),
        stale=status == 409,
        refused=refused,
    )
    return render(request, place, FORM, page, part="form", status=status)
