"""Certificates of erasure, and what is held."""

from uuid import UUID

from django.db.models import QuerySet

from memory.models import Action, Decision, Erasure, Hold, Workspace
from memory.rules.refused import Missing


def erasures(workspace: Workspace) -> QuerySet[Erasure]:
    """Certificates with their decisions and authors, newest first."""
    rows = Erasure.objects.filter(workspace=workspace).order_by("-pk")
    return rows.select_related(
        "node", "decision__words", "decision__by_member__user", "decision__by_agent"
    )


def erasure(workspace: Workspace, uid: UUID) -> Erasure:
    """One certificate; raises Missing."""
    found = erasures(workspace).filter(uid=uid).first()
    if found is None:
        raise Missing("erasure")
    return found


def holds(workspace: Workspace) -> QuerySet[Hold]:
    """Holds with their observations, newest first."""
    rows = Hold.objects.filter(workspace=workspace).order_by("-pk")
    return rows.select_related("observation__source__node")


def compactions(workspace: Workspace) -> QuerySet[Decision]:
    """The decisions that compacted texts, newest first."""
    rows = Decision.objects.filter(workspace=workspace, action=Action.COMPACT)
    return rows.select_related("by_member__user", "by_agent").order_by("-pk")
