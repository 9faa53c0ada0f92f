"""A drawing goes down the page, has no node on another, and is always the same."""

import random
import time

from hypothesis import given
from hypothesis import strategies as st

from memory.rules.layout import Spot, place

type Graph = tuple[list[int], list[tuple[int, int]]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Nodes in any order and edges from lower numbers to higher ones."""
    size = draw(st.integers(1, 40))
    ends = st.integers(0, size - 1)
    pairs = draw(st.lists(st.tuples(ends, ends), max_size=80))
    nodes = draw(st.permutations(range(size)))
    return nodes, [(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]]


@given(graphs(), st.integers(1, 9))
def test_every_edge_goes_down_and_no_two_nodes_share_a_spot(
    graph: Graph, widest: int
) -> None:
    nodes, edges = graph
    spots = place(nodes, edges, widest=widest)
    assert spots.keys() == set(nodes)
    assert all(spots[a].row < spots[b].row for a, b in edges)
    assert all(spots[a].rank < spots[b].rank for a, b in edges)
    taken = {(spot.column, spot.row) for spot in spots.values()}
    assert len(taken) == len(nodes)
    rows = [spot.row for spot in spots.values()]
    assert max(rows.count(row) for row in rows) <= widest


@given(graphs())
def test_a_rank_is_the_longest_way_from_the_top(graph: Graph) -> None:
    nodes, edges = graph
    longest = dict.fromkeys(nodes, 0)
    for _ in nodes:
        for upper, lower in edges:
            longest[lower] = max(longest[lower], longest[upper] + 1)
    assert {node: spot.rank for node, spot in place(nodes, edges).items()} == longest


@given(graphs())
def test_the_same_graph_looks_the_same(graph: Graph) -> None:
    nodes, edges = graph
    assert place(nodes, edges) == place(nodes, edges + edges)


def test_a_fork_is_drawn_below_its_claim() -> None:
    assert place("abc", [("a", "b"), ("a", "c")]) == {
        "a": Spot(0, 0.0, 0),
        "b": Spot(1, -0.5, 1),
        "c": Spot(1, 0.5, 1),
    }


def test_crossed_pairs_are_untangled() -> None:
    spots = place("abyx", [("a", "x"), ("b", "y")])
    assert spots["x"].column == spots["a"].column
    assert spots["y"].column == spots["b"].column


def test_a_wide_layer_is_folded_and_keeps_its_order() -> None:
    spots = place(range(5), [], widest=2)
    assert [(spots[x].column, spots[x].row) for x in range(5)] == [
        (-0.5, 0), (-0.5, 1), (-0.5, 2), (0.5, 0), (0.5, 1)
    ]  # fmt: skip


def test_a_cycle_of_damaged_data_is_drawn_all_the_same() -> None:
    spots = place("abc", [("a", "b"), ("b", "a"), ("b", "c"), ("c", "gone")])
    assert len({(spot.column, spot.row) for spot in spots.values()}) == 3


def test_two_thousand_nodes_take_a_moment() -> None:
    rng = random.Random(7)
    edges = [(rng.randrange(x), x) for x in range(1, 2000)]
    edges += [(rng.randrange(x), x) for x in rng.sample(range(1, 2000), 670)]
    taken = []
    for _ in range(3):
        started = time.thread_time()
        place(range(2000), edges)
        taken.append(time.thread_time() - started)
    # The collector of garbage may come into one of them.
    assert min(taken) < 0.1
