"""The leaving pass: what happens to everything that rests on what stops resolving."""

from collections.abc import Iterable, Mapping

from memory.models import Decision, EffectKind, Retraction
from memory.queries.evidence import Seeds, resolve_both
from memory.queries.subgraph import subgraph
from memory.queries.weights import Weight, weights
from memory.rules.effects import Leaving, leaving
from memory.rules.rank import ranks
from memory.steps.dispute import Hit, open_disputes, raise_ranks, unsettled_ranks
from memory.steps.passes import MARKED, Pass, Touched, keep
from memory.steps.revival import revive
from memory.steps.status import Cause


def foresee(
    gone: Seeds, *, spared: frozenset[int] = frozenset(), weighed: bool = True
) -> Pass:
    """Say what leaving would do, and write nothing.

    To be asked before the leaving itself is written. `spared` are claims that the
    decision is about, which it settles itself. Without `weighed` the confidences,
    which need the ancestors of every affected claim, stay unknown.
    """
    if not gone:
        return Pass()
    part = subgraph(gone)
    found = leaving(
        part.graph,
        gone_observations=gone.observations,
        ended_now=gone.claims,
        withdrawn_now=gone.derivations,
    )
    claims = frozenset(found.depth) - spared - gone.claims
    before, after = _weights(claims, gone) if weighed else ({}, {})
    touched = [
        Touched(c, _effect(c, found), found.depth[c], before.get(c), after.get(c))
        for c in claims
    ]
    touched.sort(key=lambda each: (each.depth, each.claim))
    if not any(each.effect in MARKED for each in touched):
        return Pass(tuple(touched))
    old = unsettled_ranks(part)
    place = ranks(part.graph.derivations, part.affected, old)
    return Pass(
        tuple(touched),
        _hits(touched, found, place),
        {c: place[c] for c, rank in old.items() if place.get(c, rank) > rank},
    )


def leave(
    decision: Decision,
    cause: Cause,
    passed: Pass,
    *,
    retraction: Retraction | None = None,
) -> None:
    """Write what was foreseen: lost and weakened claims become disputed.

    Keeps true: nothing is deleted; each marked claim has one unsettled dispute and a
    status event of the one decision; every reached claim is listed with it; what a
    lost claim had superseded is revived. Needs the exclusive workspace lock, held
    since before the pass was foreseen.
    """
    open_disputes(decision, cause, passed.hits, retraction=retraction)
    raise_ranks(passed.raised)
    keep(decision, passed)
    revive(decision, [c for c, x in passed.hits.items() if x.effect == EffectKind.LOST])


def _weights(
    claims: frozenset[int], gone: Seeds
) -> tuple[dict[int, Weight], dict[int, Weight]]:
    before, after = resolve_both(claims, gone)
    return weights(claims, before), weights(claims, after)


def _effect(claim: int, found: Leaving) -> EffectKind:
    effect = found.effects.get(claim)
    return EffectKind.ENDED if effect is None else EffectKind(effect.value)


def _hits(
    touched: Iterable[Touched], found: Leaving, place: Mapping[int, int]
) -> dict[int, Hit]:
    nothing: frozenset[int] = frozenset()
    return {
        each.claim: Hit(
            effect=each.effect,
            rank=place[each.claim],
            died=found.before.live_by_claim[each.claim]
            - found.after.live_by_claim.get(each.claim, nothing),
        )
        for each in touched
        if each.effect in MARKED
    }
