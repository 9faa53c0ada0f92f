"""Webhooks: seen, added and removed; deliveries tried again."""

from contextlib import suppress
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
)

from curation.access import Place, PlacedView, SlugView, only
from curation.answers import see_other
from curation.contexts import webhooks
from curation.contexts.keys import keeps_agents
from curation.forms_webhooks import WebhookForm
from curation.pages import render
from curation.paging import stretch
from memory.actions.webhooks import add_webhook, remove_webhook, retry_delivery
from memory.models import Delivery
from memory.queries.clock import database_now
from memory.rules.refused import Refused

TEMPLATE = "curation/webhooks.html"


def keeper_of[**P](view: PlacedView[P]) -> SlugView:
    """As `member_of`, and a member who does not look after webhooks gets a 403."""
    said = "Webhooks are looked after by leads and admins."
    return only(view, lambda at: keeps_agents(at.member), said)


@never_cache
@require_http_methods(["GET", "POST"])
@keeper_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """The webhooks; by POST a new one, whose secret this answer alone shows."""
    form = WebhookForm(request.POST if request.method == "POST" else None)
    if not form.is_bound:
        return _show(request, place, form)
    if not form.is_valid():
        return _show(request, place, form, status=422)
    try:
        made = add_webhook(
            workspace=place.workspace,
            url=form.cleaned_data["url"],
            kinds=form.cleaned_data["kinds"],
            by=place.actor,
            now=database_now(),
        )
    except Refused as no:
        form.refuse(no)
        return _show(request, place, form, status=422)
    return _show(request, place, WebhookForm(), secret=made.secret, secret_of=made.url)


@require_POST
@keeper_of
def remove(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Tell an address nothing more."""
    row = get_object_or_404(webhooks.webhooks(place.workspace), uid=uid)
    remove_webhook(workspace=place.workspace, webhook=row.uid, by=place.actor)
    return see_other("webhooks", place.workspace.slug)


@require_GET
@keeper_of
def deliveries(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """The deliveries of one webhook, newest first."""
    row = get_object_or_404(webhooks.webhooks(place.workspace), uid=uid)
    rows = Delivery.objects.filter(webhook=row).select_related("event")
    found = stretch(request, rows)
    told = [webhooks.delivery_row(each) for each in found.rows]
    page = webhooks.DeliveriesPage(row, told, found.more)
    return render(request, place, "curation/deliveries.html", page)


@require_POST
@keeper_of
def retry(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Try a delivery again that was given up; one that waits already just waits."""
    rows = Delivery.objects.filter(workspace=place.workspace, uid=uid)
    row = get_object_or_404(rows.select_related("webhook"))
    with suppress(Refused):
        retry_delivery(
            workspace=place.workspace,
            delivery=uid,
            by=place.actor,
            now=database_now(),
        )
    return see_other("deliveries", place.workspace.slug, row.webhook.uid)


def _show(
    request: HttpRequest,
    place: Place,
    form: WebhookForm,
    *,
    status: int = 200,
    **shown: str,
) -> HttpResponse:
    page = webhooks.webhooks_page(place.workspace, form, **shown)
    return render(request, place, TEMPLATE, page, status=status)
