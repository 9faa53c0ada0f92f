"""Undo a decision by a compensating one."""

import datetime
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q

from memory.models import (
    Action,
    Actor,
    AffectedClaim,
    Decision,
    EffectKind,
    StatusEvent,
    Supersession,
    Workspace,
)
from memory.queries.belief_rows import count_dependants
from memory.queries.closure import affected
from memory.queries.evidence import Seeds
from memory.rules.lifecycle import (
    ENDED,
    Status,
    TransitionRefused,
    Trigger,
    after,
    undo_to,
)
from memory.rules.refused import Missing, Refused
from memory.rules.undoing import standing_after
from memory.steps.conflict import note_conflicts
from memory.steps.finding_state import take_back
from memory.steps.leave import foresee, leave
from memory.steps.locks import own_workspace
from memory.steps.merging import part
from memory.steps.passes import MARKED
from memory.steps.requeue import requeue
from memory.steps.restore import come_back, weigh_now
from memory.steps.resupersede import supersede_again
from memory.steps.retraction import give_back, reinstatable, take_again, withdraw
from memory.steps.second_opinion import seconded
from memory.steps.status import Cause, Move, decide, lock_states, move
from memory.steps.undoing import (
    doubt_fallen,
    leaves,
    made,
    reopen,
    supersede_back,
)
from memory.steps.validity import restate_as_before

# What the lag, a sweep or entering evidence did is not a decision of anybody.
UNDECIDED = frozenset(
    {Action.ADMIT, Action.PROMOTE, Action.FIND_DANGLING, Action.RESTORE}
)
UNDOABLE = frozenset(Action) - {
    *UNDECIDED,
    Action.REVIVE,
    Action.COMPACT,
    Action.ERASE,
    Action.VET,
    Action.UNVET,
    Action.ARCHIVE,
    Action.BRING_BACK,
}


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
) -> Decision | None:
    """Bring every claim that a decision touched back to where it was.

    Keeps true: nothing is deleted or rewritten in the history; only the latest
    decision on each of its claims can be undone (LaterDecisions otherwise), where
    a later one that was undone itself does not count. Neither does what the clock, a
    sweep or entering evidence did since, unless it moved a claim on that this
    decision had moved; a status that this decision left alone stays as it is now.
    What a claim superseded keeps it from going back to quarantine: that decision is
    undone first, so that no belief is missing. What leaves by the undoing runs
    the leaving pass, what comes back the way back, so that a claim which something
    else hit too stays disputed.
    """
    own_workspace(workspace)
    undone = Decision.objects.filter(workspace=workspace, uid=decision).first()
    if undone is None:
        raise Missing("decision")
    if undone.action not in UNDOABLE:
        raise Refused("not_undoable", "This is not a decision that can be undone.")
    again = Decision.objects.filter(undoes=undone).first()
    if again is not None:
        raise LaterDecisions([again.uid])
    events = list(undone.events.order_by("id"))
    marked = _marked(undone)
    own = [event for event in events if event.claim_id not in marked]
    states = lock_states({event.claim_id for event in own})
    _require_latest(undone, events)
    moves = [
        Move(pk, state.status, _target(own, pk, state.status), state.version, True)
        for pk, state in states.items()
    ]
    _require_no_gap(undone, moves)
    if not _may(undone, moves, by, now):
        return None
    return _carry_out(undone, moves, by, now)


def _carry_out(
    undone: Decision,
    moves: Sequence[Move],
    by: Actor,
    now: datetime.datetime,
) -> Decision:
    """What comes back first, so that what rests on both never seems to fall."""
    falling = [x for x in moves if x.after in ENDED or x.after == Status.unverified]
    rising = [x for x in moves if x not in falling]
    ids = frozenset(each.claim for each in moves)
    back = _back(undone, rising)
    weighed = weigh_now(affected(back))
    written = decide(
        undone.workspace,
        action=Action.UNDO,
        by=by,
        now=now,
        before=undone.after,
        after=undone.before,
        undoes=undone,
    )
    cause = Cause("decision", written.uid)
    give_back(written, undone)
    supersede_back(written, undone)
    restate_as_before(written, undone, ids)
    move(written, cause, rising)
    returned = come_back(written, cause, back, before=weighed, spared=ids)
    supersede_again(written, returned)
    gone = leaves(undone, [x.claim for x in falling if x.after in ENDED])
    passed = foresee(gone, spared=ids)
    withdraw(written, made(undone))
    retractions = take_again(written, undone)
    move(written, cause, falling)
    first = retractions[0] if retractions else None
    leave(written, cause, passed, retraction=first)
    reopen(written, undone, {each.claim: each.after for each in moves})
    doubt_fallen(written, [each.claim for each in rising])
    note_conflicts(undone.workspace, ids, now)
    part(written, undone)
    take_back(written, undone)
    requeue(written, undone, moves)
    return written


def _may(
    undone: Decision, moves: Sequence[Move], by: Actor, now: datetime.datetime
) -> bool:
    """What the decision withheld is granted again by its undo."""
    if undone.workspace.four_eyes_threshold is None:
        return True
    hit = AffectedClaim.objects.filter(decision=undone, effect__in=MARKED).count()
    granted = [x.claim for x in moves if x.before != x.after == Status.admissible]
    return seconded(
        undone.workspace,
        about=undone.uid,
        version=1,
        action=Action.UNDO,
        impact=max(hit, *count_dependants(granted).values(), 0),
        by=by,
        now=now,
    )


def _marked(undone: Decision) -> frozenset[int]:
    """Claims that the pass of a decision touched, rather than the decision itself."""
    effects = MARKED | {EffectKind.RESTORED}
    rows = AffectedClaim.objects.filter(decision=undone, effect__in=effects)
    return frozenset(rows.values_list("claim_id", flat=True))


def _back(undone: Decision, rising: Sequence[Move]) -> Seeds:
    given = reinstatable(undone)
    ended = frozenset(each.claim for each in rising if each.before in ENDED)
    return Seeds(given.observations, ended, given.derivations)


def _require_latest(undone: Decision, events: Sequence[StatusEvent]) -> None:
    first = {event.claim_id: event.before for event in reversed(events)}
    last = {event.claim_id: event.after for event in events}
    moved = [claim for claim in last if first[claim] not in {"", last[claim]}]
    counting = StatusEvent.objects.filter(claim__in=last).exclude(
        ~Q(claim__in=moved) | Q(before=F("after")), decision__action__in=UNDECIDED
    )
    decided = counting.values("decision")
    touched = Q(pk__in=decided) | Q(undoes__in=decided)
    rows = Decision.objects.filter(touched).distinct()
    uids = {row.pk: row.uid for row in rows}
    undoes = {row.pk: row.undoes_id for row in rows}
    later = standing_after(undone.pk, undoes)
    if later:
        raise LaterDecisions([uids[pk] for pk in later])


def _require_no_gap(undone: Decision, moves: Sequence[Move]) -> None:
    """What took an older claim's place stays believed until that is undone."""
    back = [x.claim for x in moves if x.after == Status.quarantined != x.before]
    standing = Supersession.objects.filter(new__in=back, undone_by=None)
    rows = standing.exclude(decision=undone).order_by("id")
    found = list(rows.values_list("decision__uid", flat=True))
    if found:
        raise LaterDecisions(found)


def _target(events: Sequence[StatusEvent], claim: int, now: str) -> Status:
    """Where the claim stood before the decision."""
    mine = [event for event in events if event.claim_id == claim]
    before, status = mine[0].before, Status(now)
    if before == mine[-1].after:
        return status
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
