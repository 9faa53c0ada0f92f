"""One hop over claims: from nodes to what is claimed at them, and where that leads."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from memory.models import Claim, Workspace
from memory.queries.embeddable import Key
from memory.queries.entities import claims_at
from memory.retrieval.lexical import CANDIDATES
from memory.retrieval.meaning import QueryVector, nearest_of

# How many claims are followed from all entries together.
EDGES = 60


@dataclass(frozen=True)
class Link:
    """A claim as an edge; `far` is none where it states a value."""

    claim: int
    near: int
    far: int | None

    def touches(self, nodes: Collection[int]) -> bool:
        """Whether one of its ends is among some nodes."""
        return self.near in nodes or self.far in nodes

    def rows(self) -> list[Key]:
        """The claim, and the nodes at its ends."""
        ends = [end for end in (self.near, self.far) if end is not None]
        return [("claim", self.claim), *(("node", end) for end in ends)]


def links_of(workspace: Workspace, claims: Sequence[int]) -> list[Link]:
    """Some claims as edges, in their order."""
    rows = Claim.objects.filter(workspace=workspace, pk__in=claims)
    ends = {pk: Link(pk, *pair) for pk, *pair in rows.values_list(*ENDS)}
    return [ends[pk] for pk in claims if pk in ends]


def links_at(
    workspace: Workspace, nodes: Sequence[int], vector: QueryVector | None
) -> list[Link]:
    """Claims at some nodes, those that mean what was asked first, else the newest."""
    if not nodes:
        return []
    rows = claims_at(workspace, nodes).order_by("-pk").values_list(*ENDS)[:CANDIDATES]
    links = {pk: Link(pk, *pair) for pk, *pair in rows}
    order = [*links]
    if vector is not None and order:
        order = nearest_of(workspace, vector, order)
    return [links[pk] for pk in order]


def led_to(links: Iterable[Link], start: Collection[int]) -> list[Key]:
    """Each claim, followed by the nodes to which it leads from some nodes."""
    keys = dict.fromkeys(key for link in links for key in link.rows())
    return [key for key in keys if key[0] != "node" or key[1] not in start]


ENDS = ("pk", "subject_id", "object_id")
