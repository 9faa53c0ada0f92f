"""Keep that two look-alikes are two things."""

import datetime
from uuid import UUID

from django.db import transaction

from memory.models import Action, Actor, Distinction, Workspace
from memory.steps.merging import lock_pair, tell_apart
from memory.steps.status import decide


@transaction.atomic(durable=True)
def declare_distinct(
    *,
    workspace: Workspace,
    node: UUID,
    other: UUID,
    reason: str = "",
    by: Actor,
    now: datetime.datetime,
) -> Distinction:
    """Record that two nodes are not the same, so that nobody is asked again.

    Keeps true: a pair told apart is neither suggested nor merged until this decision
    is undone. Raises Missing, or Refused with same_node, source_node, already_one or
    declared_distinct.
    """
    one, two = lock_pair(workspace, node, other)
    decision = decide(
        workspace,
        action=Action.DISTINGUISH,
        by=by,
        now=now,
        note=reason.strip(),
        after={"node": str(one.uid), "not": str(two.uid)},
    )
    return tell_apart(decision, one, two)
