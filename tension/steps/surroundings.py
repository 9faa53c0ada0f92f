"""Looks again at what lies around a change of the graph, or around a tension."""

import datetime
from collections.abc import Collection

from django.conf import settings
from django.db.models import Q

from memory.models import Claim, Node
from memory.queries.canonical import kin
from memory.rules.lifecycle import Status
from tension.models import Anchor, Collision, Tension
from tension.queries.meetings import meetings, ring
from tension.queries.work import Piece, claims_as_work, work_at
from tension.rules.meeting import REACH
from tension.rules.states import UNRESOLVED
from tension.steps.meetings import meet, recheck


def claims_changed(
    workspace: int, claims: Collection[int], now: datetime.datetime
) -> None:
    """After claims were made, or left or entered a status: their own meetings, those
    that lead over them, and those that may lead over them now.
    """
    rows = list(Claim.objects.filter(pk__in=claims).select_related("state"))
    ends = {end for row in rows for end in (row.subject_id, row.object_id) if end}
    here = Collision.objects.filter(workspace=workspace)
    over = Q(claims__overlap=[row.pk for row in rows])
    own = Q(trigger_uid__in=[row.uid for row in rows])
    recheck(workspace, here.filter(over | own | Q(path__overlap=_hubs(ends))))
    edges = {
        end
        for row in rows
        if row.object_id is not None and row.state.status == Status.admissible
        for end in (row.subject_id, row.object_id)
    }
    pieces = claims_as_work([row.pk for row in rows])
    meet(workspace, [*pieces, *_near_edges(workspace, edges)], now)


def nodes_merged(
    workspace: int, nodes: Collection[int], now: datetime.datetime
) -> None:
    """After nodes came to count as one, or no longer do."""
    group = sorted({alias for found in kin(nodes).values() for alias in found})
    here = Collision.objects.filter(workspace=workspace, path__overlap=group)
    recheck(workspace, here)
    meet(workspace, _work_around(workspace, group, _earliest(workspace)), now)


def search(tension: Tension, now: datetime.datetime) -> None:
    """Find what is near an unresolved tension and news to it."""
    rows = Anchor.objects.filter(Q(tension=tension) | Q(tension__into=tension))
    nodes = set(rows.values_list("node_id", flat=True))
    pieces = _work_around(tension.workspace_id, nodes, tension.since)
    meet(tension.workspace_id, pieces, now, tensions=[tension.pk])


def _hubs(nodes: Collection[int]) -> list[int]:
    """Nodes that are hubs by now, with what counts as one with them.

    What became one has stopped being a stepping stone.
    """
    groups = kin(nodes)
    every = {alias for group in groups.values() for alias in group}
    degrees = dict(Node.objects.filter(pk__in=every).values_list("pk", "degree"))
    hub = settings.WARRANT_HUB_DEGREE
    large = [
        group for group in groups.values() if sum(degrees[x] for x in group) >= hub
    ]
    return sorted({alias for group in large for alias in group})


def _near_edges(workspace: int, ends: Collection[int]) -> list[Piece]:
    """Work at the nodes from which a path may lead over an edge with these ends.

    Hardly any edge is near a tension; where none is, nothing else is asked.
    """
    near = meetings(workspace, [(0, end) for end in sorted(ends)])
    if not near:
        return []
    rows = Tension.objects.filter(pk__in={each.tension for each in near})
    since = min(rows.values_list("since", flat=True))
    return work_at(workspace, ring(workspace, ends, 1, from_hubs=False), since)


def _work_around(
    workspace: int, nodes: Collection[int], since: datetime.datetime | None
) -> list[Piece]:
    if since is None:
        return []
    return work_at(workspace, ring(workspace, nodes, REACH, from_hubs=True), since)


def _earliest(workspace: int) -> datetime.datetime | None:
    rows = Tension.objects.filter(workspace=workspace, state__in=UNRESOLVED)
    return rows.order_by("since").values_list("since", flat=True).first()
