"""Walks along supports between claims, by id and without recursion."""

from collections import deque
from collections.abc import Hashable, Iterable, Mapping

Links = Mapping[int, Iterable[int]]


def ancestors(claim: int, premises_of: Links) -> frozenset[int]:
    """Give every claim that this one rests on, however far up, without itself."""
    return frozenset(dependants([claim], premises_of)) - {claim}


def dependants[K: Hashable](
    seeds: Iterable[K], dependants_of: Mapping[K, Iterable[K]]
) -> dict[K, int]:
    """Give each claim reachable from the seeds with its shortest distance.

    The seeds themselves are at 0, those that rest on one directly at 1. Ordered
    by distance. Linear in the edges walked; a damaged cycle ends the walk.
    """
    depth = dict.fromkeys(seeds, 0)
    waiting = deque(depth)
    while waiting:
        claim = waiting.popleft()
        for next_claim in dependants_of.get(claim, ()):
            if next_claim not in depth:
                depth[next_claim] = depth[claim] + 1
                waiting.append(next_claim)
    return depth


def cycle_path(
    claim: int, premises: Iterable[int], premises_of: Links
) -> list[int] | None:
    """Give the cycle that deriving the claim from the premises would close.

    A shortest path claim, premise, …, claim, each resting on the next; [claim,
    claim] when it would support itself; None when it stays a DAG.
    """
    came_from: dict[int, int] = {}
    waiting = deque([claim])
    while waiting:
        reached = waiting.popleft()
        nexts = premises if reached == claim else premises_of.get(reached, ())
        for premise in nexts:
            if premise == claim:
                return _path(claim, reached, came_from)
            if premise not in came_from:
                came_from[premise] = reached
                waiting.append(premise)
    return None


def _path(claim: int, last: int, came_from: Mapping[int, int]) -> list[int]:
    path = [claim]
    while last != claim:
        path.append(last)
        last = came_from[last]
    path.append(claim)
    return path[::-1]
