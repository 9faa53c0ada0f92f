"""Gives claims back their places in the queues after an undo."""

import datetime
from collections.abc import Iterable, Sequence

from memory.models import (
    Action,
    AffectedClaim,
    Decision,
    Quarantine,
    ReviewItem,
    StatusEvent,
)
from memory.rules.lifecycle import Status
from memory.rules.undoing import in_force
from memory.steps.finding_state import weigh_contradictions
from memory.steps.status import Move


def requeue(written: Decision, undone: Decision, moves: Sequence[Move]) -> None:
    """Bring each claim's places to what its history says, as if never undone.

    Keeps true: a claim is in quarantine while its status says so, and up for review
    while no person's judgement of it counts.
    """
    for each in moves:
        events = list(
            StatusEvent.objects.filter(claim=each.claim)
            .select_related("decision", "claim")
            .order_by("id")
        )
        _to_quarantine(written, undone, each, events)
        _to_review(written, undone, each.claim, events)


def _to_quarantine(
    written: Decision, undone: Decision, moved: Move, events: Sequence[StatusEvent]
) -> None:
    if moved.after != Status.quarantined:
        Quarantine.objects.filter(claim=moved.claim).delete()
        return
    entered = [
        event.at
        for event in events
        if event.decision_id < undone.pk
        and event.after == Status.quarantined != event.before
    ]
    until = entered[-1] + written.workspace.lag
    if undone.before.get("claim") == str(events[0].claim.uid):
        found = undone.before.get("lag_until")
        until = datetime.datetime.fromisoformat(found) if found else until
    Quarantine.objects.update_or_create(
        claim_id=moved.claim,
        defaults={"workspace": written.workspace, "lag_until": until},
    )


def _to_review(
    written: Decision, undone: Decision, claim: int, events: Sequence[StatusEvent]
) -> None:
    judgements = _judgements(claim, (event.decision for event in events))
    made_by = events[0].decision_id
    if made_by == undone.pk or judgements - {Action.NEEDS_EVIDENCE.value}:
        ReviewItem.objects.filter(claim=claim).delete()
        return
    ReviewItem.objects.update_or_create(
        claim_id=claim,
        defaults={
            "workspace": written.workspace,
            "waiting_since": events[0].at,
            "scored_at": written.at,
            "asked_evidence": Action.NEEDS_EVIDENCE.value in judgements,
            "held_by": None,
            "held_until": None,
        },
    )
    weigh_contradictions([claim])


def _judgements(claim: int, decisions: Iterable[Decision]) -> set[str]:
    """What people decided about a claim and what still counts of it.

    A decision that only reached the claim, by what it rests on, is no judgement.
    """
    reached = set(
        AffectedClaim.objects.filter(claim=claim).values_list("decision", flat=True)
    )
    by_id = {each.pk: each for each in decisions if each.pk not in reached}
    counting = in_force({pk: row.undoes_id for pk, row in by_id.items()})
    rows = [by_id[pk] for pk in counting]
    return {row.action for row in rows if row.by_member_id and row.undoes_id is None}
