"""A listing in the store, beside the same listing on paper."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from memory.management.demo_listing import NAME, SIZE, load_listing
from memory.management.listing import Listing, Step
from memory.management.listing_episodes import Reader
from memory.models import Agent, Claim, Observation, RejectedCandidate, Source
from memory.queries.evidence import resolve_now
from memory.queries.weights import weights


@dataclass(frozen=True)
class Loaded:
    """Derivations that entered and those that were refused, and rows by their keys."""

    agent: Agent
    listing: Listing
    kept: list[Step]
    refused: list[Step]
    claims: dict[str, int]
    observations: dict[str, int]

    def names(self, claims: Iterable[int]) -> set[str]:
        """The keys of claims in the store."""
        keys = {pk: key for key, pk in self.claims.items()}
        return {keys[pk] for pk in claims}

    def drawn_from(self, publication: str) -> set[str]:
        """The measurements that the store can cite of a publication."""
        rows = self.listing.measurements.values()
        cited = {each.key for each in rows if each.publication == publication}
        return cited & self.observations.keys()

    def source(self, publication: str) -> Source:
        """The publication in the store."""
        uri = self.listing.publications[publication].uri
        return Source.objects.get(workspace=self.agent.workspace, uri=uri)

    def weighed(self) -> object:
        """Both confidences of every claim."""
        ids = list(self.claims.values())
        return weights(ids, resolve_now(ids))


def load(agent: Agent, listing: Listing) -> Loaded:
    """Hand a listing over through the actions, and find its rows again."""
    said = load_listing(agent, listing, named=False)
    assert all("refused (cycle)" in line for line in said)
    reader = Reader(listing, agent.workspace, NAME, SIZE)
    refused = list(_refused(agent, reader))
    rows = Claim.objects.filter(workspace=agent.workspace).values_list("uid", "pk")
    known = dict(rows)
    seen = Observation.objects.filter(workspace=agent.workspace)
    return Loaded(
        agent,
        listing,
        [step for step in listing.steps() if step not in refused],
        refused,
        {key: known[uid] for key, uid in reader.claims.items()},
        dict(seen.values_list("ref", "pk")),
    )


def _refused(agent: Agent, reader: Reader) -> Iterable[Step]:
    rows = RejectedCandidate.objects.filter(episode__agent=agent).order_by("pk")
    for external_id, position in rows.values_list("episode__external_id", "position"):
        number, part = (
            int(word.split()[-1]) - 1 for word in external_id.split(", ")[1:]
        )
        yield reader.passes[number][part * SIZE + position]


def reached(steps: Iterable[Step], seen: Collection[str]) -> set[str]:
    """The claims that rest on measurements, however far up."""
    above: dict[str, set[str]] = defaultdict(set)
    found: set[str] = set()
    for step in steps:
        if not set(seen).isdisjoint(step.observations):
            found.add(step.claim)
        for premise in step.premises:
            above[premise].add(step.claim)
    waiting = list(found)
    while waiting:
        more = above[waiting.pop()] - found
        found |= more
        waiting.extend(more)
    return found


def below(steps: Iterable[Step], claim: str) -> set[str]:
    """A claim and the claims that it rests on, however far down."""
    premises: dict[str, set[str]] = defaultdict(set)
    for step in steps:
        premises[step.claim].update(step.premises)
    found, waiting = {claim}, [claim]
    while waiting:
        more = premises[waiting.pop()] - found
        found |= more
        waiting.extend(more)
    return found


def live(steps: Iterable[Step], gone: Collection[str]) -> set[Step]:
    """The derivations that are live without some measurements."""
    waiting = [step for step in steps if set(gone).isdisjoint(step.observations)]
    found: set[Step] = set()
    standing: set[str] = set()
    while True:
        more = [step for step in waiting if standing.issuperset(step.premises)]
        if not more:
            return found
        found.update(more)
        standing.update(step.claim for step in more)
        waiting = [step for step in waiting if step not in found]


def effects(
    touched: Iterable[str], before: Iterable[Step], after: Iterable[Step]
) -> dict[str, str]:
    """What losing some derivations does to claims."""
    had, left = _counted(before), _counted(after)
    return {
        claim: "reached"
        if left[claim] == had[claim]
        else "weakened"
        if left[claim]
        else "lost"
        for claim in touched
    }


def _counted(steps: Iterable[Step]) -> dict[str, int]:
    found: dict[str, int] = defaultdict(int)
    for step in steps:
        found[step.claim] += 1
    return found
