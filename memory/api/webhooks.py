"""Webhooks: whom to tell of events, and how the telling went."""

from uuid import UUID

from ninja import Query, Router, Status

from memory.actions.webhooks import add_webhook, remove_webhook, retry_delivery
from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.paging import Page, Paging, page
from memory.api.schemas.webhook import (
    MadeWebhook,
    SentWebhook,
    ToldDelivery,
    ToldWebhook,
)
from memory.models import Delivery, Scope, Webhook
from memory.queries.clock import database_now
from memory.rules.refused import Missing

router = Router(tags=["Webhooks"])
ADMIN = Key(Scope.ADMIN)
# No reply is kept that holds a secret.
SECRET = Key(Scope.ADMIN, anew=True)


@router.get("/webhooks", auth=ADMIN, response=replies({200: Page[ToldWebhook]}))
def get_webhooks(request: Request, paging: Query[Paging]) -> Page[ToldWebhook]:
    """Webhooks, newest first."""
    workspace = request.auth.workspace
    rows = Webhook.objects.filter(workspace=workspace)
    found, following = page(request, rows, paging, f"webhooks:{workspace.uid}")
    items = [ToldWebhook.of(row) for row in found]
    return Page[ToldWebhook](items=items, next=following)


@router.post("/webhooks", auth=SECRET, response=replies({201: MadeWebhook}))
def post_webhook(request: Request, payload: SentWebhook) -> Status[MadeWebhook]:
    """Tell an address of events from now on.

    The secret that signs what is sent is in this reply and in no other; an
    Idempotency-Key does nothing here. An address is told once: `409 in_use`.
    """
    made = add_webhook(
        workspace=request.auth.workspace,
        url=payload.url,
        kinds=[str(kind.value) for kind in payload.kinds],
        by=request.auth.actor,
        now=database_now(),
    )
    return Status(201, MadeWebhook(webhook=ToldWebhook.of(made), secret=made.secret))


@router.delete("/webhooks/{uuid:uid}", auth=ADMIN, response=replies({204: None}))
def delete_webhook(request: Request, uid: UUID) -> Status[None]:
    """Tell an address nothing more, and forget its deliveries."""
    remove_webhook(workspace=request.auth.workspace, webhook=uid, by=request.auth.actor)
    return Status(204, None)


@router.get(
    "/webhooks/{uuid:uid}/deliveries",
    auth=ADMIN,
    response=replies({200: Page[ToldDelivery]}),
)
def get_deliveries(
    request: Request, uid: UUID, paging: Query[Paging]
) -> Page[ToldDelivery]:
    """The deliveries of a webhook, newest first."""
    workspace = request.auth.workspace
    webhook = Webhook.objects.filter(workspace=workspace, uid=uid).first()
    if webhook is None:
        raise Missing("webhook")
    rows = Delivery.objects.filter(webhook=webhook).select_related("event")
    found, following = page(request, rows, paging, f"deliveries:{uid}")
    items = [ToldDelivery.of(row) for row in found]
    return Page[ToldDelivery](items=items, next=following)


@router.post(
    "/deliveries/{uuid:uid}/retry",
    auth=ADMIN,
    response=replies({200: ToldDelivery}),
)
def post_retry(request: Request, uid: UUID) -> ToldDelivery:
    """Try a delivery again that was given up; it keeps its id."""
    auth = request.auth
    row = retry_delivery(
        workspace=auth.workspace, delivery=uid, by=auth.actor, now=database_now()
    )
    return ToldDelivery.of(row)
