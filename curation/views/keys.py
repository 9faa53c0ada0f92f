"""Keys: seen, issued and closed; agents made."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from curation.access import Place, member_of
from curation.answers import see_other
from curation.contexts import keys
from curation.forms_people import AgentForm, KeyForm
from curation.pages import render
from memory.actions.found_workspace import add_agent, issue_key, revoke_key
from memory.queries.clock import database_now

TEMPLATE = "curation/keys.html"


@never_cache
@require_http_methods(["GET", "POST"])
@member_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """The keys; by POST a new one, whose secret this answer alone shows."""
    data = request.POST if request.method == "POST" else None
    form = KeyForm(place.member, keys.agents_of(place.member), data)
    if data is None:
        return _show(request, place, form)
    if not form.is_valid():
        return _show(request, place, form, status=422)
    owner = form.key_owner()
    asked = form.cleaned_data
    _, secret = issue_key(
        owner=owner,
        scopes=asked["scopes"],
        label=asked["label"],
        one_voice=asked["one_voice"],
    )
    fresh = KeyForm(place.member, keys.agents_of(place.member))
    return _show(request, place, fresh, secret=secret, secret_of=owner.name)


@require_POST
@member_of
def revoke(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Close a key of one's own or of an agent that one looks after."""
    key = get_object_or_404(keys.keys(place.member), uid=uid)
    revoke_key(key=key, now=database_now())
    return see_other("keys", place.workspace.slug)


@require_POST
@member_of
def agent(request: HttpRequest, place: Place) -> HttpResponse:
    """Make an agent, to issue keys to."""
    if not keys.keeps_agents(place.member):
        raise PermissionDenied(
            "Agents are made by leads and admins. Yours in "
            f"{place.workspace} is {place.member.role}."
        )
    form = AgentForm(place.workspace, request.POST)
    if not form.is_valid():
        asked = KeyForm(place.member, keys.agents_of(place.member))
        return _show(request, place, asked, agent_form=form, status=422)
    add_agent(workspace=place.workspace, name=form.cleaned_data["name"])
    return see_other("keys", place.workspace.slug)


def _show(
    request: HttpRequest,
    place: Place,
    form: KeyForm,
    agent_form: AgentForm | None = None,
    *,
    status: int = 200,
    **shown: str,
) -> HttpResponse:
    empty = AgentForm(place.workspace)
    page = keys.keys_page(place.member, form, agent_form or empty, **shown)
    return render(request, place, TEMPLATE, page, status=status)
