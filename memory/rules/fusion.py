"""Fuses ranked lists by reciprocal rank: what several lenses find comes first."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

# How little the very first ranks count more than the next ones (Cormack 2009).
SMOOTHING = 60


@dataclass(frozen=True)
class Fused[Key: Hashable]:
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
    found: dict[Key, list[str]] = {}
    for lens, keys in lenses.items():
        weight = weights.get(lens, 1.0)
        for rank, key in enumerate(dict.fromkeys(keys), start=1):
            sums[key] = sums.get(key, 0.0) + weight / (SMOOTHING + rank)
            found.setdefault(key, []).append(lens)
    most = len(lenses) / (SMOOTHING + 1)
    ahead = dict.fromkeys(lenses.get(first, ()))
    others = [key for key in sums if key not in ahead]
    rest = sorted(others, key=lambda key: -sums[key])
    leading = [Fused(key, 1.0, tuple(found[key])) for key in ahead]
    return leading + [
        Fused(key, round(sums[key] / most, 6), tuple(found[key])) for key in rest
    ]
