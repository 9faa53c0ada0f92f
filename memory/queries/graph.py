"""The graph around a node: claims that have not ended, one or two steps away."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from memory.models import Claim, Node, Workspace
from memory.queries.canonical import one_thing
from memory.queries.evidence import Evidence, resolve_now
from memory.rules.lifecycle import ENDED, Status
from memory.rules.refused import Missing


@dataclass(frozen=True)
class Edge:
    """A claim between two nodes, and whether it stands now."""

    claim: Claim
    status: Status
    hops: int


@dataclass(frozen=True)
class Neighbourhood:
    """Nodes by id with their distance, and the edges that lead to them."""

    nodes: Mapping[int, tuple[Node, int]]
    edges: Sequence[Edge]
    truncated: bool


def node(workspace: Workspace, uid: UUID) -> Node:
    """One node of this workspace; raises Missing."""
    rows = Node.objects.filter(workspace=workspace, uid=uid)
    row = rows.select_related("source__workspace").first()
    if row is None:
        raise Missing("node")
    return row


def neighbours(
    workspace: Workspace, uid: UUID, *, hops: int, limit: int
) -> Neighbourhood:
    """The newest edges around a node, at most `limit` of them; raises Missing.

    Nodes that were merged stand at one place: a step reaches all of them.
    """
    start = node(workspace, uid)
    nodes = {start.pk: (start, 0)} | _aliases({start.pk}, 0)
    found: dict[int, tuple[Claim, int]] = {}
    truncated = False
    frontier = set(nodes)
    for distance in range(1, hops + 1):
        room = limit - len(found)
        rows = _touching(workspace, frontier, set(found), room + 1)
        truncated = truncated or len(rows) > room
        found |= {row.pk: (row, distance) for row in rows[:room]}
        ends = _ends(rows[:room])
        reached = ends.keys() - nodes.keys()
        near = {pk: (ends[pk], distance) for pk in reached}
        near |= _aliases(reached, distance)
        frontier = near.keys() - nodes.keys()
        nodes |= {pk: near[pk] for pk in near if pk in frontier}
    evidence = resolve_now(found)
    edges = [
        Edge(claim, _status(claim, evidence), distance)
        for claim, distance in found.values()
    ]
    return Neighbourhood(nodes, edges, truncated)


def _aliases(nodes: Collection[int], distance: int) -> dict[int, tuple[Node, int]]:
    more = one_thing(nodes) - set(nodes)
    found = Node.objects.filter(pk__in=more) if more else ()
    return {row.pk: (row, distance) for row in found}


def _touching(
    workspace: Workspace, nodes: Collection[int], known: Collection[int], limit: int
) -> list[Claim]:
    touching = Q(subject__in=nodes) | Q(object__in=nodes)
    rows = Claim.objects.filter(touching, workspace=workspace, object__isnull=False)
    rows = rows.exclude(state__status__in=ENDED).exclude(pk__in=known)
    rows = rows.filter(state__isnull=False)
    related = rows.select_related("subject", "object", "predicate", "state")
    return list(related.order_by("-pk")[:limit])


def _ends(claims: Collection[Claim]) -> dict[int, Node]:
    found = {claim.subject.pk: claim.subject for claim in claims}
    return found | {claim.object.pk: claim.object for claim in claims if claim.object}


def _status(claim: Claim, evidence: Evidence) -> Status:
    status = Status(claim.state.status)
    if status == Status.admissible and not evidence.stands(claim.pk):
        return Status.unverified
    return status
