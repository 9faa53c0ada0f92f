"""Fuses ranked lists by reciprocal rank: what several lenses find comes first."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

# How little the very first ranks count more than the next ones (Cormack 2009).
SMOOTHING = 60


class Fused[Key: Hashable](NamedTuple):
    """A key with the lenses that found it; `score` lies in (0, 1]."""

    key: Key
    score: float
    lenses: tuple[str, ...]


def fuse[Key: Hashable](
    lenses: Mapping[str, Sequence[Key]],
    *,
    first: str = "",
    weights: Mapping[str, float] | None = None,
) -> list[Fused[Key]]:
    """Each key once, by the sum of its reciprocal ranks; ties as they were found.

    A lens weighs 1 unless `weights` says less. What the lens `first` found comes
    before everything else, in that lens's order, with a score of 1.
    """
    weights = weights or {}
    sums: dict[Key, float] = {}
    found: dict[Key, tuple[str, ...]] = {}
    for lens, keys in lenses.items():
        weight, here = weights.get(lens, 1.0), (lens,)
        for rank, key in enumerate(dict.fromkeys(keys), start=1):
            sums[key] = sums.get(key, 0.0) + weight / (SMOOTHING + rank)
            found[key] = found.get(key, ()) + here
    most = len(lenses) / (SMOOTHING + 1)
    ahead = dict.fromkeys(lenses.get(first, ()))
    leading = [Fused(key, 1.0, found[key]) for key in ahead]
    # Sorting keeps ties as they were, backwards too.
    rest = sorted(sums, key=sums.__getitem__, reverse=True)
    return leading + [
        Fused(key, round(sums[key] / most, 6), found[key])
        for key in rest
        if key not in ahead
    ]
