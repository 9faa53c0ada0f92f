"""Where the nodes of a layered graph are drawn: longest-path ranks, few crossings."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

SWEEPS = 8


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the drawing: its layer, and its column and row on a grid.

    Columns are centred on 0 and may be halves; rows count downwards from 0.
    """

    rank: int
    column: float
    row: int


def place[K: Hashable](
    nodes: Sequence[K], edges: Iterable[tuple[K, K]], *, widest: int = 8
) -> dict[K, Spot]:
    """Give every node a spot of its own; an edge (above, below) goes down the page.

    The same input in the same order gives the same drawing. A layer of more than
    `widest` nodes is folded into several rows, in columns that keep its order, and
    every row of a layer lies above every row of the next. Edges to nodes that are
    not given are ignored; in a damaged graph, so are those that close a cycle.
    Linear in nodes and edges but for sorting the layers.
    """
    links = _Links(nodes, edges)
    ranks = _ranks(nodes, links)
    layers = _layers(nodes, ranks)
    _untangle(layers, links)
    return _spots(layers, widest)


class _Links[K: Hashable]:
    """Neighbours above and below each node."""

    def __init__(self, nodes: Iterable[K], edges: Iterable[tuple[K, K]]) -> None:
        self.above: dict[K, list[K]] = {node: [] for node in nodes}
        self.below: dict[K, list[K]] = {node: [] for node in self.above}
        for upper, lower in dict.fromkeys(edges):
            if upper in self.above and lower in self.above and upper != lower:
                self.above[lower].append(upper)
                self.below[upper].append(lower)


def _ranks[K: Hashable](nodes: Sequence[K], links: _Links[K]) -> dict[K, int]:
    """Longest path from a node with nothing above it."""
    waits = {node: len(links.above[node]) for node in nodes}
    ready = [node for node in nodes if not waits[node]]
    ranks = dict.fromkeys(ready, 0)
    for first in (None, *nodes):
        if first is not None and first not in ranks:  # only a cycle is left over
            ranks[first] = 0
            ready = [first]
        while ready:
            node = ready.pop()
            for lower in links.below[node]:
                waits[lower] -= 1
                if not waits[lower] and lower not in ranks:
                    seen = (ranks[each] for each in links.above[lower])
                    ranks[lower] = 1 + max(seen)
                    ready.append(lower)
    return ranks


def _layers[K: Hashable](nodes: Sequence[K], ranks: Mapping[K, int]) -> list[list[K]]:
    layers: list[list[K]] = [[] for _ in range(max(ranks.values(), default=-1) + 1)]
    for node in nodes:
        layers[ranks[node]].append(node)
    return layers


def _untangle[K: Hashable](layers: list[list[K]], links: _Links[K]) -> None:
    """Sort each layer by the mean place of its neighbours, downwards then upwards."""
    at = {node: place for layer in layers for node, place in _places(layer)}
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        neighbours = links.above if down else links.below
        for layer in layers if down else reversed(layers):
            wish = {node: _mean(neighbours[node], at, at[node]) for node in layer}
            layer.sort(key=wish.__getitem__)
            at.update(_places(layer))


def _places[K](layer: Sequence[K]) -> Iterable[tuple[K, float]]:
    middle = (len(layer) - 1) / 2
    return ((node, place - middle) for place, node in enumerate(layer))


def _mean[K: Hashable](nodes: Sequence[K], at: Mapping[K, float], own: float) -> float:
    return sum(at[node] for node in nodes) / len(nodes) if nodes else own


def _spots[K: Hashable](layers: Sequence[Sequence[K]], widest: int) -> dict[K, Spot]:
    spots = {}
    top = 0
    for rank, layer in enumerate(layers):
        rows = -(-len(layer) // widest)
        middle = ((len(layer) - 1) // rows) / 2
        for place, node in enumerate(layer):
            column = place // rows - middle
            spots[node] = Spot(rank, column, top + place % rows)
        top += rows
    return spots
