"""The provenance of a claim on paper: sets and loops over a graph's plan."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tests.memory.dag import Dag, Step

type Name = tuple[str, int]


@dataclass(frozen=True)
class Paper:
    """A plan with some observations gone; names are kinds with numbers."""

    dag: Dag
    gone: frozenset[int] = frozenset()

    def supports(self, claim: int) -> set[Name]:
        """What a claim rests on directly."""
        steps = [step for step in self.dag.plan if step.claim == claim]
        premises = {("claim", x) for step in steps for x in step.premises}
        return premises | {("observation", x) for s in steps for x in s.observations}

    def dependants(self, claim: int) -> set[Name]:
        """What rests directly on it."""
        return {("claim", s.claim) for s in self.dag.plan if claim in s.premises}

    def around(self, root: int, up: int, down: int) -> dict[Name, int]:
        """Every node within so many levels, with its distance."""
        found = {("claim", root): 0}
        for levels, nexts in ((up, self.supports), (down, self.dependants)):
            ring: set[Name] = {("claim", root)}
            for level in range(1, levels + 1):
                ends = [number for kind, number in ring if kind == "claim"]
                ring = {name for end in ends for name in nexts(end)} - found.keys()
                found |= dict.fromkeys(ring, level)
        for kind, number in list(found):
            if kind == "observation":
                source = ("source", self.source(number))
                depth = found[kind, number] + 1
                found[source] = min(depth, found.get(source, depth))
        return found

    def source(self, observation: int) -> int:
        """The key of what an observation was drawn from."""
        return self.dag.observations[observation].source_id

    def edges(self, names: Iterable[Name]) -> set[tuple[Name, Name]]:
        """Every support between two of the nodes."""
        given = set(names)
        found = set()
        for kind, number in given:
            if kind == "claim":
                lowers = self.supports(number)
            elif kind == "observation":
                lowers = {("source", self.source(number))}
            else:
                lowers = set()
            found |= {((kind, number), lower) for lower in lowers & given}
        return found

    def standing(self, without: Name | None = None) -> set[int]:
        """The claims that stand, perhaps without one more thing."""
        seen = {
            place
            for place, row in enumerate(self.dag.observations)
            if place not in self.gone
            and without not in {("observation", place), ("source", row.source_id)}
        }
        up: set[int] = set()
        for _ in self.dag.claims:
            up |= {s.claim for s in self.dag.plan if self._live(s, seen, up)}
            up -= {without[1]} if without and without[0] == "claim" else set()
        return up

    def _live(self, step: Step, seen: set[int], up: set[int]) -> bool:
        return step.observations <= seen and step.premises <= up


def names(dag: Dag) -> Mapping[tuple[str, int], Name]:
    """Kinds with keys as kinds with numbers; a source keeps its key."""
    found: dict[tuple[str, int], Name] = {}
    found |= {("claim", row.pk): ("claim", n) for n, row in enumerate(dag.claims)}
    for number, row in enumerate(dag.observations):
        found["observation", row.pk] = ("observation", number)
        found["source", row.source_id] = ("source", row.source_id)
    return found
