"""Effects: what a leaving pass says of every claim, against an independent count."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.rules.effects import Effect, compare, effects, leaving
from memory.rules.resolve import DerivationFacts, EvidenceGraph, resolve
from tests.memory.rules.evidence import (
    fact,
    oracle_affected,
    oracle_live,
    random_graph,
)

# 10 rests on o1 or o2; 11 on o1; 12 on 11; 13 on 11 or o3; 14 on 12 and 10;
# 15 has ended and rests on o1; 16 rests on 15; 17 on 10; 18 on o4.
PLANT = EvidenceGraph(
    [
        fact(1, 10, on={1}),
        fact(2, 10, on={2}),
        fact(3, 11, on={1}),
        fact(4, 12, premises={11}),
        fact(5, 13, premises={11}),
        fact(6, 13, on={3}),
        fact(7, 14, premises={10, 12}),
        fact(8, 15, on={1}),
        fact(9, 16, premises={15}),
        fact(10, 17, premises={10}),
        fact(11, 18, on={4}),
    ],
    frozenset({1, 2, 3, 4}),
    frozenset({15}),
)


def test_a_retraction_reaches_exactly_its_closure() -> None:
    found = leaving(PLANT, gone_observations=frozenset({1}))
    assert found.effects == {
        10: Effect.weakened,
        11: Effect.lost,
        12: Effect.lost,
        13: Effect.weakened,
        14: Effect.lost,
        16: Effect.reached,  # its premise had ended before
        17: Effect.reached,
    }
    assert found.ended_listed == {15}
    assert found.depth == {10: 1, 11: 1, 12: 2, 13: 2, 14: 2, 15: 1, 16: 2, 17: 2}


def test_ending_a_claim_spares_the_claim_itself() -> None:
    found = leaving(PLANT, ended_now=frozenset({11}))
    assert found.effects == {
        12: Effect.lost,
        13: Effect.weakened,
        14: Effect.lost,
    }
    assert found.ended_listed == frozenset()


def test_withdrawing_one_derivation() -> None:
    assert effects(PLANT, withdrawn_now=frozenset({2})) == {
        10: Effect.weakened,
        14: Effect.reached,
        17: Effect.reached,
    }
    assert effects(PLANT, withdrawn_now=frozenset({3}))[12] is Effect.lost


def test_what_was_gone_before_reaches_and_changes_nothing() -> None:
    before = EvidenceGraph(PLANT.derivations, frozenset({1, 2}), PLANT.ended_claims)
    assert effects(before, gone_observations=frozenset({4})) == {18: Effect.reached}
    assert effects(before, gone_observations=frozenset({99})) == {}


def test_a_damaged_cycle_falls_with_its_last_outside_support() -> None:
    loop = EvidenceGraph(
        [fact(1, 10, on={1}), fact(2, 10, premises={11}), fact(3, 11, premises={10})],
        frozenset({1}),
        frozenset(),
    )
    found = effects(loop, gone_observations=frozenset({1}))
    assert found == {10: Effect.lost, 11: Effect.lost}


def test_restoring_is_the_comparison_turned_round() -> None:
    after = leaving(PLANT, gone_observations=frozenset({1})).after
    regained = compare(after, resolve(PLANT), [10, 11, 17])
    assert set(regained.values()) == {Effect.reached}
    turned = compare(resolve(PLANT), after, [10, 11, 17])
    assert turned == {10: Effect.weakened, 11: Effect.lost, 17: Effect.reached}


def expected_effect(
    graph: EvidenceGraph, claim: int, before: set[int], after: set[int]
) -> Effect:
    own = {d.id for d in graph.derivations if d.claim == claim}
    if own & before and not own & after:
        return Effect.lost
    return Effect.weakened if (own & before) - after else Effect.reached


def changed(
    graph: EvidenceGraph, gone: set[int], ended: set[int], withdrawn: set[int]
) -> EvidenceGraph:
    derivations = [
        DerivationFacts(
            d.id, d.claim, d.withdrawn or d.id in withdrawn, d.observations, d.premises
        )
        for d in graph.derivations
    ]
    return EvidenceGraph(
        derivations, graph.live_observations - gone, graph.ended_claims | ended
    )


def some(rng: random.Random, among: list[int]) -> set[int]:
    return set(rng.sample(among, min(len(among), rng.randint(0, 3))))


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 250), st.booleans())
def test_effects_agree_with_counting_from_scratch(
    seed: int, claims: int, acyclic: bool
) -> None:
    rng = random.Random(seed)
    graph = random_graph(seed, claims, acyclic=acyclic)
    gone = some(rng, list(range(claims)))
    ended = some(rng, sorted({d.claim for d in graph.derivations}))
    withdrawn = some(rng, [d.id for d in graph.derivations])
    before = oracle_live(graph)
    after = oracle_live(changed(graph, gone, ended, withdrawn))
    affected = oracle_affected(graph, gone, ended, withdrawn)
    found = leaving(
        graph,
        gone_observations=frozenset(gone),
        ended_now=frozenset(ended),
        withdrawn_now=frozenset(withdrawn),
    )
    over = graph.ended_claims | ended
    assert found.ended_listed == affected & over
    assert found.effects == {
        claim: expected_effect(graph, claim, before, after) for claim in affected - over
    }


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 200))
def test_nothing_outside_the_affected_set_changes(seed: int, claims: int) -> None:
    graph = random_graph(seed, claims)
    gone = set(random.Random(seed).sample(range(claims), 1))
    touched = leaving(graph, gone_observations=frozenset(gone))
    after = oracle_live(changed(graph, gone, set(), set()))
    moved = {d.claim for d in graph.derivations if d.id in oracle_live(graph) - after}
    assert moved <= set(touched.effects) | touched.ended_listed
