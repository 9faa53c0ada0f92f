"""Entities: the list, one in full, and what a person says they are."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from curation import access
from curation.access import Place, curator_of, member_of
from curation.answers import see_other
from curation.contexts import entities
from curation.contexts.toast import toast
from curation.filters import EntityFilter
from curation.forms_people import PairForm
from curation.pages import render
from curation.paging import stretch
from memory.actions.declare_distinct import declare_distinct
from memory.actions.merge_nodes import merge_nodes
from memory.models import Decision, Node
from memory.queries.clock import database_now
from memory.queries.entities import claims_at, kinds
from memory.queries.entities import entities as all_entities
from memory.rules.refused import Refused


@require_GET
@member_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """The newest entities that pass the filter."""
    chosen = EntityFilter(request, kinds(place.workspace))
    found = stretch(request, chosen.apply(all_entities(place.workspace)))
    page = entities.EntitiesPage(entities.rows(found.rows), found.more, chosen)
    return render(request, place, "curation/entities.html", page)


@require_GET
@member_of
def entity(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One entity in full."""
    node = access.entity(place, uid)
    return _show(request, place, node, PairForm(place.workspace, node))


@require_POST
@curator_of
def merge(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Let another node count as this one."""

    def act(form: PairForm) -> Decision:
        return merge_nodes(
            workspace=place.workspace,
            node=form.cleaned_data["other"],
            into=uid,
            reason=form.cleaned_data["reason"],
            by=place.actor,
            now=database_now(),
        ).decision

    return _decide(request, place, access.entity(place, uid), act)


@require_POST
@curator_of
def distinct(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Keep that another node is not this one."""

    def act(form: PairForm) -> Decision:
        return declare_distinct(
            workspace=place.workspace,
            node=uid,
            other=form.cleaned_data["other"],
            reason=form.cleaned_data["reason"],
            by=place.actor,
            now=database_now(),
        ).decision

    return _decide(request, place, access.entity(place, uid), act)


def _decide(
    request: HttpRequest, place: Place, node: Node, act: Callable[[PairForm], Decision]
) -> HttpResponse:
    """Back to the entity with the news, or with what was refused at its field."""
    form = PairForm(place.workspace, node, request.POST)
    if not form.is_valid():
        return _show(request, place, node, form, status=422)
    try:
        made = act(form)
    except Refused as no:
        form.refuse(no)
        return _show(request, place, node, form, status=422)
    slug = place.workspace.slug
    return see_other("entity", slug, node.uid, query=f"done={made.uid}")


def _show(
    request: HttpRequest, place: Place, node: Node, form: PairForm, status: int = 200
) -> HttpResponse:
    found = stretch(request, claims_at(place.workspace, [node.pk]))
    page = entities.entity_page(
        place.workspace, node, found, form, toast(request, place)
    )
    return render(request, place, "curation/entity.html", page, status=status)
