"""The leaving pass: what happens to everything that rests on what stops resolving."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db import connection

from memory.models import AffectedClaim, Decision, EffectKind, Retraction
from memory.queries.evidence import Seeds, resolve_both
from memory.queries.subgraph import subgraph
from memory.queries.weights import Weight, weights
from memory.rules.effects import Leaving, leaving
from memory.rules.rank import ranks
from memory.steps.dispute import Hit, open_disputes, raise_ranks, unsettled_ranks
from memory.steps.status import Cause

MARKED = frozenset({EffectKind.LOST, EffectKind.WEAKENED})


@dataclass(frozen=True)
class Touched:
    """One line of a pass's answer; depth 1 rests directly on what left."""

    claim: int
    effect: EffectKind
    depth: int
    before: Weight | None = None
    after: Weight | None = None


@dataclass(frozen=True)
class Pass:
    """What a pass finds, before anything is written.

    `touched` is ordered by depth and claim; `hits` are the lost and the weakened.
    `raised` are the new ranks of claims that are in dispute already.
    """

    touched: tuple[Touched, ...] = ()
    hits: Mapping[int, Hit] = field(default_factory=dict)
    raised: Mapping[int, int] = field(default_factory=dict)

    @property
    def counts(self) -> dict[str, int]:
        """How many claims of each effect."""
        effects = [each.effect for each in self.touched]
        return {effect.value: effects.count(effect) for effect in EffectKind}


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
    status event of the one decision; every reached claim is listed with it. Needs
    the exclusive workspace lock, held since before the pass was foreseen.
    """
    open_disputes(decision, cause, passed.hits, retraction=retraction)
    raise_ranks(passed.raised)
    keep(decision, passed)


def keep(decision: Decision, passed: Pass) -> None:
    """Keep a pass's answer beside its decision."""
    touched = passed.touched
    before = [each.before for each in touched]
    after = [each.after for each in touched]
    with connection.cursor() as cursor:
        cursor.execute(
            KEEP,
            [
                decision.workspace_id,
                decision.pk,
                [each.claim for each in touched],
                [each.effect.value for each in touched],
                [each.depth for each in touched],
                [each and each.independent for each in before],
                [each and each.by_source for each in before],
                [each and each.independent for each in after],
                [each and each.by_source for each in after],
            ],
        )


def kept(decision: Decision) -> Pass:
    """The answer that was kept, for a call that is made again."""
    rows = AffectedClaim.objects.filter(decision=decision)
    return Pass(tuple(map(_touched, rows.order_by("depth", "claim_id"))))


def _touched(row: AffectedClaim) -> Touched:
    return Touched(
        row.claim_id,
        EffectKind(row.effect),
        row.depth,
        _weight(row.independent_before, row.by_source_before),
        _weight(row.independent_after, row.by_source_after),
    )


def _weight(independent: float | None, by_source: float | None) -> Weight | None:
    if independent is None or by_source is None:
        return None
    return Weight(independent, by_source)


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


KEEP = """
INSERT INTO memory_affectedclaim
    (workspace_id, decision_id, claim_id, effect, depth,
     independent_before, by_source_before, independent_after, by_source_after)
SELECT %s, %s, given.* FROM unnest(
    %s::bigint[], %s::text[], %s::int[],
    %s::float8[], %s::float8[], %s::float8[], %s::float8[]
) AS given
ON CONFLICT (decision_id, claim_id) DO NOTHING
"""
