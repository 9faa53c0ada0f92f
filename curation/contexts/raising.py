"""The form that raises a tension, with what it is about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from curation.contexts.words import Statement, statement
from curation.tension_forms import RaiseForm
from memory.models import Claim, Node, Workspace


@dataclass(frozen=True)
class RaisingPage:
    """The form; `nodes` and `claims` go with it."""

    form: RaiseForm
    nodes: list[Node]
    claims: list[tuple[UUID, Statement]]
    action: str
    title: str = "Raise a tension"
    toast: Any = None


def raising_page(
    workspace: Workspace,
    form: RaiseForm,
    nodes: Sequence[UUID],
    claims: Sequence[UUID],
    action: str,
) -> RaisingPage:
    """What of this workspace it is about; what is of no workspace is left out."""
    named = Node.objects.filter(workspace=workspace, uid__in=nodes).order_by("pk")
    rows = Claim.objects.filter(workspace=workspace, uid__in=claims).order_by("pk")
    full = rows.select_related("subject", "predicate", "object")
    return RaisingPage(
        form=form,
        nodes=list(named),
        claims=[(row.uid, statement(row)) for row in full],
        action=action,
    )
