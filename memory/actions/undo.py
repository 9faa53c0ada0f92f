"""Undo a decision by a compensating one."""

import datetime
from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import transaction

from memory.models import (
    Action,
    Actor,
    ClaimValidity,
    Decision,
    Derivation,
    EpisodeKind,
    Quarantine,
    ReviewItem,
    StatusEvent,
    Supersession,
    Withdrawal,
    Workspace,
)
from memory.rules.lifecycle import Status, Trigger, after, undo_to
from memory.rules.refused import Missing, Refused
from memory.steps.locks import own_workspace
from memory.steps.status import Cause, Move, decide, lock_states, move

UNDOABLE = frozenset(
    {Action.ACCEPT, Action.REJECT, Action.EDIT, Action.NEEDS_EVIDENCE, Action.UNDO}
)


class LaterDecisions(Refused):
    """The decision is not the latest on every claim that it touched."""

    def __init__(self, decisions: Sequence[UUID]) -> None:
        super().__init__(
            "later_decisions",
            "Something was decided about the same claim since.",
            hint="Undo the later decisions first.",
        )
        self.decisions = decisions


@transaction.atomic(durable=True)
def undo(
    *, workspace: Workspace, decision: UUID, by: Actor, now: datetime.datetime
) -> Decision:
    """Bring every claim that a decision touched back to where it was.

    Keeps true: nothing is deleted or rewritten in the history; only the latest
    decision on each of its claims can be undone (LaterDecisions otherwise).
    """
    own_workspace(workspace)
    undone = Decision.objects.filter(workspace=workspace, uid=decision).first()
    if undone is None:
        raise Missing("decision")
    if undone.action not in UNDOABLE:
        raise Refused("not_undoable", "This is not a decision that can be undone.")
    events = list(undone.events.select_related("claim").order_by("id"))
    claims = sorted({event.claim_id for event in events})
    states = lock_states(claims)
    _require_latest(undone, claims)
    written = decide(
        workspace,
        action=Action.UNDO,
        by=by,
        now=now,
        before=undone.after,
        after=undone.before,
        undoes=undone,
    )
    _withdraw_back(written, undone)
    _supersede_back(written, undone)
    _restate_back(written, undone, claims)
    moves = [
        Move(pk, state.status, _target(events, pk, state.status), state.version, True)
        for pk, state in states.items()
    ]
    move(written, Cause("decision", written.uid), moves)
    _requeue(written, moves, events)
    return written


def _require_latest(undone: Decision, claims: Collection[int]) -> None:
    later = StatusEvent.objects.filter(
        claim__in=claims, decision_id__gt=undone.pk
    ).order_by("decision_id")
    uids = list(later.values_list("decision__uid", flat=True).distinct())
    if uids:
        raise LaterDecisions(uids)


def _target(events: Sequence[StatusEvent], claim: int, now: str) -> Status:
    """Where the claim stood before; one that the decision made has no evidence left."""
    before = next(event.before for event in events if event.claim_id == claim)
    if not before:
        return after(Status(now), Trigger.found_dangling)
    return undo_to(Status(now), Status(before))


def _withdraw_back(written: Decision, undone: Decision) -> None:
    again = list(
        Withdrawal.objects.filter(undone_by=undone).values_list("derivation", flat=True)
    )
    Withdrawal.objects.filter(decision=undone, undone_by=None).update(undone_by=written)
    names = [
        f"{kind}:{undone.uid}"
        for kind in (EpisodeKind.CURATION, EpisodeKind.SUPERSESSION)
    ]
    made = Derivation.objects.filter(
        workspace=written.workspace, episode__external_id__in=names
    )
    Withdrawal.objects.bulk_create(
        Withdrawal(
            workspace=written.workspace, derivation_id=derivation, decision=written
        )
        for derivation in [*again, *made.values_list("pk", flat=True)]
    )


def _supersede_back(written: Decision, undone: Decision) -> None:
    again = list(Supersession.objects.filter(undone_by=undone))
    Supersession.objects.filter(decision=undone, undone_by=None).update(
        undone_by=written
    )
    Supersession.objects.bulk_create(
        Supersession(
            workspace=written.workspace,
            old_id=row.old_id,
            new_id=row.new_id,
            decision=written,
        )
        for row in again
    )


def _restate_back(written: Decision, undone: Decision, claims: Collection[int]) -> None:
    stated = ClaimValidity.objects.filter(
        claim__in=claims, recorded_at=undone.at, replaced_by=None
    )
    for row in stated.select_related("replaces"):
        ClaimValidity.objects.create(
            workspace=written.workspace,
            claim_id=row.claim_id,
            valid_from=row.replaces.valid_from if row.replaces else None,
            valid_to=row.replaces.valid_to if row.replaces else None,
            recorded_at=written.at,
            replaces=row,
        )


def _requeue(
    written: Decision, moves: Sequence[Move], events: Sequence[StatusEvent]
) -> None:
    """Give claims back their places in the queues, as the decision had found them."""
    uids = {event.claim_id: str(event.claim.uid) for event in events}
    for each in moves:
        found = written.after if uids[each.claim] == written.after.get("claim") else {}
        _to_quarantine(written, each, found.get("lag_until"))
        _to_review(written, each.claim, found)


def _to_quarantine(written: Decision, moved: Move, lag_until: str | None) -> None:
    rows = Quarantine.objects.filter(claim=moved.claim)
    if moved.after != Status.quarantined:
        rows.delete()
        return
    until = written.at + written.workspace.lag
    if lag_until is not None:
        until = datetime.datetime.fromisoformat(lag_until)
    Quarantine.objects.update_or_create(
        claim_id=moved.claim,
        defaults={"workspace": written.workspace, "lag_until": until},
    )


def _to_review(written: Decision, claim: int, found: dict[str, str | None]) -> None:
    waiting_since = found.get("waiting_since")
    if waiting_since is None:
        ReviewItem.objects.filter(claim=claim).delete()
        return
    ReviewItem.objects.update_or_create(
        claim_id=claim,
        defaults={
            "workspace": written.workspace,
            "waiting_since": datetime.datetime.fromisoformat(waiting_since),
            "scored_at": written.at,
            "asked_evidence": bool(found.get("asked_evidence")),
            "held_by": None,
            "held_until": None,
        },
    )
