"""Tensions and collisions as they are listed and read."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet

from memory.models import Workspace
from memory.queries.canonical import one_thing
from memory.rules.refused import Missing
from tension.models import Anchor, Collision, CollisionState, Tension
from tension.rules.alike import alike
from tension.rules.states import State

UNRESOLVED_STATES = [State.open.value, State.snoozed.value]
# A tension is compared with so many others at most, the newest first.
COMPARED = 200


def tensions(workspace: Workspace) -> QuerySet[Tension]:
    """Tensions with what their lines tell: what they are about, and what came of it."""
    rows = Tension.objects.filter(workspace=workspace).select_related(
        "episode", "into", "answer", "owner__user", "by_member__user", "by_agent"
    )
    counted = rows.annotate(
        surfaced_at=Max("surfacings__at"),
        times_surfaced=Count("surfacings", distinct=True),
        new_collisions=Count(
            "collisions",
            distinct=True,
            filter=Q(collisions__state=CollisionState.NEW),
        ),
    )
    return counted.prefetch_related(
        "anchors__node", "anchors__claim__subject", "anchors__claim__object",
        "anchors__claim__predicate",
    )  # fmt: skip


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
    rows = tensions(workspace).filter(state__in=UNRESOLVED_STATES)
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
        workspace=row.workspace_id, state__in=UNRESOLVED_STATES
    ).exclude(pk=row.pk)
    near = others.filter(pk__in=about.values("tension")).order_by("-pk")[:COMPARED]
    return [each for each in near if alike(row.statement, each.statement)]
