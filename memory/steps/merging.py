"""Makes nodes count as one and takes that back; no row that names them is touched."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import F, Q

from memory.models import (
    Claim,
    Conflict,
    ConflictState,
    Decision,
    Distinction,
    Merge,
    Node,
    Workspace,
)
from memory.queries.canonical import canonical, one_thing
from memory.queries.contradictions import contradictions
from memory.rules.lifecycle import ENDED
from memory.rules.refused import Missing, Refused
from memory.steps.conflict import note_conflicts
from memory.steps.events import tell_of
from memory.steps.locks import own_workspace

SOURCE = "source"


def lock_pair(workspace: Workspace, one: UUID, other: UUID) -> tuple[Node, Node]:
    """Two different entities of a workspace with all their aliases, locked in id order.

    Keeps true: of two merges that would make a circle, or that name one node, the
    later sees the earlier, and so does whoever writes a claim at these nodes.
    """
    own_workspace(workspace)
    found = {
        row.uid: row
        for row in Node.objects.filter(workspace=workspace, uid__in=[one, other])
    }
    if one not in found or other not in found:
        raise Missing("node")
    if one == other:
        raise Refused("same_node", "A node is one with itself already.", field="into")
    if SOURCE in {row.kind for row in found.values()}:
        raise Refused("source_node", "Sources are told apart by their address.")
    _lock([row.pk for row in found.values()])
    return found[one], found[other]


def _lock(nodes: Collection[int]) -> None:
    rows = Node.objects.filter(pk__in=one_thing(nodes)).order_by("pk")
    list(rows.select_for_update(no_key=True).values_list("pk"))


def join(decision: Decision, node: Node, into: Node) -> Merge:
    """Let `node` count as `into`; what cannot both hold now becomes a conflict."""
    _refuse_joined(node, into)
    merge = Merge.objects.create(
        workspace=decision.workspace, node=node, into=into, decision=decision
    )
    _reconcile(decision, merge)
    tell_of(decision.workspace, "nodes_merged", [merge.uid], decision.at)
    return merge


def _refuse_joined(node: Node, into: Node) -> None:
    ends = canonical([node.pk, into.pk])
    if ends[node.pk] == ends[into.pk]:
        raise Refused("already_one", f"{node} and {into} count as one already.")
    if ends[node.pk] != node.pk:
        raise Refused(
            "already_merged",
            f"{node} counts as another node already.",
            hint="Undo that merge, or merge the node that it counts as.",
        )


def tell_apart(decision: Decision, one: Node, other: Node) -> Distinction:
    """Keep that two nodes are two things."""
    first, second = sorted((one, other), key=lambda node: node.pk)
    ends = canonical([first.pk, second.pk])
    if ends[first.pk] == ends[second.pk]:
        raise Refused("already_one", f"{one} and {other} count as one.")
    if distinction(first, second) is not None:
        raise Refused("declared_distinct", f"{one} and {other} were told apart before.")
    return Distinction.objects.create(
        workspace=decision.workspace, first=first, second=second, decision=decision
    )


def distinction(one: Node, other: Node) -> Distinction | None:
    """The record in force that two nodes are two things."""
    pair = sorted((one.pk, other.pk))
    rows = Distinction.objects.filter(first=pair[0], second=pair[1], undone_by=None)
    return rows.first()


def part(written: Decision, undone: Decision) -> None:
    """Turn round the merges and distinctions of a decision and of its undoing."""
    again = list(Merge.objects.filter(undone_by=undone).select_related("node", "into"))
    apart = list(Distinction.objects.filter(undone_by=undone))
    for merge in Merge.objects.filter(decision=undone, undone_by=None):
        _part(written, merge)
    Distinction.objects.filter(decision=undone, undone_by=None).update(
        undone_by=written
    )
    for merge in again:
        _lock([merge.node_id, merge.into_id])
        join(written, merge.node, merge.into)
    for row in apart:
        tell_apart(written, row.first, row.second)


def _part(written: Decision, merge: Merge) -> None:
    _lock([merge.node_id])
    merge.undone_by = written
    merge.save(update_fields=["undone_by"])
    _reconcile(written, merge)
    tell_of(written.workspace, "nodes_parted", [merge.uid], written.at)


def _reconcile(decision: Decision, merge: Merge) -> None:
    """Open the conflicts that a merge or its end brings, settle those it ends."""
    one = _claims(one_thing([merge.node_id]))
    other = _claims(one_thing([merge.into_id]))
    note_conflicts(decision.workspace, one, decision.at)
    across = Q(first__in=one, second__in=other) | Q(first__in=other, second__in=one)
    waiting = Conflict.objects.filter(across).exclude(state=ConflictState.SETTLED)
    real = {(each.first, each.second) for each in contradictions(one)}
    ended = [x.pk for x in waiting if (x.first_id, x.second_id) not in real]
    Conflict.objects.filter(pk__in=ended).update(
        state=ConflictState.SETTLED, settled_by=decision, version=F("version") + 1
    )


def _claims(nodes: Collection[int]) -> list[int]:
    """Claims at some nodes that have not ended."""
    touching = Q(subject__in=nodes) | Q(object__in=nodes)
    ended = [status.value for status in ENDED]
    rows = Claim.objects.filter(touching).exclude(state__status__in=ended)
    return list(rows.values_list("pk", flat=True))
