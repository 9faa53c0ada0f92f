"""A claim made from words of a transcript."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from curation import access
from curation.access import Place, curator_of
from curation.answers import see_other
from curation.contexts.words import task_of
from curation.forms_people import SpanForm
from curation.pages import render
from memory.actions.assert_claim import assert_claim
from memory.models import Observation, Predicate
from memory.queries.clock import database_now
from memory.rules.refused import Refused


@dataclass(frozen=True)
class SpanPage:
    """The form beside the words that it is about."""

    form: SpanForm
    observation: Observation
    task: str
    title: str = "Make a claim"
    toast: Any = None


@require_http_methods(["GET", "POST"])
@curator_of
def claim(
    request: HttpRequest, place: Place, uid: UUID, observation: UUID
) -> HttpResponse:
    """The form, and the claim that it makes with the words as its support."""
    found = access.turn(place, uid, observation)
    predicates = Predicate.objects.filter(workspace=place.workspace).order_by("label")
    quote = request.GET.get("quote", "")
    form = SpanForm(found, list(predicates), quote, request.POST or None)
    if request.method == "GET":
        return _show(request, place, form, 200)
    if not form.is_valid():
        return _show(request, place, form, 422)
    try:
        made = assert_claim(
            workspace=place.workspace,
            conclusion=form.conclusion(),
            testimony=None,
            by=place.actor,
            key=None,
            now=database_now(),
        )
    except Refused as no:
        form.refuse(no)
        return _show(request, place, form, 422)
    return see_other("claim", place.workspace.slug, made.uid)


def _show(
    request: HttpRequest, place: Place, form: SpanForm, status: int
) -> HttpResponse:
    found = form.observation
    page = SpanPage(form, found, task_of(found.episode))
    return render(request, place, "curation/span.html", page, status=status)
