"""Nodes that stand for things in the world, rather than for sources."""

from collections.abc import Collection

from django.db.models import Q, QuerySet

from memory.models import Claim, Node, Workspace
from memory.queries.archive import in_use
from memory.queries.canonical import one_thing

SOURCE = "source"


def entities(workspace: Workspace) -> QuerySet[Node]:
    """All nodes but those of sources."""
    return Node.objects.filter(workspace=workspace).exclude(kind=SOURCE)


def kinds(workspace: Workspace) -> list[str]:
    """The kinds of its entities, by name."""
    rows = entities(workspace).order_by("kind").values_list("kind", flat=True)
    return list(rows.distinct()[:200])


def claims_at(workspace: Workspace, nodes: Collection[int]) -> QuerySet[Claim]:
    """Claims in and out of everything that counts as one with some nodes."""
    group = one_thing(nodes)
    touching = Q(subject__in=group) | Q(object__in=group)
    rows = Claim.objects.filter(touching, workspace=workspace, state__isnull=False)
    return in_use(rows)
