"""What resolves now: derivations by AND, claims by OR, over a graph of supports."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property


@dataclass(frozen=True, slots=True)
class DerivationFacts:
    """One derivation: the claim it asserts and everything it rests on, by id."""

    id: int
    claim: int
    withdrawn: bool
    observations: frozenset[int]
    premises: frozenset[int]


@dataclass(frozen=True, slots=True)
class EvidenceGraph:
    """Derivations of some claims, with what is known of their supports.

    live_observations are neither retracted, compacted nor erased. ended_claims
    are superseded or retired. standing_outside are premises whose derivations
    were left out because they are known to stand; any other premise stands only
    through derivations given here.
    """

    derivations: Sequence[DerivationFacts]
    live_observations: frozenset[int]
    ended_claims: frozenset[int]
    standing_outside: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Resolution:
    """What resolves in an evidence graph.

    standing claims have a live derivation, ended or not. live_by_claim holds
    the live derivations of each standing claim.
    """

    graph: EvidenceGraph
    live_derivations: frozenset[int]
    standing: frozenset[int]
    live_by_claim: Mapping[int, frozenset[int]]

    @cached_property
    def dead_supports(self) -> Mapping[int, tuple[frozenset[int], frozenset[int]]]:
        """The observations and premises of a derivation that do not resolve, if any."""
        graph = self.graph
        resolving = (self.standing | graph.standing_outside) - graph.ended_claims
        dead = {}
        for derivation in graph.derivations:
            observations = derivation.observations - graph.live_observations
            premises = derivation.premises - resolving
            if observations or premises:
                dead[derivation.id] = (observations, premises)
        return dead


def resolve(graph: EvidenceGraph) -> Resolution:
    """Decide every derivation and claim of the graph, in time linear in its edges.

    An observation resolves when it is live; a premise when it has not ended and
    stands; a derivation is live when it is not withdrawn, has a support and all
    of them resolve; a claim stands when a derivation of it is live. This is the
    least fixpoint: claims that only hold each other up (a cycle, which the
    write rules refuse, so damage) do not stand.
    """
    live = _live(graph)
    by_claim: defaultdict[int, set[int]] = defaultdict(set)
    for derivation in graph.derivations:
        if derivation.id in live:
            by_claim[derivation.claim].add(derivation.id)
    return Resolution(
        graph=graph,
        live_derivations=frozenset(live),
        standing=frozenset(by_claim),
        live_by_claim={claim: frozenset(ids) for claim, ids in by_claim.items()},
    )


def resolve_assuming(graph: EvidenceGraph, claim: int) -> Resolution:
    """Resolve as if this claim stood and had not ended, whatever supports it."""
    return resolve(
        replace(
            graph,
            ended_claims=graph.ended_claims - {claim},
            standing_outside=graph.standing_outside | {claim},
        )
    )


def _live(graph: EvidenceGraph) -> set[int]:
    """Wake derivations as the last premise they wait for comes to stand."""
    given = graph.standing_outside - graph.ended_claims
    waits: dict[int, int] = {}
    waiters: defaultdict[int, list[DerivationFacts]] = defaultdict(list)
    awake: deque[DerivationFacts] = deque()
    for derivation in _possible(graph):
        missing = derivation.premises - given
        waits[derivation.id] = len(missing)
        if not missing:
            awake.append(derivation)
        for premise in missing:
            waiters[premise].append(derivation)
    live: set[int] = set()
    while awake:
        derivation = awake.popleft()
        live.add(derivation.id)
        if derivation.claim in graph.ended_claims:
            continue
        for waiter in waiters.pop(derivation.claim, ()):
            waits[waiter.id] -= 1
            if waits[waiter.id] == 0:
                awake.append(waiter)
    return live


def _possible(graph: EvidenceGraph) -> Iterable[DerivationFacts]:
    """Yield the derivations that nothing but a premise can keep from being live."""
    for derivation in graph.derivations:
        supported = derivation.observations or derivation.premises
        seen = derivation.observations <= graph.live_observations
        if supported and seen and not derivation.withdrawn:
            yield derivation
