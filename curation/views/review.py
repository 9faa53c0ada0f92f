"""Review: the queue in focus mode, and the five verbs."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from curation import access
from curation.access import Place, curator_of, member_of
from curation.answers import see_other
from curation.contexts import review
from curation.contexts.queue import Queue, first_free, queue
from curation.contexts.toast import toast
from curation.contexts.words import statement
from curation.filters import ReviewFilter
from curation.forms import FORMS, VerdictForm
from curation.pages import render, wants_part
from memory.actions.hold_review import hold as hold_item
from memory.actions.hold_review import release as release_item
from memory.actions.review import StaleVersion
from memory.actions.review import review as decide
from memory.queries.belief import Belief
from memory.queries.clock import database_now
from memory.rules.refused import Refused

TEMPLATE = "curation/review.html"
FORM = "curation/review_form.html"


@require_GET
@member_of
def start(request: HttpRequest, place: Place) -> HttpResponse:
    """The queue, with the first claim that nobody else is at."""
    waiting = _queue(request, place)
    return _show(request, place, waiting, first_free(waiting.rows))


@require_GET
@member_of
def focus(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """The queue, with this claim."""
    return _show(request, place, _queue(request, place, uid), uid)


@require_http_methods(["GET", "POST"])
@curator_of
def verdict(request: HttpRequest, place: Place, uid: UUID, verb: str) -> HttpResponse:
    """The form of one verb, and the verdict it gives."""
    if verb not in FORMS:
        raise Http404("No such verb.")
    belief = access.belief(place, uid)
    form = FORMS[verb](belief, request.POST or None)
    if request.method == "GET" or not form.is_valid():
        status = 200 if request.method == "GET" else 422
        return _form(request, place, belief, form, status=status)
    return _decide(request, place, belief, form)


@require_POST
@curator_of
def skip(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Leave the claim where it is, let go of it, and go on."""
    claim = access.claim(place, uid).uid
    following = _queue(request, place, uid).after(uid)
    release_item(
        workspace=place.workspace, claim=claim, by=place.actor, now=database_now()
    )
    return _go_on(request, place, following)


@require_http_methods(["GET", "POST"])
@member_of
def hold(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Who is at the claim; by POST it is held, longer or in another's place."""
    refused = ""
    if request.method == "POST" and place.may_curate:
        refused = _hold(request, place, uid)
    if not wants_part(request):
        return see_other("review-claim", place.workspace.slug, uid, query=_query(request))
    return _show(request, place, _queue(request, place, uid), uid, part="hold")


def _hold(request: HttpRequest, place: Place, uid: UUID) -> str:
    try:
        hold_item(
            workspace=place.workspace,
            claim=access.claim(place, uid).uid,
            by=place.actor,
            now=database_now(),
            takeover=request.POST.get("takeover") == "1",
        )
    except Refused as no:
        return no.message
    return ""


def _decide(
    request: HttpRequest, place: Place, belief: Belief, form: VerdictForm
) -> HttpResponse:
    following = _queue(request, place, belief.uid).after(belief.uid)
    try:
        made = decide(
            workspace=place.workspace,
            claim=belief.uid,
            verdict=form.verdict(),
            by=place.actor,
            now=database_now(),
        )
    except StaleVersion:
        return _form(request, place, belief, form, status=409)
    except Refused as no:
        return _form(request, place, belief, form, status=422, refused=no.message)
    return _go_on(request, place, following, done=made.decision.uid)


def _form(  # noqa: PLR0913
    request: HttpRequest,
    place: Place,
    belief: Belief,
    form: VerdictForm,
    *,
    status: int,
    refused: str = "",
) -> HttpResponse:
    """The form, again if need be; a stale one tells what happened meanwhile."""
    stale = status == 409
    told = stale and review.since(place.workspace, belief, int(form.data["version"]))
    differs = review.changes(form, belief) if stale else None
    if stale:
        form.renewed(belief)
    page = review.FormPage(
        form=form,
        belief=belief,
        statement=statement(belief.claim),
        title=form.title,
        action=request.get_full_path(),
        refused=refused,
        conflict=told or [] if stale else None,
        changes=differs,
    )
    return render(request, place, FORM, page, part="form", status=status)


def _queue(request: HttpRequest, place: Place, current: UUID | None = None) -> Queue:
    return queue(
        place.workspace,
        place.member,
        ReviewFilter(request),
        _query(request),
        database_now(),
        current,
    )


def _query(request: HttpRequest) -> str:
    """The filter in the address, without what only the last act put there."""
    kept = request.GET.copy()
    kept.pop("done", None)
    return kept.urlencode()


def _show(  # noqa: PLR0913
    request: HttpRequest,
    place: Place,
    waiting: Queue,
    uid: UUID | None,
    *,
    part: str = "main",
) -> HttpResponse:
    shown = None
    if uid is not None:
        shown = review.focus(access.belief(place, uid), waiting, database_now())
    page = review.ReviewPage(
        queue=waiting,
        focus=shown,
        title=f"Review: {shown.statement}" if shown else "Review",
        previous=waiting.neighbour(uid, -1) if uid else None,
        following=waiting.neighbour(uid, 1) if uid else None,
        position=waiting.position(uid) if uid else None,
        toast=toast(request, place),
    )
    response = render(request, place, TEMPLATE, page, part=part)
    if wants_part(request) and part == "main":
        response["HX-Push-Url"] = _address(request)
    return response


def _address(request: HttpRequest) -> str:
    query = _query(request)
    return f"{request.path}?{query}" if query else request.path


def _go_on(
    request: HttpRequest, place: Place, uid: UUID | None, done: UUID | None = None
) -> HttpResponse:
    """To the next claim, with the news of what was done to the last one."""
    query = "&".join(filter(None, [_query(request), f"done={done}" if done else ""]))
    slug = place.workspace.slug
    if uid is None:
        return see_other("review", slug, query=query)
    return see_other("review-claim", slug, uid, query=query)


def undone_url(place: Place, claim: UUID) -> str:
    """Where an undone verdict is given again."""
    return reverse("review-claim", args=[place.workspace.slug, claim])
