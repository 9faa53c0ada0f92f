"""Ends a claim by a person's decision, with everything that follows from it."""

from memory.models import Claim, ClaimStatus, Decision, ReviewItem
from memory.queries.evidence import Seeds
from memory.rules.lifecycle import Trigger
from memory.steps.dispute import settle
from memory.steps.leave import foresee, leave
from memory.steps.passes import Pass
from memory.steps.quarantine import leave_quarantine
from memory.steps.status import Cause, Move, move, next_status


def retire(
    decision: Decision, claim: Claim, state: ClaimStatus, trigger: Trigger
) -> Pass:
    """Retire a claim; what rested on it is disputed.

    Keeps true: it leaves every queue, and its statement is a durable negative until
    the decision is undone. Needs the exclusive workspace lock.
    """
    to = next_status(state, trigger)
    passed = foresee(Seeds(claims=frozenset({claim.pk})))
    cause = Cause("decision", decision.uid)
    move(decision, cause, [Move(claim.pk, state.status, to, state.version, True)])
    leave_quarantine([claim.pk])
    ReviewItem.objects.filter(claim=claim).delete()
    settle(decision, [claim.pk])
    leave(decision, Cause("retirement", decision.uid), passed)
    return passed
