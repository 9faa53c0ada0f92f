"""Two compositions of a claim's readings: as if independent, and one voice once."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memory.rules.fingerprint import bands, near


@dataclass(frozen=True, slots=True)
class Reading:
    """One live derivation as evidence.

    kappa is its confidence in [0, 1]; voices are keys of its transitive sources
    (revisions of one URI share a key); fingerprints are of its supporting
    texts; one_voice marks keys that count together; repeats are readings whose
    words, told by the gate, it may only repeat.
    """

    id: int
    kappa: float
    voices: frozenset[str]
    fingerprints: frozenset[int]
    one_voice: bool
    repeats: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if not 0 <= self.kappa <= 1:
            raise ValueError("a confidence lies between 0 and 1")


@dataclass(frozen=True, slots=True)
class Confidence:
    """Two compositions of the same readings, and why they differ.

    groups are the readings that count once; shared maps a voice to the readings
    that rest on it, where there are several. repeated are readings of
    near-identical texts that no common voice explains; one_voice those through
    keys that count together, where there are several; echoes those that may only
    repeat another one.
    """

    independent: float
    by_source: float
    groups: tuple[tuple[int, ...], ...]
    shared: Mapping[str, tuple[int, ...]]
    repeated: tuple[int, ...] = ()
    one_voice: tuple[int, ...] = ()
    echoes: tuple[int, ...] = ()


def compose(readings: Sequence[Reading]) -> Confidence:
    """Compose the live readings of one claim; none give 0.

    independent = 1 − ∏(1 − κ). by_source takes connected components of readings
    that share a voice, a near-identical text or the one-voice mark, or of which one
    may echo the other, the maximum of each, and composes those alike. It never
    exceeds independent, and is not monotone: a reading that bridges two groups can
    lower it. The order of the
    readings changes nothing, to the last bit.
    """
    by_voice = _by_voice(readings)
    alike = _alike(readings)
    marked = tuple(sorted(r.id for r in readings if r.one_voice))
    ids = {r.id for r in readings}
    echoed = [(r.id, other) for r in readings for other in r.repeats & ids]
    links = [*by_voice.values(), *alike, marked, *echoed]
    groups = _components([r.id for r in readings], links)
    kappa = {r.id: r.kappa for r in readings}
    return Confidence(
        independent=_noisy_or(kappa.values()),
        by_source=_noisy_or(max(kappa[i] for i in group) for group in groups),
        groups=groups,
        shared={v: ids for v, ids in sorted(by_voice.items()) if len(ids) > 1},
        repeated=_repeated(readings, alike),
        one_voice=marked if len(marked) > 1 else (),
        echoes=tuple(sorted({reading for reading, _ in echoed})),
    )


def _noisy_or(kappas: Iterable[float]) -> float:
    # Sorted, so that order cannot show and fewer factors never give more.
    doubt: float = math.prod(sorted(1.0 - kappa for kappa in kappas))
    return 1.0 - doubt


def _by_voice(readings: Sequence[Reading]) -> dict[str, tuple[int, ...]]:
    found: defaultdict[str, list[int]] = defaultdict(list)
    for reading in readings:
        for voice in reading.voices:
            found[voice].append(reading.id)
    return {voice: tuple(sorted(ids)) for voice, ids in found.items()}


def _alike(readings: Sequence[Reading]) -> list[tuple[int, ...]]:
    """Join the readings of near-identical texts, without trying every pair."""
    if len(readings) < 2:
        return []
    by_print: defaultdict[int, set[int]] = defaultdict(set)
    for reading in readings:
        for print_ in reading.fingerprints:
            by_print[print_].add(reading.id)
    joined = [by_print[a] | by_print[b] for a, b in _near_pairs(by_print)]
    links = [ids for ids in [*by_print.values(), *joined] if len(ids) > 1]
    return sorted(tuple(sorted(ids)) for ids in links)


def _near_pairs(prints: Iterable[int]) -> set[tuple[int, int]]:
    buckets: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    pairs = set()
    for print_ in prints:
        for band in bands(print_):
            pairs |= {(o, print_) for o in buckets[band] if near(o, print_)}
            buckets[band].append(print_)
    return pairs


def _repeated(
    readings: Sequence[Reading], alike: Iterable[tuple[int, ...]]
) -> tuple[int, ...]:
    voices = {r.id: r.voices for r in readings}
    unexplained = (
        link for link in alike if not frozenset.intersection(*(voices[i] for i in link))
    )
    return tuple(sorted({reading for link in unexplained for reading in link}))


def _components(
    ids: Sequence[int], links: Iterable[Sequence[int]]
) -> tuple[tuple[int, ...], ...]:
    parent = {i: i for i in ids}
    for link in links:
        for other in link[1:]:
            parent[_root(parent, other)] = _root(parent, link[0])
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for i in sorted(ids):
        groups[_root(parent, i)].append(i)
    return tuple(sorted(tuple(group) for group in groups.values()))


def _root(parent: dict[int, int], node: int) -> int:
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node
