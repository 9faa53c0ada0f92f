"""The leaving pass: what happens to everything that rests on what stops resolving."""

from collections.abc import Iterable, Mapping

from memory.models import Decision, EffectKind, Retraction
from memory.queries.evidence import Seeds, resolve_both
from memory.queries.subgraph import subgraph
from memory.queries.weights import weights
from memory.rules.effects import Leaving, leaving
from memory.rules.rank import ranks
from memory.steps.dispute import Hit, open_disputes, raise_ranks, unsettled_ranks
from memory.steps.passes import MARKED, Pass, Touched, keep
from memory.steps.revival import revive
from memory.steps.status import Cause


def foresee(
    gone: Seeds, *, spared: frozenset[int] = frozenset(), weigh: int | None = None
) -> Pass:
    """Say what leaving would do, and write nothing.

    To be asked before the leaving itself is written. `spared` are claims that the
    decision is about, which it settles itself. With `weigh` the confidences, which
    need the ancestors of each claim, are worked out for so many claims of an effect,
    the nearest; the others stay unknown.
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
    touched = [Touched(c, _effect(c, found), found.depth[c]) for c in claims]
    touched.sort(key=lambda each: (each.depth, each.claim))
    touched = _weighed(touched, gone, weigh)
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


def _weighed(touched: list[Touched], gone: Seeds, weigh: int | None) -> list[Touched]:
    """The same with the confidences before and after, where they are wanted."""
    if weigh == 0:
        return touched
    of_effect = {kind: [x for x in touched if x.effect == kind] for kind in EffectKind}
    claims = [x.claim for found in of_effect.values() for x in found[:weigh]]
    as_it_is, as_it_will_be = resolve_both(claims, gone)
    before, after = weights(claims, as_it_is), weights(claims, as_it_will_be)
    return [
        Touched(x.claim, x.effect, x.depth, before.get(x.claim), after.get(x.claim))
        for x in touched
    ]


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
