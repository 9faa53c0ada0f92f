"""The graph: nodes, what is around them, and the predicates between them."""

from typing import Literal
from uuid import UUID

from ninja import Query, Router
from pydantic import BaseModel, Field

from memory.actions.put_node import put_node
from memory.actions.put_predicate import put_predicate
from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.paging import Page, Paging, page
from memory.api.schemas.graph import (
    PutNode,
    SentNode,
    SentPredicate,
    ToldNeighbours,
    ToldNode,
    ToldPredicate,
)
from memory.models import Predicate, Scope, Workspace
from memory.queries.clock import database_now
from memory.queries.graph import neighbours, node
from memory.rules.candidate import NodeName
from memory.rules.identity import IdentityRefused, node_uid
from memory.rules.refused import Refused

router = Router(tags=["Graph"])
INGEST, READ, CURATE = Key(Scope.INGEST), Key(Scope.READ), Key(Scope.CURATE)


class Around(BaseModel):
    """How far to look, and how many edges to take at most."""

    hops: Literal["1", "2"] = "1"
    limit: int = Field(default=100, ge=1, le=200)


@router.put("/nodes", auth=INGEST, response=replies({200: PutNode}))
def put_nodes(request: Request, payload: SentNode) -> PutNode:
    """Make or find the node of this kind and id, and set its words."""
    put = put_node(
        workspace=request.auth.workspace,
        name=NodeName(payload.kind, payload.id),
        title=payload.name,
        description=payload.description,
        now=database_now(),
    )
    told = ToldNode.of(put.node).model_dump()
    return PutNode(**told, created=put.created)


@router.get("/nodes/{uuid:uid}", auth=READ, response=replies({200: ToldNode}))
def get_node(request: Request, uid: UUID) -> ToldNode:
    """A node with its words."""
    return ToldNode.of(node(request.auth.workspace, uid))


@router.get(
    "/nodes/{uuid:uid}/neighbours", auth=READ, response=replies({200: ToldNeighbours})
)
def get_neighbours(
    request: Request, uid: UUID, around: Query[Around]
) -> ToldNeighbours:
    """The newest claims around a node that have not ended, one or two steps away."""
    found = neighbours(
        request.auth.workspace, uid, hops=int(around.hops), limit=around.limit
    )
    return ToldNeighbours.of(found)


@router.get("/predicates", auth=READ, response=replies({200: Page[ToldPredicate]}))
def get_predicates(request: Request, paging: Query[Paging]) -> Page[ToldPredicate]:
    """The predicates of the workspace, oldest first."""
    workspace = request.auth.workspace
    rows = Predicate.objects.filter(workspace=workspace).select_related("negates")
    found, following = page(
        request, rows, paging, f"predicates:{workspace.uid}", newest_first=False
    )
    items = [ToldPredicate.of(row) for row in found]
    return Page[ToldPredicate](items=items, next=following)


@router.put("/predicates", auth=CURATE, response=replies({200: ToldPredicate}))
def put_predicates(request: Request, payload: SentPredicate) -> ToldPredicate:
    """Make or change a predicate."""
    row = put_predicate(workspace=request.auth.workspace, entry=payload.entry())
    return ToldPredicate.of(row)


def named_uid(workspace: Workspace, name: str) -> UUID:
    """The id of the node that a query names by its id or as kind:id."""
    try:
        return UUID(name)
    except ValueError:
        pass
    kind, _, external_id = name.partition(":")
    try:
        return node_uid(workspace=workspace.uid, kind=kind, external_id=external_id)
    except IdentityRefused as no:
        raise Refused(
            no.code,
            f"{str(no).capitalize()}.",
            field="subject",
            hint="An id or kind:id.",
        ) from None
