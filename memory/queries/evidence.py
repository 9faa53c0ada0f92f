"""What claims rest on, down to the observations, and whether it resolves now."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from uuid import UUID

from memory.queries.evidence_rows import (
    EvidenceRow,
    closure_rows,
    live_observations,
)
from memory.rules.lifecycle import ENDED, Status
from memory.rules.resolve import (
    DerivationFacts,
    EvidenceGraph,
    Resolution,
    resolve,
)

__all__ = ["Evidence", "Seeds", "live_observations", "resolve_both", "resolve_now"]


@dataclass(frozen=True)
class Seeds:
    """What leaves, or comes back: where a pass over the store begins."""

    observations: frozenset[int] = frozenset()
    claims: frozenset[int] = frozenset()
    derivations: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.observations or self.claims or self.derivations)


@dataclass(frozen=True)
class Evidence:
    """The closure of some claims, resolved.

    `sources` are transitive, per live derivation: those of every observation that it
    rests on, directly or through premises. `voices` gives each source's voice.
    `premises` and `observations` are what each derivation rests on directly;
    `source_of` an observation is what it was drawn from. `statuses` cover the closure.
    """

    resolution: Resolution
    derivations_of: Mapping[int, tuple[int, ...]]
    sources: Mapping[int, frozenset[int]]
    voices: Mapping[int, UUID]
    premises: Mapping[int, frozenset[int]]
    observations: Mapping[int, frozenset[int]]
    source_of: Mapping[int, int]
    withdrawn: frozenset[int]
    statuses: Mapping[int, Status]

    def live_derivations(self, claim: int) -> list[int]:
        """The derivations of a claim that count now, oldest first."""
        live = self.resolution.live_derivations
        return [each for each in self.derivations_of.get(claim, ()) if each in live]

    def leaves(self, claim: int) -> frozenset[int]:
        """The observations that the claim's live derivations rest on in the end."""
        found: set[int] = set()
        waiting, seen = [claim], {claim}
        while waiting:
            for each in self.live_derivations(waiting.pop()):
                found |= self.observations[each]
                waiting += self.premises[each] - seen
                seen |= self.premises[each]
        return frozenset(found)

    def stands(self, claim: int) -> bool:
        """Whether some derivation of the claim is live."""
        return claim in self.resolution.standing


def resolve_now(claims: Collection[int]) -> Evidence:
    """Re-resolve claims down to live observations; every belief passes through here.

    One statement, whatever the number of claims; the cost follows the
    closure, not the store.
    """
    return resolved(closure_rows(claims))


def resolve_both(claims: Collection[int], gone: Seeds) -> tuple[Evidence, Evidence]:
    """The same closure as it is, and as it will be once some things are gone."""
    rows = closure_rows(claims)
    return resolved(rows), resolved(rows, gone)


def resolved(rows: Sequence[EvidenceRow], gone: Seeds = Seeds()) -> Evidence:
    """Decide a whole closure, as if some things were gone."""
    facts = _facts(rows, gone.derivations)
    statuses = {row.claim: Status(row.status) for row in rows}
    ended = frozenset(claim for claim, status in statuses.items() if status in ENDED)
    live = frozenset(
        row.observation for row in rows if row.observation is not None and row.live
    )
    graph = EvidenceGraph(
        derivations=list(facts.values()),
        live_observations=live - gone.observations,
        ended_claims=ended | gone.claims,
    )
    resolution = resolve(graph)
    return Evidence(
        resolution=resolution,
        derivations_of=_derivations_of(facts.values()),
        sources=_transitive_sources(rows, facts, resolution),
        voices={row.source: row.voice for row in rows if row.source and row.voice},
        premises={each.id: each.premises for each in facts.values()},
        observations={each.id: each.observations for each in facts.values()},
        source_of={
            row.observation: row.source
            for row in rows
            if row.observation is not None and row.source is not None
        },
        withdrawn=frozenset(each.id for each in facts.values() if each.withdrawn),
        statuses=statuses,
    )


def _facts(
    rows: Iterable[EvidenceRow], withdrawn: Collection[int]
) -> dict[int, DerivationFacts]:
    observations: dict[int, set[int]] = {}
    premises: dict[int, set[int]] = {}
    heads: dict[int, EvidenceRow] = {}
    for row in rows:
        heads[row.derivation] = row
        if row.observation is not None:
            observations.setdefault(row.derivation, set()).add(row.observation)
        if row.premise is not None:
            premises.setdefault(row.derivation, set()).add(row.premise)
    return {
        id_: DerivationFacts(
            id=id_,
            claim=head.claim,
            withdrawn=head.withdrawn or id_ in withdrawn,
            observations=frozenset(observations.get(id_, ())),
            premises=frozenset(premises.get(id_, ())),
        )
        for id_, head in sorted(heads.items())
    }


def _derivations_of(facts: Iterable[DerivationFacts]) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = {}
    for each in facts:
        found.setdefault(each.claim, []).append(each.id)
    return {claim: tuple(ids) for claim, ids in found.items()}


def _transitive_sources(
    rows: Iterable[EvidenceRow],
    facts: Mapping[int, DerivationFacts],
    resolution: Resolution,
) -> dict[int, frozenset[int]]:
    own: dict[int, set[int]] = {}
    for row in rows:
        if row.source is not None:
            own.setdefault(row.derivation, set()).add(row.source)
    live = [facts[id_] for id_ in resolution.live_derivations]
    of_claim = _derivations_of(live)
    below = {
        each.id: [id_ for premise in each.premises for id_ in of_claim.get(premise, ())]
        for each in live
    }
    found = {id_: frozenset(own.get(id_, ())) for id_ in below}
    for id_ in _in_order(below):
        found[id_] = found[id_].union(*(found[x] for x in below[id_]))
    return found


def _in_order(below: Mapping[int, list[int]]) -> list[int]:
    """Each after what it rests on; as often as needed where damage made a cycle."""
    try:
        return list(TopologicalSorter(below).static_order())
    except CycleError:
        return sorted(below) * len(below)
