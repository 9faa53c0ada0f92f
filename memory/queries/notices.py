"""What a webhook is told of an event: ids and effects, and never a word."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from memory.models import (
    AffectedClaim,
    Claim,
    Delivery,
    Dispute,
    EffectKind,
    Event,
    ReceiptLine,
    Supersession,
    WebhookKind,
    Workspace,
)
from memory.queries.served import served_to

type Uids = list[UUID]

# The longest list of one kind in a body; its total is beside it.
MOST = 100
# Effects by which a claim lost evidence.
MARKED = [EffectKind.LOST.value, EffectKind.WEAKENED.value]


def notice(delivery: Delivery) -> dict[str, Any]:
    """The body of a delivery, made from the store as it is now.

    Of a retraction or a supersession it names the claims that the gate had served.
    """
    event = delivery.event
    subjects = _subjects(event)
    find = _TOUCHED.get(event.kind)
    touched = find(delivery.workspace, subjects) if find else {}
    served = _served(touched)
    if event.kind != WebhookKind.DISPUTE_OPENED:
        told = set(served.values_list("claim_id", flat=True))
        touched = {claim: touched[claim] for claim in touched if claim in told}
    return {
        "id": str(delivery.uid),
        "event": event.kind,
        "at": event.at.isoformat(),
        "workspace": str(delivery.workspace.uid),
        "subject": str(event.subject_uid),
        **_listed("subjects", [str(uid) for uid in subjects]),
        **_claims(touched),
        **_receipts(delivery.workspace, served, touched),
    }


def _subjects(event: Event) -> Uids:
    """Of the events of the same kind and transaction."""
    rows = Event.objects.filter(
        workspace=event.workspace_id, kind=event.kind, transaction=event.transaction
    )
    return list(rows.order_by("pk").values_list("subject_uid", flat=True))


def _by_decisions(workspace: Workspace, uids: Uids) -> dict[int, str]:
    mine: dict[str, Any] = {"decision__workspace": workspace, "decision__uid__in": uids}
    left = AffectedClaim.objects.filter(**mine, effect__in=MARKED)
    ended = Supersession.objects.filter(**mine).order_by("pk")
    first = dict.fromkeys(ended.values_list("old_id", flat=True), "superseded")
    left = left.order_by("depth", "claim_id")
    return first | dict(left.values_list("claim_id", "effect"))


def _by_disputes(workspace: Workspace, uids: Uids) -> dict[int, str]:
    rows = Dispute.objects.filter(workspace=workspace, uid__in=uids)
    return dict(rows.order_by("rank", "pk").values_list("claim_id", "effect"))


_TOUCHED = {
    WebhookKind.RETRACTED.value: _by_decisions,
    WebhookKind.SUPERSEDED.value: _by_decisions,
    WebhookKind.DISPUTE_OPENED.value: _by_disputes,
}


def _served(claims: Collection[int]) -> QuerySet[ReceiptLine]:
    return ReceiptLine.objects.filter(
        claim__in=list(claims), reason="", receipt__trial=False
    )


def _claims(touched: Mapping[int, str]) -> dict[str, Any]:
    few = list(touched)[:MOST]
    uids = dict(Claim.objects.filter(pk__in=few).values_list("pk", "uid"))
    items = [{"claim": str(uids[pk]), "effect": touched[pk]} for pk in few]
    return {"claims": items, "claims_total": len(touched)}


def _receipts(
    workspace: Workspace, served: QuerySet[ReceiptLine], touched: Collection[int]
) -> dict[str, Any]:
    """The receipts that served a claim, newest first, and the agents behind them."""
    rows = served.order_by("-receipt_id").values_list("receipt__uid").distinct()
    agents = [
        {"agent": str(each.agent), "receipts": each.receipts, "claims": each.claims}
        for each in served_to(workspace, touched)
        if each.agent
    ]
    return {
        "receipts": [str(row[0]) for row in rows[:MOST]],
        "receipts_total": served.order_by().values("receipt_id").distinct().count(),
        **_listed("agents", agents),
    }


def _listed(name: str, items: list[Any]) -> dict[str, Any]:
    return {name: items[:MOST], f"{name}_total": len(items)}
