"""The verbs of review: a verdict, its undo, and going on without one."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from curation import access
from curation.access import Place, curator_of
from curation.answers import SECONDING, see_other
from curation.contexts.verdict import FormPage, LaterPage, changes, named, since
from curation.contexts.waiting import where
from curation.contexts.words import statement
from curation.forms import FORMS, VerdictForm
from curation.pages import render
from curation.views.review import query_of, queue_of
from memory.actions.hold_review import let_go
from memory.actions.review import StaleVersion
from memory.actions.review import review as decide
from memory.actions.undo import LaterDecisions
from memory.actions.undo import undo as undo_decision
from memory.models import Action
from memory.queries.belief import Belief
from memory.queries.clock import database_now
from memory.rules.refused import Refused

FORM = "curation/review_form.html"
LATER = "curation/later_decisions.html"


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
    following = queue_of(request, place).after(uid)
    let_go(workspace=place.workspace, claim=claim, by=place.member)
    return _go_on(request, place, following)


@require_POST
@curator_of
def undo(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Take a decision back, if it is the latest on each claim that it touched."""
    found = access.decision(place, uid)
    try:
        made = undo_decision(
            workspace=place.workspace,
            decision=found.uid,
            by=place.actor,
            now=database_now(),
        )
    except LaterDecisions as no:
        page = LaterPage(found.uid, named(place.workspace, no.decisions))
        return render(request, place, LATER, page, part="form", status=409)
    except Refused as no:
        page = LaterPage(found.uid, [], no.message)
        return render(request, place, LATER, page, part="form", status=422)
    if made is None:
        return see_other("decision", place.workspace.slug, found.uid, query=SECONDING)
    name, uid = where(place.workspace, Action(found.action), made.uid)
    return see_other(name, place.workspace.slug, uid, query=f"done={made.uid}")


def _decide(
    request: HttpRequest, place: Place, belief: Belief, form: VerdictForm
) -> HttpResponse:
    following = queue_of(request, place).after(belief.uid)
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
    said = f"done={made.decision.uid}" if made.decision else SECONDING
    return _go_on(request, place, following, said)


def _form(
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
    told = stale and since(place.workspace, belief, int(form.data["version"]))
    differs = changes(form, belief) if stale else None
    if stale:
        form.renewed(belief)
    page = FormPage(
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


def _go_on(
    request: HttpRequest, place: Place, uid: UUID | None, said: str = ""
) -> HttpResponse:
    """To the next claim, with the news of what was done to the last one."""
    query = "&".join(filter(None, [query_of(request), said]))
    slug = place.workspace.slug
    if uid is None:
        return see_other("review", slug, query=query)
    return see_other("review-claim", slug, uid, query=query)
