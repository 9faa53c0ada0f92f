"""The order in which disputed claims are best settled: upstream first."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from memory.rules.resolve import DerivationFacts


def ranks(
    derivations: Iterable[DerivationFacts],
    claims: Collection[int],
    ranked: Mapping[int, int],
) -> dict[int, int]:
    """Rank some claims so that each comes after every premise that is ranked.

    The derivations hold all of these claims; `ranked` are ranks given before, to
    these claims and to premises that are not among them, and none is lowered. A rank
    is the longest way down; a damaged cycle ends the walk.
    """
    rank = {claim: ranked.get(claim, 0) for claim in claims}
    waits = dict.fromkeys(claims, 0)
    below: defaultdict[int, list[int]] = defaultdict(list)
    for claim, premise in _links(derivations, rank):
        if premise in rank:
            below[premise].append(claim)
            waits[claim] += 1
        elif premise in ranked:
            rank[claim] = max(rank[claim], ranked[premise] + 1)
    ready = [claim for claim, count in waits.items() if count == 0]
    while ready:
        claim = ready.pop()
        for dependant in below[claim]:
            rank[dependant] = max(rank[dependant], rank[claim] + 1)
            waits[dependant] -= 1
            if waits[dependant] == 0:
                ready.append(dependant)
    return rank


def _links(
    derivations: Iterable[DerivationFacts], claims: Collection[int]
) -> Iterator[tuple[int, int]]:
    for derivation in derivations:
        if derivation.claim in claims:
            for premise in derivation.premises:
                yield derivation.claim, premise
