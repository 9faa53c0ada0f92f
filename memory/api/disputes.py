"""Disputes: affected claims that wait for a person, and what people decide."""

from uuid import UUID

from ninja import Query, Router, Status

from memory.actions.resolve_dispute import StaleDispute, resolve_dispute
from memory.actions.resolve_disputes_in_bulk import resolve_disputes_in_bulk
from memory.api.access import Key, Request
from memory.api.errors import Problem, replies
from memory.api.paging import Page, Paging, stretch
from memory.api.schemas.dispute import (
    StaleDisputeReply,
    ToldBulk,
    ToldDispute,
    ToldSettled,
)
from memory.api.schemas.settlement import (
    ActionName,
    DisputeStateName,
    EffectName,
    SentBulk,
    SentSettlement,
)
from memory.models import Scope
from memory.queries.clock import database_now
from memory.queries.disputes import DisputeFilter, DisputeView, dispute, disputes

router = Router(tags=["Disputes"])
READ, CURATE = Key(Scope.READ), Key(Scope.CURATE)


class DisputeList(Paging):
    """Which disputes are wanted; without `state` those that are not settled."""

    state: DisputeStateName | None = None
    claim: UUID | None = None
    retraction: UUID | None = None
    opened_by: UUID | None = None
    effect: EffectName | None = None
    proposal: ActionName | None = None

    def read(self) -> DisputeFilter:
        """As the query takes it."""
        given = self.model_dump(exclude={"limit", "cursor", "state"})
        return DisputeFilter(states=(self.state,) if self.state else (), **given)


@router.get("/disputes", auth=READ, response=replies({200: Page[ToldDispute]}))
def get_disputes(request: Request, wanted: Query[DisputeList]) -> Page[ToldDispute]:
    """Disputes, each before those that rest on it."""
    workspace, filter_ = request.auth.workspace, wanted.read()

    def fetch(after: tuple[int, int] | None, limit: int) -> list[DisputeView]:
        return disputes(workspace, filter_, after=after, limit=limit)

    list_ = f"disputes:{workspace.uid}:{filter_}"
    found, following = stretch(request, wanted, list_, fetch)
    items = [ToldDispute.of(view) for view in found]
    return Page[ToldDispute](items=items, next=following)


@router.get("/disputes/{uuid:uid}", auth=READ, response=replies({200: ToldDispute}))
def get_dispute(request: Request, uid: UUID) -> ToldDispute:
    """One dispute, settled or not."""
    return ToldDispute.of(dispute(request.auth.workspace, uid))


@router.post(
    "/disputes/{uuid:uid}/resolve",
    auth=CURATE,
    response=replies({200: ToldSettled, 409: StaleDisputeReply | Problem}),
)
def post_resolve(
    request: Request, uid: UUID, payload: SentSettlement
) -> ToldSettled | Status[StaleDisputeReply]:
    """Settle a dispute; a dry run names in `along` what would be taken along."""
    workspace = request.auth.workspace
    try:
        settled = resolve_dispute(
            workspace=workspace,
            dispute=uid,
            settlement=payload.read(),
            by=request.auth.actor,
            now=database_now(),
            dry_run=payload.dry_run,
        )
    except StaleDispute as stale:
        current = ToldDispute.of(dispute(workspace, uid))
        said = {"message": stale.message, "hint": stale.hint}
        return Status(409, StaleDisputeReply(**said, current=current))
    return ToldSettled.after(
        dispute(workspace, uid),
        decision=settled.decision,
        stands=settled.claim.uid,
        along=[each.uid for each in settled.along],
        dry_run=payload.dry_run,
    )


@router.post("/disputes/resolve", auth=CURATE, response=replies({200: ToldBulk}))
def post_resolve_in_bulk(request: Request, payload: SentBulk) -> ToldBulk:
    """Settle all disputes that a filter names, alike; a failure spares the others.

    A dry run counts the set; `expected` names it again, and 409 set_changed says that
    it is another one by now.
    """
    expected = payload.expected
    found = resolve_disputes_in_bulk(
        workspace=request.auth.workspace,
        filter_=payload.filter.read(),
        settlement=payload.read(),
        by=request.auth.actor,
        now=database_now(),
        expected=(expected.count, expected.fingerprint) if expected else None,
        dry_run=payload.dry_run,
    )
    return ToldBulk.of(found)
