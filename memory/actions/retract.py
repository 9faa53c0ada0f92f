"""Retract an observation, a source revision, or everything that one said."""

import datetime
from uuid import UUID

from django.db import transaction

from memory.models import Actor, Workspace
from memory.queries.closure import affected
from memory.steps.passes import AT_ONCE
from memory.steps.retracting import Retracted, carry_out, foretell
from memory.steps.retraction_scope import (
    Said,
    Target,
    given_reason,
    known_kind,
    left_of,
)

__all__ = ["Retracted", "Target", "is_large", "retract"]


def retract(  # noqa: PLR0913
    *,
    workspace: Workspace,
    target: Target,
    kind: str,
    reason: str,
    by: Actor,
    now: datetime.datetime,
    note: str = "",
    replacement: UUID | None = None,
    dry_run: bool = False,
    weigh: int | None = None,
) -> Retracted:
    """Stop relying on evidence, and dispute what loses support by it.

    Keeps true: one transaction; nothing is deleted; a dry run gives exactly the same
    answer and writes nothing; a second call changes nothing and gives the first one's
    answer. Under a concern the evidence still resolves: what rests on it is disputed
    as if it were gone. The confidences are worked out for all claims, in a dry run for
    those that are named at once; with `weigh` for so many of each effect.
    """
    said = Said(known_kind(kind), given_reason(reason), note, replacement)
    if dry_run:
        return foretell(workspace, target, said, AT_ONCE if weigh is None else weigh)
    with transaction.atomic(durable=True):
        return carry_out(workspace, target, said, by, now, weigh=weigh)


def is_large(*, workspace: Workspace, target: Target, kind: str) -> bool:
    """Whether a retraction would touch more claims than are dealt with at once.

    One that is in force is not: its answer is kept. Raises Missing.
    """
    left = left_of(workspace, target, known_kind(kind))
    return len(affected(left.seeds())) > AT_ONCE
