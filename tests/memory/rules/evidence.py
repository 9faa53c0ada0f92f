"""Random evidence graphs, and an oracle that decides them the slow, obvious way."""

import random
from collections.abc import Iterator

from memory.rules.resolve import DerivationFacts, EvidenceGraph


def fact(
    number: int,
    claim: int,
    *,
    on: set[int] | None = None,
    premises: set[int] | None = None,
    withdrawn: bool = False,
) -> DerivationFacts:
    return DerivationFacts(
        number, claim, withdrawn, frozenset(on or ()), frozenset(premises or ())
    )


def random_graph(seed: int, claims: int, *, acyclic: bool = True) -> EvidenceGraph:
    rng = random.Random(seed)
    order = rng.sample(range(1000, 1000 + claims), claims)
    derivations = list(_derivations(rng, order, acyclic))
    rng.shuffle(derivations)
    return EvidenceGraph(
        derivations=derivations,
        live_observations=frozenset(o for o in range(claims) if rng.random() < 0.85),
        ended_claims=frozenset(c for c in order if rng.random() < 0.08),
    )


def _derivations(
    rng: random.Random, order: list[int], acyclic: bool
) -> Iterator[DerivationFacts]:
    number = 5000
    for place, claim in enumerate(order):
        for _ in range(rng.randint(0, 3)):
            number += 1
            allowed = order[:place] if acyclic else order
            premises = rng.sample(allowed, min(len(allowed), rng.randint(0, 2)))
            seen = rng.sample(range(len(order)), min(len(order), rng.randint(0, 2)))
            yield fact(
                number,
                claim,
                on=set(seen),
                premises=set(premises),
                withdrawn=rng.random() < 0.1,
            )


def oracle_live(graph: EvidenceGraph) -> set[int]:
    """Sweep over every derivation until nothing changes: the least fixpoint."""
    live: set[int] = set()
    while True:
        standing = {d.claim for d in graph.derivations if d.id in live}
        found = {
            d.id
            for d in graph.derivations
            if not d.withdrawn
            and len(d.observations) + len(d.premises) > 0
            and all(o in graph.live_observations for o in d.observations)
            and all(p in standing - graph.ended_claims for p in d.premises)
        }
        if found == live:
            return live
        live = found


def oracle_affected(
    graph: EvidenceGraph, gone: set[int], ended: set[int], withdrawn: set[int]
) -> set[int]:
    """Sweep over every derivation until no further claim is reached."""
    affected: set[int] = set()
    while True:
        found = {
            d.claim
            for d in graph.derivations
            if d.observations & gone
            or d.premises & (ended | affected)
            or d.id in withdrawn
        }
        if found == affected:
            return affected
        affected = found
