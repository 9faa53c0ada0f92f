"""What leaving evidence does to every claim that rests on it, however far away."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from memory.rules.closure import dependants
from memory.rules.resolve import (
    DerivationFacts,
    EvidenceGraph,
    Resolution,
    resolve,
)


class Effect(StrEnum):
    """What happened to an affected claim's live derivations."""

    lost = "lost"
    weakened = "weakened"
    reached = "reached"


@dataclass(frozen=True, slots=True)
class Leaving:
    """The whole answer of one leaving pass.

    effects holds every affected claim that has not ended; ended_listed the
    affected ones that have, for which nothing opens; depth how many derivations
    lie between each of them and what left (1: it rests on that directly).
    """

    effects: dict[int, Effect]
    ended_listed: frozenset[int]
    depth: dict[int, int]
    before: Resolution
    after: Resolution


def effects(
    graph: EvidenceGraph,
    *,
    gone_observations: frozenset[int] = frozenset(),
    ended_now: frozenset[int] = frozenset(),
    withdrawn_now: frozenset[int] = frozenset(),
) -> dict[int, Effect]:
    """Give the effect on each affected claim that has not ended.

    See leaving, which also lists the ended ones.
    """
    return leaving(
        graph,
        gone_observations=gone_observations,
        ended_now=ended_now,
        withdrawn_now=withdrawn_now,
    ).effects


def leaving(
    graph: EvidenceGraph,
    *,
    gone_observations: frozenset[int] = frozenset(),
    ended_now: frozenset[int] = frozenset(),
    withdrawn_now: frozenset[int] = frozenset(),
) -> Leaving:
    """Compare each affected claim's live derivations before and after.

    The graph is as it was before; it holds all derivations of every affected
    claim. gone_observations stop being live, ended_now claims end, withdrawn_now
    derivations are withdrawn. Affected is the backward closure along supports
    of these, so it includes claims that the loss does not change (reached). A
    claim that ends now is not its own effect. The pass after reads only
    derivations of affected claims.
    """
    depth = _affected(graph, gone_observations, ended_now, withdrawn_now)
    before = resolve(graph)
    ended = graph.ended_claims | ended_now
    narrowed = EvidenceGraph(
        derivations=_surviving(graph, depth.keys(), withdrawn_now),
        live_observations=graph.live_observations - gone_observations,
        ended_claims=ended,
        standing_outside=(before.standing | graph.standing_outside) - depth.keys(),
    )
    after = resolve(narrowed)
    affected = depth.keys() - ended
    return Leaving(
        effects=compare(before, after, affected),
        ended_listed=frozenset(depth.keys() & ended),
        depth=depth,
        before=before,
        after=after,
    )


def compare(
    before: Resolution, after: Resolution, claims: Iterable[int]
) -> dict[int, Effect]:
    """Give each claim's effect between two resolutions.

    lost: it stood and no derivation is live after; weakened: some live
    derivation died and the claim still stands; reached: no live derivation
    died. With the two swapped, lost reads as regained its first support and
    weakened as strengthened.
    """
    return {claim: _effect(before, after, claim) for claim in claims}


def _effect(before: Resolution, after: Resolution, claim: int) -> Effect:
    nothing: frozenset[int] = frozenset()
    live_after = after.live_by_claim.get(claim, nothing)
    if before.live_by_claim.get(claim, nothing) <= live_after:
        return Effect.reached
    return Effect.weakened if live_after else Effect.lost


def _affected(
    graph: EvidenceGraph,
    gone_observations: frozenset[int],
    ended_now: frozenset[int],
    withdrawn_now: frozenset[int],
) -> dict[int, int]:
    """Walk supports backwards once: each affected claim with its shortest depth."""
    rests_on: defaultdict[int, set[int]] = defaultdict(set)
    seeds: set[int] = set()
    for derivation in graph.derivations:
        for premise in derivation.premises:
            rests_on[premise].add(derivation.claim)
        hit = not derivation.observations.isdisjoint(gone_observations)
        if hit or derivation.id in withdrawn_now:
            seeds.add(derivation.claim)
        if not derivation.premises.isdisjoint(ended_now):
            seeds.add(derivation.claim)
    walked = dependants(seeds, rests_on)
    return {claim: steps + 1 for claim, steps in walked.items()}


def _surviving(
    graph: EvidenceGraph, affected: Iterable[int], withdrawn_now: frozenset[int]
) -> list[DerivationFacts]:
    wanted = frozenset(affected)
    return [
        replace(derivation, withdrawn=True)
        if derivation.id in withdrawn_now
        else derivation
        for derivation in graph.derivations
        if derivation.claim in wanted
    ]
