"""The way back: what happens when evidence that had left resolves again."""

from collections.abc import Collection, Mapping

from django.db.models import F

from memory.models import (
    UNSETTLED,
    Decision,
    Dispute,
    DisputeState,
    EffectKind,
    Quarantine,
)
from memory.queries.evidence import Seeds, resolve_now
from memory.queries.subgraph import Subgraph, subgraph
from memory.queries.weights import Weight, weights
from memory.rules.effects import leaving
from memory.rules.lifecycle import Status, born, undo_to
from memory.rules.resolve import Resolution
from memory.steps.passes import Pass, Touched, keep
from memory.steps.status import Cause, Move, lock_states, move


def weigh_now(claims: Collection[int]) -> dict[int, Weight]:
    """The confidences as they are, to compare those after a return with."""
    return weights(claims, resolve_now(claims))


def come_back(
    decision: Decision,
    cause: Cause,
    back: Seeds,
    *,
    before: Mapping[int, Weight],
    hit: Collection[int] = (),
    spared: frozenset[int] = frozenset(),
) -> Pass:
    """Close the disputes that what came back had opened, and give what was touched.

    Keeps true: a claim returns to the very status it was disputed from, but only
    once everything that it lost since is live and under no concern; what a person
    has settled stays as it was settled. `hit` are claims that the leaving had marked
    and that stay as they are, `spared` those that the decision settles itself. To be
    called after the return is written, under the exclusive workspace lock; `before`
    are confidences from before it.
    """
    if not back:
        return Pass()
    part = subgraph(back, doubting=True)
    found = leaving(
        part.graph,
        gone_observations=back.observations,
        ended_now=back.claims,
        withdrawn_now=back.derivations,
    )
    claims = frozenset(found.depth) - back.claims - spared
    disputes = _unsettled(claims)
    restored = _restorable(disputes, found.before, part)
    restore(decision, cause, restored)
    still = frozenset(each.claim_id for each in disputes) | frozenset(hit)
    done = frozenset(each.claim_id for each in restored)
    after = weigh_now(claims)
    touched = [
        Touched(c, _effect(c, done, still), found.depth[c], before.get(c), after[c])
        for c in claims
    ]
    touched.sort(key=lambda each: (each.depth, each.claim))
    passed = Pass(tuple(touched))
    keep(decision, passed)
    return passed


def restore(decision: Decision, cause: Cause, disputes: Collection[Dispute]) -> None:
    """Close disputes and bring their claims back to where each was before."""
    states = lock_states([each.claim_id for each in disputes])
    moves = [
        Move(
            each.claim_id,
            states[each.claim_id].status,
            undo_to(Status(states[each.claim_id].status), Status(each.was)),
            states[each.claim_id].version,
        )
        for each in disputes
    ]
    move(decision, cause, moves)
    Dispute.objects.filter(pk__in=[each.pk for each in disputes]).update(
        state=DisputeState.RESOLVED, settled_by=decision, version=F("version") + 1
    )
    Quarantine.objects.bulk_create(
        Quarantine(
            claim_id=each.claim_id,
            workspace=decision.workspace,
            lag_until=each.lag_until or decision.at + decision.workspace.lag,
        )
        for each in disputes
        if each.was == Status.quarantined
    )


def _unsettled(claims: Collection[int]) -> list[Dispute]:
    rows = Dispute.objects.filter(claim__in=claims, state__in=UNSETTLED)
    return list(rows.order_by("rank", "claim_id"))


def _restorable(
    disputes: Collection[Dispute], resolution: Resolution, part: Subgraph
) -> list[Dispute]:
    """Those whose every loss is made good, upstream first."""
    statuses = dict(part.statuses)
    found = []
    for each in disputes:
        if statuses[each.claim_id] != Status.disputed:
            continue
        if not resolution.live_derivations.issuperset(each.died):
            continue
        if each.from_birth and _rests_on_disputed(each.claim_id, statuses, part):
            continue
        statuses[each.claim_id] = Status(each.was)
        found.append(each)
    return found


def _rests_on_disputed(
    claim: int, statuses: Mapping[int, Status], part: Subgraph
) -> bool:
    """Whether the claim would be born disputed today."""
    groups = [
        [statuses[premise] for premise in derivation.premises]
        for derivation in part.graph.derivations
        if derivation.claim == claim and not derivation.withdrawn
    ]
    return born(groups) == Status.disputed


def _effect(
    claim: int, restored: Collection[int], still: Collection[int]
) -> EffectKind:
    if claim in restored:
        return EffectKind.RESTORED
    return EffectKind.KEPT if claim in still else EffectKind.REACHED
