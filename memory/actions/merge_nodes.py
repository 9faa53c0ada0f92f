"""Let one node count as another."""

import datetime
from uuid import UUID

from django.db import transaction

from memory.models import Action, Actor, Merge, Workspace
from memory.rules.refused import Refused
from memory.steps.merging import distinction, join, lock_pair
from memory.steps.status import decide


@transaction.atomic(durable=True)
def merge_nodes(
    *,
    workspace: Workspace,
    node: UUID,
    into: UUID,
    reason: str = "",
    by: Actor,
    now: datetime.datetime,
) -> Merge:
    """Record that `node` counts as `into` from now on.

    Keeps true: ids and rows stay as they are, so that undoing it leaves no trace in
    them; aliases make no circle; what was told apart is not merged. Raises Missing,
    or Refused with same_node, source_node, already_one, already_merged or
    declared_distinct.
    """
    one, other = lock_pair(workspace, node, into)
    if distinction(one, other) is not None:
        raise Refused(
            "declared_distinct",
            f"{one} and {other} were told apart.",
            hint="Undo that decision first.",
        )
    decision = decide(
        workspace,
        action=Action.MERGE,
        by=by,
        now=now,
        note=reason.strip(),
        before={"node": str(one.uid), "counts_as": str(one.uid)},
        after={"node": str(one.uid), "counts_as": str(other.uid)},
    )
    return join(decision, one, other)
