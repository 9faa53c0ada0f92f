"""Collisions: listed, judged, and counted by what came of them."""

from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from ninja import Query, Router

from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.paging import Page, Paging, page
from memory.models import Claim, Node, Scope
from memory.queries.clock import database_now
from tension.actions.judge import judge
from tension.api.schemas.collision import (
    CollisionStateName,
    SentCollisionVerdict,
    ToldCollision,
    ToldOutcomes,
    ToldShares,
)
from tension.models import Collision
from tension.queries.shares import shares
from tension.queries.tensions import collision, collisions

router = Router(tags=["Tensions"])
READ, CURATE = Key(Scope.READ), Key(Scope.CURATE)


class CollisionList(Paging):
    """Which collisions are wanted."""

    state: CollisionStateName | None = None
    tension: UUID | None = None


@router.get("/collisions", auth=READ, response=replies({200: Page[ToldCollision]}))
def get_collisions(
    request: Request, wanted: Query[CollisionList]
) -> Page[ToldCollision]:
    """Where tensions and active work met, newest first."""
    workspace = request.auth.workspace
    rows = collisions(workspace)
    if wanted.state is not None:
        rows = rows.filter(state=wanted.state)
    if wanted.tension is not None:
        rows = rows.filter(tension__uid=wanted.tension)
    list_ = f"collisions:{workspace.uid}:{wanted.state}:{wanted.tension}"
    found, following = page(request, rows, wanted, list_)
    return Page[ToldCollision](items=told(found), next=following)


@router.get("/collisions/shares", auth=READ, response=replies({200: ToldShares}))
def get_shares(request: Request) -> ToldShares:
    """The share of productive collisions, by distance and degree."""
    items = [
        ToldOutcomes(
            distance=each.distance,
            hub_degree=each.degree,
            judged=each.judged,
            productive=each.productive,
            share=each.share,
        )
        for each in shares(request.auth.workspace)
    ]
    return ToldShares(hub_threshold=settings.WARRANT_HUB_DEGREE, items=items)


@router.get("/collisions/{uuid:uid}", auth=READ, response=replies({200: ToldCollision}))
def get_collision(request: Request, uid: UUID) -> ToldCollision:
    """One collision."""
    return told([collision(request.auth.workspace, uid)])[0]


@router.post(
    "/collisions/{uuid:uid}/verdict",
    auth=CURATE,
    response=replies({200: ToldCollision}),
)
def post_verdict(
    request: Request, uid: UUID, payload: SentCollisionVerdict
) -> ToldCollision:
    """Say whether it was productive, coincidental, or led along a wrong path."""
    workspace = request.auth.workspace
    judge(
        workspace=workspace,
        collision=uid,
        version=payload.version,
        verdict=payload.verdict,
        finding=payload.finding,
        note=payload.note or "",
        by=request.auth.actor,
        now=database_now(),
    )
    return told([collision(workspace, uid)])[0]


def told(rows: Sequence[Collision]) -> list[ToldCollision]:
    """Collisions with the nodes and claims of their paths, in two statements."""
    nodes = Node.objects.in_bulk({pk for row in rows for pk in row.path})
    claims = Claim.objects.in_bulk({pk for row in rows for pk in row.claims})
    return [ToldCollision.of(row, nodes, claims) for row in rows]
