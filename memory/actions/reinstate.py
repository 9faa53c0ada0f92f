"""Reinstate what was retracted."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from memory.models import (
    Action,
    Actor,
    AffectedClaim,
    Decision,
    Retraction,
    Workspace,
)
from memory.queries.closure import affected
from memory.rules.refused import Missing, Refused
from memory.steps.locks import own_workspace
from memory.steps.passes import MARKED, Pass, kept
from memory.steps.restore import come_back, weigh_now
from memory.steps.resupersede import supersede_again
from memory.steps.retraction import give_back, reinstatable
from memory.steps.second_opinion import seconded
from memory.steps.status import Cause, decide


@dataclass(frozen=True)
class Reinstated:
    """The record, and what its reinstatement touched.

    `decision` is none while a second person has to agree; `created` is false when it
    was reinstated before.
    """

    retraction: Retraction
    decision: Decision | None
    passed: Pass
    created: bool


@transaction.atomic(durable=True)
def reinstate(
    *,
    workspace: Workspace,
    retraction: UUID,
    reason: str,
    by: Actor,
    now: datetime.datetime,
    dry_run: bool = False,
) -> Reinstated:
    """Rely again on everything that one act of retraction took away.

    Keeps true: what the act alone had disputed returns to the very status it had,
    unless a person has settled it since; what another retraction hit too stays
    disputed. A second call changes nothing and gives the first one's answer.
    """
    own_workspace(workspace)
    rows = Retraction.objects.filter(workspace=workspace, uid=retraction)
    row = rows.select_related("decision", "reinstated_by").first()
    if row is None:
        raise Missing("retraction")
    if row.reinstated_by is not None:
        return Reinstated(row, row.reinstated_by, kept(row.reinstated_by), False)
    if not reason.strip():
        raise Refused("reason_required", "A reinstatement says why.", field="reason")
    if not dry_run and not _may(workspace, row, by, now):
        return Reinstated(row, None, Pass(), created=True)
    found = carry_out(row, reason, by, now)
    transaction.set_rollback(dry_run)
    return found


def carry_out(
    row: Retraction, reason: str, by: Actor, now: datetime.datetime
) -> Reinstated:
    """Write it; needs the exclusive workspace lock."""
    undone = row.decision
    back = reinstatable(undone)
    before = weigh_now(affected(back))
    decision = decide(
        row.workspace, action=Action.REINSTATE, by=by, now=now, note=reason.strip()
    )
    give_back(decision, undone)
    cause = Cause("decision", decision.uid)
    passed = come_back(decision, cause, back, before=before, hit=_marked(undone))
    supersede_again(decision, passed)
    return Reinstated(row, decision, passed, created=True)


def _marked(decision: Decision) -> frozenset[int]:
    rows = AffectedClaim.objects.filter(decision=decision, effect__in=MARKED)
    return frozenset(rows.values_list("claim_id", flat=True))


def _may(
    workspace: Workspace, row: Retraction, by: Actor, now: datetime.datetime
) -> bool:
    return seconded(
        workspace,
        about=row.uid,
        version=1,
        action=Action.REINSTATE,
        impact=len(_marked(row.decision)),
        by=by,
        now=now,
    )
