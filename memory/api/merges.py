"""Merges: two nodes that count as one, and the way back."""

from uuid import UUID

from ninja import Router, Status

from memory.actions.merge_nodes import merge_nodes
from memory.actions.unmerge import unmerge
from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.schemas.merge import SentMerge, ToldMerge
from memory.api.schemas.statement import NamedNode
from memory.models import Node, Scope, Workspace
from memory.queries.canonical import canonical
from memory.queries.clock import database_now
from memory.queries.merges import merges
from memory.rules.identity import node_uid
from memory.rules.refused import Missing, Refused

router = Router(tags=["Graph"])
CURATE = Key(Scope.CURATE)


@router.post("/nodes/{uuid:uid}/merge", auth=CURATE, response=replies({201: ToldMerge}))
def post_merge(request: Request, uid: UUID, payload: SentMerge) -> Status[ToldMerge]:
    """Let a node count as another; ids and rows stay as they are.

    409 already_one, already_merged or declared_distinct where that makes no sense.
    """
    workspace = request.auth.workspace
    made = merge_nodes(
        workspace=workspace,
        node=_known(workspace, uid),
        into=_into(workspace, payload.into),
        reason=payload.reason,
        by=request.auth.actor,
        now=database_now(),
    )
    return Status(201, _told(workspace, made.uid))


@router.post("/merges/{uuid:uid}/undo", auth=CURATE, response=replies({200: ToldMerge}))
def post_unmerge(request: Request, uid: UUID) -> ToldMerge:
    """Let both nodes stand for themselves again; 409 already_undone."""
    workspace = request.auth.workspace
    row = unmerge(
        workspace=workspace, merge=uid, by=request.auth.actor, now=database_now()
    )
    return _told(workspace, row.uid)


def _known(workspace: Workspace, uid: UUID) -> UUID:
    if not Node.objects.filter(workspace=workspace, uid=uid).exists():
        raise Missing("node")
    return uid


def _into(workspace: Workspace, named: UUID | NamedNode) -> UUID:
    """The other node, which is named in the body: unknown is the field's fault."""
    uid = (
        node_uid(workspace=workspace.uid, kind=named.kind, external_id=named.id)
        if isinstance(named, NamedNode)
        else named
    )
    if not Node.objects.filter(workspace=workspace, uid=uid).exists():
        raise Refused("unknown_node", "There is no such node.", field="into")
    return uid


def _told(workspace: Workspace, uid: UUID) -> ToldMerge:
    merge = merges(workspace).get(uid=uid)
    end = canonical([merge.node_id])[merge.node_id]
    return ToldMerge.of(merge, Node.objects.get(pk=end))
