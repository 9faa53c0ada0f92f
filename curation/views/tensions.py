"""Tensions: the inbox and the board, one in full, and raising one."""

from collections.abc import Sequence
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods

from curation import access
from curation.access import Place, curator_of, member_of
from curation.answers import at_its_address, see_other
from curation.contexts.raising import raising_page
from curation.contexts.tension import tension_page
from curation.contexts.tension_toast import tension_toast
from curation.contexts.tensions import tensions_page
from curation.pages import render
from curation.paging import stretch
from curation.tension_filters import TensionFilter
from curation.tension_forms import RaiseForm
from memory.queries.clock import database_now
from memory.rules.refused import Refused
from tension.actions.raise_tension import Stated, raise_tension
from tension.queries.tensions import tensions


@require_GET
@member_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """What was surfaced last and what is open; or all states side by side."""
    chosen = TensionFilter(request)
    chosen.offer(place.workspace)
    board = request.GET.get("view") == "board"
    rows = tensions(place.workspace).filter(chosen.default)
    found = stretch(request, rows.none() if board else chosen.apply(rows))
    page = tensions_page(
        place.workspace,
        found.rows,
        found.more,
        chosen,
        board=board,
        toast=tension_toast(request, place),
    )
    return at_its_address(
        request, render(request, place, "curation/tensions.html", page)
    )


@require_GET
@member_of
def tension(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One tension in full."""
    page = tension_page(access.tension(place, uid), tension_toast(request, place))
    return at_its_address(
        request, render(request, place, "curation/tension.html", page)
    )


@require_http_methods(["GET", "POST"])
@curator_of
def raise_(request: HttpRequest, place: Place) -> HttpResponse:
    """The form, with what it is about filled in by the page that led here."""
    sent = request.POST or request.GET
    nodes, claims = _uids(sent.getlist("node")), _uids(sent.getlist("claim"))
    form = RaiseForm(request.POST or None, label_suffix="")
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return _form(request, place, form, nodes, claims, status=status)
    data = form.cleaned_data
    stated = Stated(data["kind"], data["statement"], data["why"], nodes, claims)
    try:
        made = raise_tension(
            workspace=place.workspace, stated=stated, by=place.actor, now=database_now()
        )
    except Refused as no:
        form.add_error(None, no.message)
        return _form(request, place, form, nodes, claims, status=422)
    return see_other("tension", place.workspace.slug, made.uid)


def _form(
    request: HttpRequest,
    place: Place,
    form: RaiseForm,
    nodes: Sequence[UUID],
    claims: Sequence[UUID],
    *,
    status: int,
) -> HttpResponse:
    page = raising_page(place.workspace, form, nodes, claims, request.get_full_path())
    name = "curation/tension_raise.html"
    return render(request, place, name, page, part="form", status=status)


def _uids(given: Sequence[str]) -> list[UUID]:
    try:
        return [UUID(each) for each in given[:50]]
    except ValueError:
        raise Http404("That is no id.") from None
