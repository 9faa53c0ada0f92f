"""What happened to a claim, and what was decided in a workspace."""

import datetime
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from memory.models import Action, Claim, Decision, StatusEvent, Workspace
from memory.rules.lifecycle import Status
from memory.rules.refused import Missing

# What a decision is called where it is the cause of a status.
CAUSES = {
    Action.ADMIT: "episode",
    Action.PROMOTE: "promotion",
    Action.FIND_DANGLING: "sweep",
    Action.RESTORE: "sweep",
    Action.REVIVE: "revival",
}


def cause_kind(decision: Decision) -> str:
    """What a decision is called as the cause of a status."""
    return CAUSES.get(Action(decision.action), "decision")


def history(claim: Claim) -> QuerySet[StatusEvent]:
    """Every decision that touched a claim, oldest first."""
    rows = StatusEvent.objects.filter(claim=claim).select_related(
        "decision__by_member__user", "decision__by_agent", "decision__words"
    )
    more = rows.select_related("decision__undone_by", "decision__undoes")
    return more.order_by("id")


def status_at(claim: Claim, at: datetime.datetime) -> Status | None:
    """The recorded status of a claim at an instant; none before it was recorded."""
    event = StatusEvent.objects.filter(claim=claim, at__lte=at).order_by("id").last()
    return None if event is None else Status(event.after)


def decisions(workspace: Workspace) -> QuerySet[Decision]:
    """Decisions of a workspace, newest first."""
    rows = Decision.objects.filter(workspace=workspace).select_related(
        "by_member__user", "by_agent", "words", "undone_by", "undoes"
    )
    return rows.order_by("-id")


@dataclass(frozen=True)
class Extent:
    """What a decision did to its first few claims, and to how many in all."""

    first: Sequence[StatusEvent] = ()
    count: int = 0


def extents(decisions: Collection[int], most: int) -> dict[int, Extent]:
    """The first `most` events of each decision, in two statements.

    The cost follows what is told, but for the count of an index's entries.
    """
    with connection.cursor() as cursor:
        cursor.execute(EXTENTS, {"decisions": sorted(decisions), "most": most})
        found = {decision: (ids, count) for decision, ids, count in cursor.fetchall()}
    rows = StatusEvent.objects.select_related(
        "claim__subject", "claim__object", "claim__predicate"
    ).in_bulk([id_ for ids, _ in found.values() for id_ in ids])
    return {
        decision: Extent([rows[id_] for id_ in ids], count)
        for decision, (ids, count) in found.items()
    }


EXTENTS = """
SELECT asked.id, ARRAY(SELECT id FROM memory_statusevent
                       WHERE decision_id = asked.id ORDER BY id LIMIT %(most)s),
       (SELECT count(*) FROM memory_statusevent WHERE decision_id = asked.id)
FROM unnest(%(decisions)s::bigint[]) AS asked (id)
"""


def decision(workspace: Workspace, uid: UUID) -> Decision:
    """One decision of this workspace; raises Missing."""
    row = decisions(workspace).filter(uid=uid).first()
    if row is None:
        raise Missing("decision")
    return row


def latest_undoable(workspace: Workspace, member: int) -> UUID | None:
    """The person's own last decision that was not undone."""
    rows = Decision.objects.filter(workspace=workspace, by_member=member)
    return (
        rows.filter(undone_by=None)
        .exclude(action="undo")
        .order_by("-id")
        .values_list("uid", flat=True)
        .first()
    )
