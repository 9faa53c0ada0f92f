"""Remove raw text that no belief and no hold needs."""

import datetime
from dataclasses import dataclass

from django.db import transaction

from memory.models import (
    Action,
    Actor,
    Decision,
    Observation,
    ObservationText,
    TextState,
    Workspace,
)
from memory.queries.retention import compactable
from memory.rules.refused import Refused
from memory.steps.locks import own_observations, share_workspace
from memory.steps.status import decide

BATCH = 1000


@dataclass(frozen=True)
class Compacted:
    """How many texts went, and their bytes; no decision where none did."""

    observations: int
    bytes: int
    decision: Decision | None


@transaction.atomic(durable=True)
def compact(
    *,
    workspace: Workspace,
    before: datetime.datetime,
    by: Actor,
    now: datetime.datetime,
) -> Compacted:
    """Compact a batch of texts recorded before a time; call again until none is left.

    Keeps true: no text goes that is in the closure of a claim which has not ended,
    is held, or is still to be distilled; the database refuses it by itself too. The
    row and its commitment stay. It cannot be undone. Refused within the lag.
    """
    if before > now - workspace.lag:
        raise Refused(
            "within_lag",
            "What is younger than the consolidation lag is kept.",
            field="before",
        )
    # No claim may come back from its end meanwhile.
    share_workspace(workspace)
    chosen = compactable(workspace, before, limit=BATCH)
    own_observations(Observation.objects.filter(pk__in=chosen))
    # A derivation or a hold may have come first.
    free = compactable(workspace, before, limit=None)
    gone = {pk: size for pk, size in chosen.items() if pk in free}
    if not gone:
        return Compacted(0, 0, None)
    ObservationText.objects.filter(pk__in=gone).update(
        text=None, state=TextState.COMPACTED, gone_at=now
    )
    size = sum(gone.values())
    decision = decide(
        workspace,
        action=Action.COMPACT,
        by=by,
        now=now,
        after={"observations": len(gone), "bytes": size},
    )
    return Compacted(len(gone), size, decision)
