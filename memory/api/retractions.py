"""Retraction: what is no longer relied on, what that touches, and the way back."""

from typing import Any, Literal
from uuid import UUID

from ninja import Query, Router, Status

from memory.actions.reinstate import reinstate
from memory.actions.retract import Target, is_large, retract
from memory.actions.retract_later import retract_later
from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.paging import Page, Paging, stretch
from memory.api.schemas.operation import Begun
from memory.api.schemas.passes import ToldAffected
from memory.api.schemas.retraction import (
    SentRecall,
    SentReinstatement,
    SentRetraction,
    ToldReinstated,
    ToldRetracted,
    ToldRetraction,
)
from memory.models import Scope
from memory.queries.clock import database_now
from memory.queries.retractions import (
    AffectedView,
    RetractionView,
    affected_by,
    retraction,
    retractions,
)
from memory.queries.served import served_to
from memory.tasks import ring

router = Router(tags=["Retraction"])
READ, RETRACT = Key(Scope.READ), Key(Scope.RETRACT)


class AffectedList(Paging):
    """Which of the claims are wanted; without `effect` all of them."""

    effect: Literal["lost", "weakened", "reached", "ended"] | None = None


@router.post(
    "/observations/{uuid:uid}/retract",
    auth=RETRACT,
    response=replies({200: ToldRetracted, 202: Begun}),
)
def post_observation_retract(
    request: Request, uid: UUID, payload: SentRetraction
) -> ToldRetracted | Status[Begun]:
    """Stop relying on an observation; what loses support by it is disputed.

    A dry run names the same claims and writes nothing. What is retracted already
    gives the first answer again. What touches more than 1,000 claims is carried out by
    a worker, in one transaction all the same: 202 with its operation, and the same one
    again until it is done.
    """
    return _retract(request, Target(observation=uid), payload, payload.replacement)


@router.post(
    "/sources/{uuid:uid}/retract",
    auth=RETRACT,
    response=replies({200: ToldRetracted, 202: Begun}),
)
def post_source_retract(
    request: Request, uid: UUID, payload: SentRetraction
) -> ToldRetracted | Status[Begun]:
    """Stop relying on one revision of a source, and all that was drawn from it."""
    return _retract(request, Target(source=uid), payload, payload.replacement)


@router.post(
    "/agents/{uuid:uid}/retract",
    auth=RETRACT,
    response=replies({200: ToldRetracted, 202: Begun}),
)
def post_agent_retract(
    request: Request, uid: UUID, payload: SentRecall
) -> ToldRetracted | Status[Begun]:
    """Stop relying on everything that an agent observed or concluded since a time."""
    return _retract(request, Target(agent=uid, since=payload.since), payload, None)


@router.get("/retractions", auth=READ, response=replies({200: Page[ToldRetraction]}))
def get_retractions(request: Request, paging: Query[Paging]) -> Page[ToldRetraction]:
    """Retractions, newest first."""
    workspace = request.auth.workspace

    def fetch(after: int | None, limit: int) -> list[RetractionView]:
        return retractions(workspace, after=after, limit=limit)

    list_ = f"retractions:{workspace.uid}"
    found, following = stretch(request, paging, list_, fetch)
    items = [ToldRetraction.of(view) for view in found]
    return Page[ToldRetraction](items=items, next=following)


@router.get(
    "/retractions/{uuid:uid}", auth=READ, response=replies({200: ToldRetraction})
)
def get_retraction(request: Request, uid: UUID) -> ToldRetraction:
    """One retraction, in force or not."""
    return ToldRetraction.of(retraction(request.auth.workspace, uid))


@router.get(
    "/retractions/{uuid:uid}/affected",
    auth=READ,
    response=replies({200: Page[ToldAffected]}),
)
def get_affected(
    request: Request, uid: UUID, wanted: Query[AffectedList]
) -> Page[ToldAffected]:
    """The claims that a retraction touched, by depth, each with its status now."""
    workspace = request.auth.workspace

    def fetch(after: tuple[int, int] | None, limit: int) -> list[AffectedView]:
        return affected_by(
            workspace, uid, effect=wanted.effect, after=after, limit=limit
        )

    list_ = f"affected:{workspace.uid}:{uid}:{wanted.effect}"
    found, following = stretch(request, wanted, list_, fetch)
    items = [ToldAffected.now(view) for view in found]
    return Page[ToldAffected](items=items, next=following)


@router.post(
    "/retractions/{uuid:uid}/reinstate",
    auth=RETRACT,
    response=replies({200: ToldReinstated}),
)
def post_reinstate(
    request: Request, uid: UUID, payload: SentReinstatement
) -> ToldReinstated:
    """Rely again on everything that one act of retraction took away.

    What was reinstated already gives the first answer again.
    """
    found = reinstate(
        workspace=request.auth.workspace,
        retraction=uid,
        reason=payload.reason,
        by=request.auth.actor,
        now=database_now(),
        dry_run=payload.dry_run,
    )
    return ToldReinstated.of(found, dry_run=payload.dry_run)


def _retract(
    request: Request,
    target: Target,
    payload: SentRetraction | SentRecall,
    replacement: UUID | None,
) -> ToldRetracted | Status[Begun]:
    workspace = request.auth.workspace
    asked: dict[str, Any] = {
        "workspace": workspace,
        "target": target,
        "kind": payload.kind,
        "reason": payload.reason,
        "note": payload.note or "",
        "replacement": replacement,
        "by": request.auth.actor,
        "now": database_now(),
    }
    if not payload.dry_run and is_large(
        workspace=workspace, target=target, kind=payload.kind
    ):
        operation = retract_later(**asked, key=request.auth.key)
        ring()
        return Status(202, Begun(operation=operation.uid))
    found = retract(**asked, dry_run=payload.dry_run)
    return ToldRetracted.of(found, served_to(workspace, found.passed.marked))
