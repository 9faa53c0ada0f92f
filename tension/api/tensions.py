"""Tensions: raised, listed, surfaced and triaged."""

from uuid import UUID

from ninja import Query, Router, Status
from pydantic import Field

from memory.api.access import Key, Request
from memory.api.errors import Problem, replies
from memory.api.nodes import named_uid
from memory.api.paging import Page, Paging, page
from memory.models import Node, Scope, Workspace
from memory.queries.clock import database_now
from memory.queries.graph import node
from memory.rules.refused import Refused
from tension.actions.raise_tension import raise_tension
from tension.actions.surface import surface_for
from tension.actions.triage import StaleTension, triage, undo_triage
from tension.api.schemas.tension import (
    KindName,
    SentSurface,
    SentTension,
    SentTriage,
    StaleTensionReply,
    StateName,
    ToldEntry,
    ToldShown,
    ToldSurfaced,
    ToldSurfacing,
    ToldTension,
    WholeTension,
    nodes_named,
)
from tension.models import Anchor
from tension.queries.spans import spans_of
from tension.queries.tensions import near_identical, tension, tensions

router = Router(tags=["Tensions"])
INGEST, READ = Key(Scope.INGEST), Key(Scope.READ)
GATE, CURATE = Key(Scope.GATE), Key(Scope.CURATE)
LATEST = 100


class TensionList(Paging):
    """Which tensions are wanted; `about` is a node's id, or kind:id."""

    state: StateName | None = None
    kind: KindName | None = None
    about: str | None = Field(default=None, max_length=300)


@router.post("/tensions", auth=INGEST, response=replies({201: ToldTension}))
def post_tension(request: Request, payload: SentTension) -> Status[ToldTension]:
    """Keep something open on purpose."""
    workspace = request.auth.workspace
    row = raise_tension(
        workspace=workspace,
        stated=payload.read(workspace),
        by=request.auth.actor,
        now=database_now(),
    )
    return Status(201, ToldTension.of(tension(workspace, row.uid)))


@router.get("/tensions", auth=READ, response=replies({200: Page[ToldTension]}))
def get_tensions(request: Request, wanted: Query[TensionList]) -> Page[ToldTension]:
    """Tensions, newest first."""
    workspace = request.auth.workspace
    rows = tensions(workspace)
    if wanted.state is not None:
        rows = rows.filter(state=wanted.state)
    if wanted.kind is not None:
        rows = rows.filter(kind=wanted.kind)
    if wanted.about is not None:
        about = node(workspace, named_uid(workspace, wanted.about))
        on = Anchor.objects.filter(node=about).values("tension")
        rows = rows.filter(pk__in=on)
    filters = wanted.model_dump(include={"state", "kind", "about"})
    list_ = f"tensions:{workspace.uid}:{sorted(filters.items(), key=str)}"
    found, following = page(request, rows, wanted, list_)
    items = [ToldTension.of(row) for row in found]
    return Page[ToldTension](items=items, next=following)


@router.post("/tensions/surface", auth=GATE, response=replies({200: ToldSurfaced}))
def post_surface(request: Request, payload: SentSurface) -> ToldSurfaced:
    """Bring back open tensions near some nodes; that they were shown is recorded."""
    workspace = request.auth.workspace
    asked = nodes_named(workspace, payload.nodes)
    shown = surface_for(
        workspace=workspace,
        nodes=_nodes(workspace, asked),
        limit=payload.k,
        context=f"key:{request.auth.key.prefix}",
        now=database_now(),
    )
    return ToldSurfaced(items=[ToldShown.of(each) for each in shown])


@router.get("/tensions/{uuid:uid}", auth=READ, response=replies({200: WholeTension}))
def get_tension(request: Request, uid: UUID) -> WholeTension:
    """One tension with its history."""
    row = tension(request.auth.workspace, uid)
    entries = row.history.select_related("by_member__user", "by_agent", "words")
    shown = row.surfacings.select_related("near").order_by("-id")[:LATEST]
    return WholeTension.whole(
        row,
        history=[ToldEntry.of(each) for each in entries.order_by("id")],
        surfacings=[
            ToldSurfacing(context=each.context, at=each.at, why=each.why)
            for each in shown
        ],
        findings=list(row.findings.order_by("id").values_list("claim__uid", flat=True)),
        near_identical=[each.uid for each in near_identical(row)],
        spans=spans_of(row),
    )


@router.post(
    "/tensions/{uuid:uid}/triage",
    auth=CURATE,
    response=replies({200: ToldTension, 409: StaleTensionReply | Problem}),
)
def post_triage(
    request: Request, uid: UUID, payload: SentTriage
) -> ToldTension | Status[StaleTensionReply]:
    """Keep, merge, snooze, link, answer, drop, escalate, hand over, or undo."""
    workspace = request.auth.workspace
    try:
        _triage(request, uid, payload)
    except StaleTension as stale:
        current = ToldTension.of(tension(workspace, uid))
        said = {"message": stale.message, "hint": stale.hint}
        return Status(409, StaleTensionReply(**said, current=current))
    return ToldTension.of(tension(workspace, uid))


def _triage(request: Request, uid: UUID, payload: SentTriage) -> None:
    by, now = request.auth.actor, database_now()
    workspace = request.auth.workspace
    if payload.action == "undo":
        undo_triage(
            workspace=workspace, tension=uid, version=payload.version, by=by, now=now
        )
        return
    triage(workspace=workspace, tension=uid, given=payload.read(), by=by, now=now)


def _nodes(workspace: Workspace, uids: list[UUID]) -> list[int]:
    rows = Node.objects.filter(workspace=workspace, uid__in=uids)
    found = dict(rows.values_list("uid", "pk"))
    if missing := set(uids) - found.keys():
        raise Refused(
            "unknown_node",
            f"There is no such node: {min(missing)}.",
            field="nodes",
            hint="Name a node of this workspace.",
        )
    return list(found.values())
