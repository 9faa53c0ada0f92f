"""What a claim rests on alone: each thing without which it would not stand."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from graphlib import TopologicalSorter


class SoleSupports[K: Hashable]:
    """For a graph of live derivations, whether a claim falls with a thing.

    A thing that falls takes every derivation along that rests on it (AND); a claim
    falls with the last of its derivations (OR). So the things that a claim rests on
    alone are those common to all its derivations, where a derivation needs its
    supports and whatever those rest on alone. Exact, and also where two readings
    meet again further up.
    """

    def __init__(self, readings: Mapping[K, Sequence[Collection[K]]]) -> None:
        """`readings` maps what can fall to its live derivations, as their supports."""
        self._bits: dict[K, int] = {}
        self._alone: dict[K, int] = {}
        below = {
            each: {support for reading in given for support in reading}
            for each, given in readings.items()
        }
        for each in TopologicalSorter(below).static_order():
            self._bits[each] = 1 << len(self._bits)
            self._alone[each] = self._common(readings.get(each, ()))

    def _common(self, readings: Sequence[Collection[K]]) -> int:
        common = -1 if readings else 0
        for reading in readings:
            needed = 0
            for support in reading:
                needed |= self._bits[support] | self._alone[support]
            common &= needed
        return common

    def carries(self, support: K, claim: K) -> bool:
        """Whether the claim stands, and would not without the support."""
        return bool(self._alone.get(claim, 0) & self._bits.get(support, 0))
