"""Conflicts: claims that cannot both hold, and what people decide about them."""

from typing import Literal
from uuid import UUID

from ninja import Query, Router, Status

from memory.actions.settle_conflict import StaleConflict, settle_conflict
from memory.api.access import Key, Request
from memory.api.errors import Problem, replies
from memory.api.paging import Page, Paging, stretch
from memory.api.schemas.conflict import StaleConflictReply, ToldConflict
from memory.api.schemas.settlement import SentConflictSettlement
from memory.models import Scope
from memory.queries.clock import database_now
from memory.queries.conflicts import ConflictView, conflict, conflicts

router = Router(tags=["Conflicts"])
READ, CURATE = Key(Scope.READ), Key(Scope.CURATE)


class ConflictList(Paging):
    """Which conflicts are wanted; of those not settled only what is in force."""

    state: Literal["open", "kept", "settled"] = "open"


@router.get("/conflicts", auth=READ, response=replies({200: Page[ToldConflict]}))
def get_conflicts(request: Request, wanted: Query[ConflictList]) -> Page[ToldConflict]:
    """Pairs of claims that cannot both hold, newest first."""
    workspace = request.auth.workspace

    def fetch(after: int | None, limit: int) -> list[ConflictView]:
        return conflicts(workspace, states=(wanted.state,), after=after, limit=limit)

    list_ = f"conflicts:{workspace.uid}:{wanted.state}"
    found, following = stretch(request, wanted, list_, fetch)
    items = [ToldConflict.of(view) for view in found]
    return Page[ToldConflict](items=items, next=following)


@router.get("/conflicts/{uuid:uid}", auth=READ, response=replies({200: ToldConflict}))
def get_conflict(request: Request, uid: UUID) -> ToldConflict:
    """One conflict, settled or not."""
    return ToldConflict.of(conflict(request.auth.workspace, uid))


@router.post(
    "/conflicts/{uuid:uid}/settle",
    auth=CURATE,
    response=replies({200: ToldConflict, 409: StaleConflictReply | Problem}),
)
def post_settle(
    request: Request, uid: UUID, payload: SentConflictSettlement
) -> ToldConflict | Status[StaleConflictReply]:
    """Settle a conflict: the world changed, one was wrong, or both are true."""
    workspace = request.auth.workspace
    try:
        settle_conflict(
            workspace=workspace,
            conflict=uid,
            settlement=payload.read(),
            by=request.auth.actor,
            now=database_now(),
        )
    except StaleConflict as stale:
        current = ToldConflict.of(conflict(workspace, uid))
        said = {"message": stale.message, "hint": stale.hint}
        return Status(409, StaleConflictReply(**said, current=current))
    return ToldConflict.of(conflict(workspace, uid))
