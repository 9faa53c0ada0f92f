"""Merges as people read them: who counts as whom, and by whose decision."""

from collections.abc import Collection

from django.db.models import Q, QuerySet

from memory.models import Distinction, Merge, Workspace


def merges(workspace: Workspace) -> QuerySet[Merge]:
    """Merges of a workspace with their nodes and decisions."""
    rows = Merge.objects.filter(workspace=workspace).select_related("node", "into")
    decided = rows.select_related("decision__by_member__user", "decision__by_agent")
    return decided.select_related("decision__words", "undone_by")


def merges_among(workspace: Workspace, nodes: Collection[int]) -> list[Merge]:
    """The merges in force that touch some nodes, oldest first."""
    touching = Q(node__in=nodes) | Q(into__in=nodes)
    return list(merges(workspace).filter(touching, undone_by=None).order_by("pk"))


def told_apart(workspace: Workspace, node: int) -> list[Distinction]:
    """What a node was said not to be, in force."""
    rows = Distinction.objects.filter(workspace=workspace, undone_by=None)
    found = rows.filter(Q(first=node) | Q(second=node))
    return list(found.select_related("first", "second", "decision"))
