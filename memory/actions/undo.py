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
    StatusEvent,
    Supersession,
    Withdrawal,
    Workspace,
)
from memory.rules.lifecycle import (
    Status,
    TransitionRefused,
    Trigger,
    after,
    undo_to,
)
from memory.rules.refused import Missing, Refused
from memory.rules.undoing import standing_after
from memory.steps.locks import own_workspace
from memory.steps.requeue import requeue
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
    decision on each of its claims can be undone (LaterDecisions otherwise), where
    a later one that was undone itself does not count.
    """
    own_workspace(workspace)
    undone = Decision.objects.filter(workspace=workspace, uid=decision).first()
    if undone is None:
        raise Missing("decision")
    if undone.action not in UNDOABLE:
        raise Refused("not_undoable", "This is not a decision that can be undone.")
    events = list(undone.events.order_by("id"))
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
    requeue(written, undone, moves)
    return written


def _require_latest(undone: Decision, claims: Collection[int]) -> None:
    rows = Decision.objects.filter(events__claim__in=claims).distinct()
    uids = {row.pk: row.uid for row in rows}
    undoes = {row.pk: row.undoes_id for row in rows}
    later = standing_after(undone.pk, undoes)
    if later:
        raise LaterDecisions([uids[pk] for pk in later])


def _target(events: Sequence[StatusEvent], claim: int, now: str) -> Status:
    """Where the claim stood before the decision."""
    before = next(event.before for event in events if event.claim_id == claim)
    status = Status(now)
    try:
        if not before:
            return _unmade(status)
        if (status, before) == (Status.unverified, Status.admissible):
            return after(status, Trigger.evidence_restored)
        return undo_to(status, Status(before))
    except TransitionRefused as no:
        raise Refused("wrong_status", f"{str(no).capitalize()}.") from no


def _unmade(status: Status) -> Status:
    """A claim that the decision made is left without evidence."""
    believed = status == Status.admissible
    return after(status, Trigger.found_dangling) if believed else status


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
    """State again what the decision had replaced; an open interval says nothing."""
    stated = ClaimValidity.objects.filter(claim__in=claims, recorded_at=undone.at)
    for row in stated.select_related("replaces"):
        ClaimValidity.objects.create(
            workspace=written.workspace,
            claim_id=row.claim_id,
            valid_from=row.replaces.valid_from if row.replaces else None,
            valid_to=row.replaces.valid_to if row.replaces else None,
            recorded_at=written.at,
            replaces=_newest(row),
        )


def _newest(row: ClaimValidity) -> ClaimValidity:
    """What stands in the row's place now, after later ones came and went."""
    while later := ClaimValidity.objects.filter(replaces=row).first():
        row = later
    return row
