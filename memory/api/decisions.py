"""Decisions: who changed what, when and why, and how to take it back."""

from uuid import UUID

from ninja import Query, Router, Status

from memory.actions.undo import undo
from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.paging import Page, Paging, page
from memory.api.schemas.decision import ToldDecision
from memory.models import Scope
from memory.queries.clock import database_now
from memory.queries.history import decision, decisions

router = Router(tags=["Decisions"])
READ, CURATE = Key(Scope.READ), Key(Scope.CURATE)


@router.get("/decisions", auth=READ, response=replies({200: Page[ToldDecision]}))
def get_decisions(request: Request, paging: Query[Paging]) -> Page[ToldDecision]:
    """Decisions, newest first."""
    workspace = request.auth.workspace
    rows = decisions(workspace)
    found, following = page(request, rows, paging, f"decisions:{workspace.uid}")
    items = [ToldDecision.of(row) for row in found]
    return Page[ToldDecision](items=items, next=following)


@router.get("/decisions/{uuid:uid}", auth=READ, response=replies({200: ToldDecision}))
def get_decision(request: Request, uid: UUID) -> ToldDecision:
    """One decision."""
    return ToldDecision.of(decision(request.auth.workspace, uid))


@router.post(
    "/decisions/{uuid:uid}/undo",
    auth=CURATE,
    response=replies({200: ToldDecision, 202: ToldDecision}),
)
def post_undo(request: Request, uid: UUID) -> ToldDecision | Status[ToldDecision]:
    """Bring what a decision touched back; the reply is the compensating decision.

    202 keeps a first yes: a second person has to agree before much is believed again,
    and the reply is the decision as it stands. 409 later_decisions names in
    `decisions` what was decided since.
    """
    workspace = request.auth.workspace
    made = undo(
        workspace=workspace, decision=uid, by=request.auth.actor, now=database_now()
    )
    if made is None:
        return Status(202, ToldDecision.of(decision(workspace, uid)))
    return ToldDecision.of(decision(workspace, made.uid))
