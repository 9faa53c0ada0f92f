"""Carries out a curator's edit: in place, or as another claim."""

from collections.abc import Sequence

from memory.models import (
    Claim,
    ClaimStatus,
    Decision,
    Derivation,
    ReviewItem,
    Supersession,
    Withdrawal,
)
from memory.queries.evidence import Seeds, resolve_now
from memory.rules.candidate import Premise, Quote
from memory.rules.edit import Edit
from memory.rules.lifecycle import Status, Trigger, after
from memory.rules.refused import Refused
from memory.steps.conflict import note_conflicts
from memory.steps.curated import curated, enter, proposed
from memory.steps.dispute import settle
from memory.steps.events import tell_of
from memory.steps.leave import foresee, leave
from memory.steps.quarantine import leave_quarantine
from memory.steps.status import Cause, Move, lock_states, move
from memory.steps.validity import restate


def revise(
    decision: Decision,
    claim: Claim,
    state: ClaimStatus,
    edit: Edit,
    supports: Sequence[Quote | Premise] = (),
) -> Claim:
    """Write the curator's derivation and give the claim that holds it.

    Keeps true: the edited derivation is withdrawn, never changed; another object or
    value makes another claim, which supersedes the old one, or replaces it while it
    is in quarantine and nobody was told it. What rested on the old one is disputed.
    Without `supports` the new derivation rests on what the edited one rests on. Needs
    the exclusive workspace lock.
    """
    if edit.changes_nothing():
        raise Refused("edit_required", "The edit changes nothing.", field="edit")
    edited = None if supports else _edited(claim, edit)
    told = _was_told(state)
    origin = curated(decision, claim, superseding=edit.restates() and told)
    accepted = proposed(origin, claim, edit, edited, supports)
    if edit.restates() and accepted.uid == claim.uid:
        raise Refused("edit_required", "The edit changes nothing.", field="edit")
    replaced = [claim.pk] if edit.restates() else []
    successor = enter(origin, decision, accepted, replacing=replaced)
    gone = _gone(claim, successor, edited)
    passed = foresee(gone, spared=frozenset({claim.pk, successor.pk}))
    if successor.pk != claim.pk:
        _succeed(decision, claim, state, successor)
    elif edited is not None:
        _withdraw(decision, [edited.pk])
    _accept(decision, successor)
    restate(decision, successor, edit.valid_from, edit.valid_to)
    kind = "supersession" if told else "decision"
    leave(decision, Cause(kind, decision.uid, origin.episode), passed)
    note_conflicts(decision.workspace, [successor.pk], decision.at)
    return successor


def _gone(claim: Claim, successor: Claim, edited: Derivation | None) -> Seeds:
    if successor.pk != claim.pk:
        return Seeds(claims=frozenset({claim.pk}))
    return Seeds(derivations=frozenset() if edited is None else frozenset({edited.pk}))


def _was_told(state: ClaimStatus) -> bool:
    return state.status != Status.quarantined


def _edited(claim: Claim, edit: Edit) -> Derivation:
    evidence = resolve_now([claim.pk])
    live = evidence.live_derivations(claim.pk)
    rows = Derivation.objects.filter(pk__in=live).select_related("words")
    if edit.derivation is not None:
        rows = rows.filter(uid=edit.derivation)
    row = rows.order_by("-pk").first()
    if row is None:
        raise Refused(
            "no_live_derivation", "There is no live derivation of the claim to edit."
        )
    return row


def _withdraw(decision: Decision, derivations: Sequence[int]) -> None:
    Withdrawal.objects.bulk_create(
        Withdrawal(
            workspace=decision.workspace, derivation_id=derivation, decision=decision
        )
        for derivation in derivations
    )


def _succeed(decision: Decision, old: Claim, state: ClaimStatus, new: Claim) -> None:
    """End the old claim in favour of the new one."""
    told = _was_told(state)
    to = after(Status(state.status), Trigger.superseded if told else Trigger.retired)
    cause = Cause("supersession" if told else "decision", decision.uid)
    move(decision, cause, [Move(old.pk, state.status, to, state.version, counts=True)])
    leave_quarantine([old.pk])
    ReviewItem.objects.filter(claim=old).delete()
    settle(decision, [old.pk])
    Supersession.objects.create(
        workspace=decision.workspace, old=old, new=new, decision=decision
    )
    tell_of(decision.workspace, "superseded", [decision.uid], decision.at)


def _accept(decision: Decision, claim: Claim) -> None:
    """What a curator has worded needs no further lag and no further review."""
    state = lock_states([claim.pk])[claim.pk]
    if state.status == Status.quarantined:
        to = after(Status.quarantined, Trigger.accepted)
        moved = Move(claim.pk, state.status, to, state.version)
        move(decision, Cause("decision", decision.uid), [moved])
        leave_quarantine([claim.pk])
    ReviewItem.objects.filter(claim=claim).delete()
