"""What is kept for somebody, and what is destroyed for good."""

import uuid
from uuid import UUID

from ninja import Query, Router, Status

from memory.actions.erase import erase
from memory.actions.place_hold import place_hold, release_hold
from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.paging import Page, Paging, page
from memory.api.schemas.keeping import (
    SentErasure,
    SentHold,
    ToldErased,
    ToldErasure,
    ToldHeld,
    ToldHold,
    ToldReleased,
)
from memory.models import Scope
from memory.queries.clock import database_now
from memory.queries.keeping import erasure, erasures, holds
from memory.rules.refused import Missing

router = Router(tags=["Keeping"])
READ, CURATE, ADMIN = Key(Scope.READ), Key(Scope.CURATE), Key(Scope.ADMIN)


@router.post(
    "/erasures", auth=ADMIN, response=replies({200: ToldErased, 201: ToldErased})
)
def post_erasure(request: Request, payload: SentErasure) -> Status[ToldErased]:
    """Destroy an observation, or everything about a node, wherever it went.

    It cannot be undone and leaves a certificate. A dry run foretells exactly this.
    What had been erased gives its first certificate again.
    """
    found = erase(
        workspace=request.auth.workspace,
        observation=payload.observation,
        node=payload.node,
        reason=payload.reason,
        by=request.auth.actor,
        now=database_now(),
        dry_run=payload.dry_run,
    )
    told = ToldErased.of(found, dry_run=payload.dry_run)
    return Status(201 if told.created else 200, told)


@router.get("/erasures", auth=READ, response=replies({200: Page[ToldErasure]}))
def get_erasures(request: Request, paging: Query[Paging]) -> Page[ToldErasure]:
    """Certificates, newest first."""
    workspace = request.auth.workspace
    list_ = f"erasures:{workspace.uid}"
    found, following = page(request, erasures(workspace), paging, list_)
    items = [ToldErasure.of(row) for row in found]
    return Page[ToldErasure](items=items, next=following)


@router.get("/erasures/{uuid:uid}", auth=READ, response=replies({200: ToldErasure}))
def get_erasure(request: Request, uid: UUID) -> ToldErasure:
    """One certificate."""
    return ToldErasure.of(erasure(request.auth.workspace, uid))


@router.post("/holds", auth=CURATE, response=replies({201: ToldHeld}))
def post_hold(request: Request, payload: SentHold) -> Status[ToldHeld]:
    """Keep the text of observations from compaction, until the holder lets go.

    409 text_gone where there is none left.
    """
    rows = place_hold(
        workspace=request.auth.workspace,
        observations=payload.observations,
        holder=payload.holder or uuid.uuid4(),
        now=database_now(),
    )
    items = [ToldHold.of(row) for row in rows]
    return Status(201, ToldHeld(holder=rows[0].holder, items=items))


@router.get("/holds", auth=READ, response=replies({200: Page[ToldHold]}))
def get_holds(request: Request, paging: Query[Paging]) -> Page[ToldHold]:
    """What is held, newest first."""
    workspace = request.auth.workspace
    list_ = f"holds:{workspace.uid}"
    found, following = page(request, holds(workspace), paging, list_)
    items = [ToldHold.of(row) for row in found]
    return Page[ToldHold](items=items, next=following)


@router.post(
    "/holds/{uuid:uid}/release", auth=CURATE, response=replies({200: ToldReleased})
)
def post_release(request: Request, uid: UUID) -> ToldReleased:
    """Let go of everything that a holder holds."""
    count = release_hold(workspace=request.auth.workspace, holder=uid)
    if not count:
        raise Missing("hold")
    return ToldReleased(holder=uid, released=count)
