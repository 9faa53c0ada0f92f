"""Decisions with their authors, notes and what undid them."""

from uuid import UUID

from django.db.models import QuerySet

from memory.models import Decision, Workspace
from memory.rules.refused import Missing


def decisions(workspace: Workspace) -> QuerySet[Decision]:
    """The decisions of a workspace, in no order."""
    return Decision.objects.filter(workspace=workspace).select_related(
        "by_member__user", "by_agent", "words", "undone_by", "undoes"
    )


def decision(workspace: Workspace, uid: UUID) -> Decision:
    """One decision of this workspace; raises Missing."""
    row = decisions(workspace).filter(uid=uid).first()
    if row is None:
        raise Missing("decision")
    return row
