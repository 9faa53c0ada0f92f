"""The path of a collision: as words, and placed for a small drawing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from uuid import UUID

from memory.models import Node, Workspace
from memory.queries.belief import Belief
from memory.queries.beliefs import beliefs
from tension.models import Collision

WIDE, HIGH, GAP = 280, 44, 40
CHARACTERS = 32


@dataclass(frozen=True)
class Stop:
    """A node of the path, from `y` on in the drawing; `role` says which end it is."""

    node: Node
    role: str
    short: str
    y: int
    middle: int


@dataclass(frozen=True)
class Edge:
    """A claim between two stops, as it stands now."""

    uid: UUID
    words: str
    status: str
    label: str
    top: int
    bottom: int
    middle: int


@dataclass(frozen=True)
class Path:
    """Stops and the edges between them, from the work down to the anchor."""

    stops: list[Stop]
    edges: list[Edge]
    wide: int
    high: int

    @property
    def legs(self) -> list[tuple[Stop, Edge | None]]:
        """Each stop with the edge that leads on from it."""
        return list(zip_longest(self.stops, self.edges))

    @property
    def name(self) -> str:
        """The whole path in one line."""
        parts = [str(self.stops[0].node)]
        for edge, stop in zip(self.edges, self.stops[1:], strict=True):
            parts += [f"({edge.words})", str(stop.node)]
        return " ".join(parts)


def paths(workspace: Workspace, rows: Sequence[Collision]) -> dict[int, Path]:
    """The paths of some collisions by id, in a constant number of statements."""
    nodes = Node.objects.in_bulk({pk for row in rows for pk in row.path})
    claims = beliefs(workspace, {pk for row in rows for pk in row.claims})
    return {row.pk: _path(row, nodes, claims) for row in rows}


def _path(
    row: Collision, nodes: Mapping[int, Node], claims: Mapping[int, Belief]
) -> Path:
    last = len(row.path) - 1
    stops = [_stop(nodes[pk], place, last) for place, pk in enumerate(row.path)]
    edges = [
        _edge(claims[pk], stops[place], stops[place + 1])
        for place, pk in enumerate(row.claims)
    ]
    return Path(stops, edges, WIDE, (last + 1) * (HIGH + GAP) - GAP + 2)


def _stop(node: Node, place: int, last: int) -> Stop:
    roles = {0: "the work names it", last: "the tension is about it"}
    role = "both name it" if last == 0 else roles.get(place, "between them")
    y = place * (HIGH + GAP) + 1
    return Stop(node, role, _short(str(node)), y, y + HIGH // 2)


def _edge(belief: Belief, upper: Stop, lower: Stop) -> Edge:
    return Edge(
        uid=belief.uid,
        words=belief.statement,
        status=belief.status.value,
        label=_short(belief.claim.predicate.label),
        top=upper.y + HIGH,
        bottom=lower.y,
        middle=(upper.y + HIGH + lower.y) // 2,
    )


def _short(text: str) -> str:
    return text if len(text) <= CHARACTERS else f"{text[: CHARACTERS - 1]}…"
