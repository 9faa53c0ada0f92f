"""Ends a claim because the world changed: it stays true of its time."""

import datetime

from memory.models import (
    Claim,
    ClaimStatus,
    ClaimValidity,
    Decision,
    Derivation,
    Episode,
    ReviewItem,
    Supersession,
)
from memory.queries.evidence import Seeds
from memory.rules.lifecycle import Trigger
from memory.steps.dispute import settle
from memory.steps.events import tell_of
from memory.steps.leave import foresee, leave
from memory.steps.quarantine import leave_quarantine
from memory.steps.status import Cause, Move, move, next_status
from memory.steps.validity import restate


def supersede(
    decision: Decision,
    episode: Episode,
    old: Claim,
    new: Claim,
    state: ClaimStatus,
    changed_at: datetime.datetime | None = None,
) -> None:
    """Let a claim take another's place; what rested on the old one is disputed.

    Keeps true: the episode is there before the old claim ends; the old claim's
    validity ends when the world changed, by default when the new one begins to hold.
    Needs the exclusive workspace lock.
    """
    to = next_status(state, Trigger.superseded)
    passed = foresee(Seeds(claims=frozenset({old.pk})))
    cause = Cause("supersession", decision.uid, episode)
    move(decision, cause, [Move(old.pk, state.status, to, state.version, counts=True)])
    leave_quarantine([old.pk])
    ReviewItem.objects.filter(claim=old).delete()
    settle(decision, [old.pk])
    Supersession.objects.create(
        workspace=decision.workspace, old=old, new=new, decision=decision
    )
    restate(decision, old, None, changed_at or begins(new), field="changed_at")
    leave(decision, cause, passed)
    tell_of(decision.workspace, "superseded", [decision.uid], decision.at)


def begins(claim: Claim) -> datetime.datetime:
    """When a claim begins to hold: as stated, else as first observed."""
    stated = ClaimValidity.objects.filter(
        claim=claim, replaced_by=None, valid_from__isnull=False
    ).order_by("valid_from")
    first = stated.first()
    if first and first.valid_from:
        return first.valid_from
    seen = Derivation.objects.filter(
        claim=claim, supports__observation__isnull=False
    ).order_by("supports__observation__observed_at")
    times = seen.values_list("supports__observation__observed_at", flat=True)
    return times.first() or claim.recorded_at
