"""Collisions looked for one by one, with nothing of how the product looks for them."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID

from memory.models import Claim, Derivation, Episode, Merge, Residue
from tension.models import Anchor, Tension

type Found = set[tuple[int, str, UUID, int]]


@dataclass
class Graph:
    """Everything as it is stored, with every node as the one it counts as."""

    hub: int
    workspace: int
    edges: set[tuple[int, int]] = field(default_factory=set)
    degree: Counter[int] = field(default_factory=Counter)
    into: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        merges = Merge.objects.filter(workspace=self.workspace, undone_by=None)
        self.into = dict(merges.values_list("node_id", "into_id"))
        claims = Claim.objects.filter(workspace=self.workspace)
        for claim in claims.select_related("state"):
            one, other, status = claim.subject_id, claim.object_id, claim.state.status
            self.degree[self.as_one(one)] += 1
            if other is None:
                continue
            self.degree[self.as_one(other)] += 1
            if status == "admissible" and self.as_one(one) != self.as_one(other):
                self.edges |= {
                    (self.as_one(one), self.as_one(other)),
                    (self.as_one(other), self.as_one(one)),
                }

    def as_one(self, node: int) -> int:
        """The node at the end of its merges."""
        while node in self.into:
            node = self.into[node]
        return node

    def distance(self, work: set[int], anchors: set[int]) -> int | None:
        """The fewest edges from the work to an anchor, hubs never walked from."""
        here, steps = work, 0
        while steps <= 2:
            if here & anchors:
                return steps
            walked = {node for node in here if self.degree[node] < self.hub}
            here = {end for node, end in self.edges if node in walked}
            steps += 1
        return None


@dataclass(frozen=True)
class Work:
    """A claim or an episode, and what it is at."""

    kind: str
    uid: UUID
    nodes: set[int]
    at: datetime
    until: datetime
    episode: int
    claim: int = 0


def expected(workspace: int, hub: int) -> Found:
    """Each unresolved tension against each piece of work."""
    graph = Graph(hub, workspace)
    found = set()
    for tension in Tension.objects.filter(workspace=workspace, state="open"):
        about = list(Anchor.objects.filter(tension=tension))
        anchors = {graph.as_one(each.node_id) for each in about}
        for work in [*claims(workspace), *episodes(workspace)]:
            old = work.at < tension.raised_at and work.until <= tension.raised_at
            if old or work.at < tension.since or work.episode == tension.episode_id:
                continue
            if work.claim in {each.claim_id for each in about}:
                continue
            nodes = {graph.as_one(node) for node in work.nodes}
            distance = graph.distance(nodes, anchors)
            if distance is not None:
                found.add((tension.pk, work.kind, work.uid, distance))
    return found


def claims(workspace: int) -> list[Work]:
    """Claims that wait or may be believed."""
    rows = Claim.objects.filter(
        workspace=workspace, state__status__in=["quarantined", "admissible"]
    )
    return [
        Work(
            "claim",
            row.uid,
            {row.subject_id, row.object_id or row.subject_id},
            row.recorded_at,
            out_of_quarantine(row),
            row.derivations.order_by("pk")[0].episode_id,
            row.pk,
        )
        for row in rows
    ]


def out_of_quarantine(claim: Claim) -> datetime:
    """When it first stopped waiting; never so far, if it still does."""
    for event in claim.history.order_by("pk"):
        if event.after != "quarantined":
            return event.at
    return datetime.max.replace(tzinfo=UTC)


def episodes(workspace: int) -> list[Work]:
    """Closed episodes, by what they name besides their own new claims."""
    found = []
    for row in Episode.objects.filter(workspace=workspace, kind="task"):
        nodes = set()
        for residue in Residue.objects.filter(episode=row):
            nodes |= set(residue.about.values_list("pk", flat=True))
        for derived in Derivation.objects.filter(episode=row).select_related("claim"):
            if derived.claim.derivations.order_by("pk")[0].episode_id != row.pk:
                nodes |= {derived.claim.subject_id, derived.claim.object_id or 0}
        if nodes - {0}:
            at = row.recorded_at
            found.append(Work("episode", row.uid, nodes - {0}, at, at, row.pk))
    return found
