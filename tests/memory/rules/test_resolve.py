"""Resolving: AND within a derivation, OR across them, against a naive oracle."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.rules.resolve import DerivationFacts, EvidenceGraph, resolve
from tests.memory.rules.evidence import fact, oracle_live, random_graph

NOTHING: frozenset[int] = frozenset()


def graph(
    *derivations: DerivationFacts,
    live: set[int],
    ended: set[int] | None = None,
    outside: set[int] | None = None,
) -> EvidenceGraph:
    return EvidenceGraph(
        derivations,
        frozenset(live),
        frozenset(ended or ()),
        frozenset(outside or ()),
    )


def test_a_derivation_needs_every_support() -> None:
    found = resolve(graph(fact(1, 10, on={1, 2}), live={1}))
    assert found.live_derivations == NOTHING
    assert found.standing == NOTHING
    assert found.dead_supports == {1: (frozenset({2}), NOTHING)}


def test_a_claim_needs_one_derivation() -> None:
    found = resolve(graph(fact(1, 10, on={1}), fact(2, 10, on={2}), live={1}))
    assert found.live_derivations == {1}
    assert found.standing == {10}
    assert found.live_by_claim == {10: {1}}
    assert found.dead_supports == {2: (frozenset({2}), NOTHING)}


def test_no_supports_is_never_live() -> None:
    found = resolve(graph(fact(1, 10), live={1}))
    assert found.standing == NOTHING
    assert found.dead_supports == {}


def test_a_withdrawn_derivation_is_not_live() -> None:
    found = resolve(graph(fact(1, 10, on={1}, withdrawn=True), live={1}))
    assert found.standing == NOTHING
    assert found.dead_supports == {}


def test_an_ended_claim_may_stand_but_is_no_premise() -> None:
    found = resolve(
        graph(fact(1, 10, on={1}), fact(2, 11, premises={10}), live={1}, ended={10})
    )
    assert found.standing == {10}
    assert found.dead_supports == {2: (NOTHING, frozenset({10}))}


def test_a_premise_left_out_stands_only_when_said_to() -> None:
    derivation = fact(1, 11, on={1}, premises={10})
    assert resolve(graph(derivation, live={1})).standing == NOTHING
    assert resolve(graph(derivation, live={1}, outside={10})).standing == {11}
    ended = resolve(graph(derivation, live={1}, outside={10}, ended={10}))
    assert ended.standing == NOTHING


def test_a_cycle_does_not_hold_itself_up() -> None:
    loop = [fact(1, 10, premises={11}), fact(2, 11, premises={10})]
    assert resolve(graph(*loop, live={1})).standing == NOTHING
    fed = resolve(graph(*loop, fact(3, 10, on={1}), live={1}))
    assert fed.live_derivations == {1, 2, 3}


def test_a_long_chain_needs_no_stack() -> None:
    chain = [fact(n, n, premises={n - 1}) for n in range(20_000, 1, -1)]
    found = resolve(graph(*chain, fact(1, 1, on={7}), live={7}))
    assert found.standing == set(range(1, 20_001))


@pytest.mark.parametrize("acyclic", [True, False])
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 300))
def test_resolving_agrees_with_the_oracle(
    acyclic: bool, seed: int, claims: int
) -> None:
    drawn = random_graph(seed, claims, acyclic=acyclic)
    live = oracle_live(drawn)
    standing = {d.claim for d in drawn.derivations if d.id in live}
    found = resolve(drawn)
    assert found.live_derivations == live
    assert found.standing == standing
    for d in drawn.derivations:
        observations = d.observations - drawn.live_observations
        premises = d.premises - (standing - drawn.ended_claims)
        dead = found.dead_supports.get(d.id, (NOTHING, NOTHING))
        assert dead == (observations, premises)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 120))
def test_leaving_out_what_stands_changes_nothing(seed: int, claims: int) -> None:
    whole = random_graph(seed, claims)
    found = resolve(whole)
    kept = {d.claim for d in whole.derivations if d.claim % 2}
    part = EvidenceGraph(
        [d for d in whole.derivations if d.claim in kept],
        whole.live_observations,
        whole.ended_claims,
        found.standing - kept,
    )
    assert resolve(part).standing == found.standing & kept
