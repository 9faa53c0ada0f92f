"""Closures: reachability, shortest depth and cycles, against matrix-like oracles."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from memory.rules.closure import ancestors, cycle_path, dependants

Edges = dict[int, set[int]]

edges = st.dictionaries(st.integers(0, 9), st.sets(st.integers(0, 9), max_size=4))


def reached_in(links: Edges, seeds: set[int], steps: int) -> set[int]:
    front = seeds
    for _ in range(steps):
        front = {target for at in front for target in links.get(at, set())}
    return front


def test_ancestors_and_depth_by_hand() -> None:
    premises_of = {5: [3, 4], 4: [2], 3: [1], 2: [1], 9: [8]}
    assert ancestors(5, premises_of) == {1, 2, 3, 4}
    assert ancestors(1, premises_of) == frozenset()
    dependants_of = {1: [2, 3], 2: [4], 3: [5], 4: [5]}
    assert dependants([1], dependants_of) == {1: 0, 2: 1, 3: 1, 4: 2, 5: 2}
    assert dependants([], dependants_of) == {}


def test_a_cycle_is_named_as_its_path() -> None:
    premises_of = {3: [2], 2: [1]}
    assert cycle_path(1, [3], premises_of) == [1, 3, 2, 1]
    assert cycle_path(1, [1], premises_of) == [1, 1]
    assert cycle_path(4, [3, 2], premises_of) is None
    assert cycle_path(1, [], premises_of) is None


def test_a_long_chain_needs_no_stack() -> None:
    chain = {n: [n - 1] for n in range(1, 50_000)}
    assert len(ancestors(49_999, chain)) == 49_999
    path = cycle_path(0, [49_999], chain)
    assert path is not None
    assert len(path) == 50_001


@given(edges, st.sets(st.integers(0, 9)))
def test_depth_is_the_least_number_of_steps(links: Edges, seeds: set[int]) -> None:
    expected: dict[int, int] = {}
    for steps in range(11):
        for claim in reached_in(links, seeds, steps):
            expected.setdefault(claim, steps)
    assert dependants(seeds, links) == expected


@given(edges, st.integers(0, 9))
def test_ancestors_are_what_some_walk_reaches(links: Edges, claim: int) -> None:
    walks = [reached_in(links, {claim}, steps) for steps in range(1, 11)]
    assert ancestors(claim, links) == set().union(*walks) - {claim}


@given(edges, st.integers(0, 9), st.sets(st.integers(0, 9), max_size=3))
def test_a_path_is_given_exactly_when_a_premise_rests_on_the_claim(
    links: Edges, claim: int, premises: set[int]
) -> None:
    walks = [reached_in(links, premises, steps) for steps in range(11)]
    path = cycle_path(claim, premises, links)
    assert (path is not None) == any(claim in walk for walk in walks)
    if path is not None:
        assert path[0] == path[-1] == claim
        assert path[1] in premises
        assert len(path) == 2 + [claim in walk for walk in walks].index(True)
        steps = pairwise(path[1:])
        assert all(below in links[above] for above, below in steps)
