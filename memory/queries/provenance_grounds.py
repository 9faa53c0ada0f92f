"""What resolves around a claim, what carries it alone, and what a filter keeps."""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from django.db import connection

from memory.queries.evidence import Evidence
from memory.queries.provenance_view import Key, Side, Wanted
from memory.queries.walks import downward
from memory.rules.closure import dependants
from memory.rules.lifecycle import ENDED
from memory.rules.sole import SoleSupports

BELOW = f"WITH RECURSIVE {downward('SELECT %s::bigint')} SELECT claim_id FROM down"


def resting_on(claim: int) -> list[int]:
    """The claim with everything that rests on it, however far, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(BELOW, [claim])
        return [pk for (pk,) in cursor.fetchall()]


class Grounds:
    """The closure of some claims as nodes: which resolve, and what stands on what.

    `grouped` folds every observation into its source.
    """

    def __init__(self, evidence: Evidence, *, grouped: bool) -> None:
        self.evidence = evidence
        self.grouped = grouped
        self._dead_observations = {
            observation
            for observations, _ in evidence.resolution.dead_supports.values()
            for observation in observations
        }
        self._live_sources = {
            source
            for observation, source in evidence.source_of.items()
            if observation not in self._dead_observations
        }

    def live(self, key: Key) -> bool:
        """Whether it resolves as a support; a source, while something of it does."""
        if key.kind == "claim":
            ended = self.evidence.statuses.get(key.pk) in ENDED
            return self.evidence.stands(key.pk) and not ended
        if key.kind == "observation":
            return key.pk not in self._dead_observations
        return key.pk in self._live_sources

    def reading(self, derivation: int) -> list[Key]:
        """What a derivation rests on: premises, then observations or their sources."""
        evidence = self.evidence
        seen = sorted(evidence.observations[derivation])
        premises = [Key("claim", x) for x in sorted(evidence.premises[derivation])]
        if not self.grouped:
            return premises + [Key("observation", x) for x in seen]
        sources = dict.fromkeys(evidence.source_of[x] for x in seen)
        return premises + [Key("source", x) for x in sources]

    def supports(self, claim: int) -> dict[Key, list[int]]:
        """What a claim rests on directly, with the derivations that use it.

        In the order of kinds and ids, which stays as derivations come and go.
        """
        using: dict[Key, list[int]] = {}
        for derivation in self.evidence.derivations_of[claim]:
            for support in self.reading(derivation):
                using.setdefault(support, []).append(derivation)
        return dict(sorted(using.items()))

    @cached_property
    def below(self) -> dict[Key, list[Key]]:
        """What each node of the closure rests on directly."""
        evidence = self.evidence
        found = {Key("claim", x): [*self.supports(x)] for x in evidence.derivations_of}
        if not self.grouped:
            for observation, source in evidence.source_of.items():
                found[Key("observation", observation)] = [Key("source", source)]
        return found

    @cached_property
    def sole(self) -> SoleSupports[Key]:
        """What each claim rests on alone."""
        standing = self.evidence.resolution.live_by_claim
        readings: dict[Key, Sequence[Collection[Key]]] = {
            key: [lower] for key, lower in self.below.items() if key.kind != "claim"
        }
        for claim, live in standing.items():
            readings[Key("claim", claim)] = [self.reading(each) for each in live]
        return SoleSupports(readings)


class Keeper:
    """Which nodes lie on a way from the root to what the filters look for.

    `around` are the root and everything that rests on it.
    """

    def __init__(
        self, root: Key, wanted: Wanted, grounds: Grounds, around: Collection[int]
    ) -> None:
        self.root = root
        self.around = {Key("claim", claim) for claim in around}
        self.grounds = grounds
        self.kept: dict[Side, list[frozenset[Key]]] = {"up": [], "down": []}
        if wanted.dead:
            self._add(key for key in self._nodes if not grounds.live(key))
        if wanted.sole:
            self._add(key for key in self._nodes if self._alone(key))

    def __call__(self, side: Side, keys: Sequence[Key]) -> list[Key]:
        """Those of the keys that every filter keeps."""
        return [key for key in keys if all(key in kept for kept in self.kept[side])]

    @cached_property
    def _nodes(self) -> set[Key]:
        below = self.grounds.below
        found = set(below).union(*below.values())
        return found - {self.root}

    @cached_property
    def _rests(self) -> dict[Key, list[Key]]:
        rests: dict[Key, list[Key]] = {}
        for upper, lowers in self.grounds.below.items():
            for lower in lowers:
                rests.setdefault(lower, []).append(upper)
        return rests

    def _alone(self, key: Key) -> bool:
        sole = self.grounds.sole
        if key in self.around:
            return sole.carries(self.root, key)
        return sole.carries(key, self.root)

    def _add(self, targets: Iterable[Key]) -> None:
        found = set(targets)
        above = found & self.around
        below = found - above
        ways = dependants(above, self.grounds.below)
        self.kept["up"].append(frozenset(dependants(below, self._rests)))
        self.kept["down"].append(frozenset(self.around & ways.keys()))
