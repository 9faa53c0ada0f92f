"""Tensions and collisions as they are listed and read."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from memory.models import Workspace
from memory.queries.canonical import one_thing
from memory.rules.refused import Missing
from tension.models import Anchor, Collision, CollisionState, Surfacing, Tension
from tension.rules.alike import alike
from tension.rules.states import UNRESOLVED

# A tension is compared with so many others at most, the newest first.
COMPARED = 200


def tensions(workspace: Workspace) -> QuerySet[Tension]:
    """Tensions with what their lines tell: what they are about, and what came of it."""
    rows = Tension.objects.filter(workspace=workspace).select_related(
        "episode", "into", "answer", "owner__user"
    )
    shown = Surfacing.objects.filter(tension=OuterRef("pk"))
    met = Collision.objects.filter(tension=OuterRef("pk"), state=CollisionState.NEW)
    counted = rows.annotate(
        surfaced_at=Subquery(shown.order_by("-at").values("at")[:1]),
        times_surfaced=_count(shown),
        new_collisions=_count(met),
    )
    return counted.prefetch_related("anchors__node", "anchors__claim")


def _count(rows: QuerySet[Any]) -> Coalesce:
    counted = rows.order_by().values("tension").annotate(n=Count("pk"))
    return Coalesce(Subquery(counted.values("n")), 0)


def tension(workspace: Workspace, uid: UUID) -> Tension:
    """One tension of this workspace; raises Missing."""
    row = tensions(workspace).filter(uid=uid).first()
    if row is None:
        raise Missing("tension")
    return row


def tensions_on(
    workspace: Workspace, *, nodes: Collection[int] = (), claims: Collection[int] = ()
) -> QuerySet[Tension]:
    """Unresolved tensions about some nodes, or what counts as one, or some claims."""
    found = Anchor.objects.filter(Q(node__in=one_thing(nodes)) | Q(claim__in=claims))
    rows = tensions(workspace).filter(state__in=UNRESOLVED)
    return rows.filter(pk__in=found.values("tension")).order_by("-pk")


def collisions(workspace: Workspace) -> QuerySet[Collision]:
    """Collisions with their tensions."""
    rows = Collision.objects.filter(workspace=workspace)
    return rows.select_related("tension", "judged_by__user", "finding")


def collision(workspace: Workspace, uid: UUID) -> Collision:
    """One collision of this workspace; raises Missing."""
    row = collisions(workspace).filter(uid=uid).first()
    if row is None:
        raise Missing("collision")
    return row


def near_identical(row: Tension) -> list[Tension]:
    """Unresolved tensions that say nearly the same about something in common."""
    nodes = Anchor.objects.filter(tension=row).values_list("node_id", flat=True)
    about = Anchor.objects.filter(node__in=one_thing(list(nodes)))
    others = Tension.objects.filter(
        workspace=row.workspace_id, state__in=UNRESOLVED
    ).exclude(pk=row.pk)
    near = others.filter(pk__in=about.values("tension")).order_by("-pk")[:COMPARED]
    return [each for each in near if alike(row.statement, each.statement)]
