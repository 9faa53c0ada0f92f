"""Retract what touches too much to wait for: taken in here, carried out by a worker."""

import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Min

from memory.actions.work import Lease, finish, hold
from memory.models import (
    Actor,
    Agent,
    ApiKey,
    LineState,
    Membership,
    Operation,
    OperationKind,
    OperationLine,
    Work,
    WorkKind,
    Workspace,
    WorkState,
)
from memory.queries.operations import retracting
from memory.rules.refused import Refused
from memory.steps.locks import queue_retractions
from memory.steps.retracting import carry_out
from memory.steps.retraction_scope import (
    Said,
    Target,
    given_reason,
    known_kind,
    scope_of,
)

AHEAD = datetime.timedelta(microseconds=1)


@transaction.atomic(durable=True)
def retract_later(  # noqa: PLR0913
    *,
    workspace: Workspace,
    target: Target,
    kind: str,
    reason: str,
    by: Actor,
    now: datetime.datetime,
    note: str = "",
    replacement: UUID | None = None,
    key: ApiKey | None = None,
    seen: str = "",
) -> Operation:
    """Keep what is to be retracted and queue the work on it, before all that waits.

    Keeps true: what is under way is not queued again; whoever asks for it is given its
    operation. Where `seen` is the fingerprint of a preview, the worker refuses to do
    anything else than what was previewed.
    """
    said = Said(known_kind(kind), given_reason(reason), note, replacement)
    scope_of(workspace, target, said)
    queue_retractions(workspace)
    known = retracting(workspace, target.named(), said.kind)
    if known is not None:
        return known
    operation = Operation.objects.create(
        workspace=workspace, kind=OperationKind.RETRACT, key=key, created_at=now
    )
    OperationLine.objects.create(
        workspace=workspace,
        operation=operation,
        position=0,
        sent=_sent(target, said, by, seen),
    )
    Work.objects.create(
        workspace=workspace,
        kind=WorkKind.RETRACT,
        operation=operation,
        due_at=_first(now),
        created_at=now,
    )
    return operation


@transaction.atomic(durable=True)
def retract_queued(*, lease: Lease, now: datetime.datetime) -> None:
    """Carry out the leased retraction and end its work.

    Keeps true: one transaction, so that a worker that takes over finds all of it done
    or nothing. Raises LeaseLost when another run has the work.
    """
    work = hold(lease)
    assert work.operation is not None
    line = work.operation.lines.filter(state=LineState.WAITING).first()
    # Without a line its words were erased.
    if line is not None:
        _take(work.operation, line, now)
    finish(work, now)


def _take(operation: Operation, line: OperationLine, now: datetime.datetime) -> None:
    sent: Any = line.sent
    try:
        with transaction.atomic():
            found = carry_out(
                operation.workspace,
                Target.of(sent["target"]),
                _said(sent),
                _by(sent),
                now,
                seen=sent["seen"],
            )
        line.state = LineState.RECORDED if found.created else LineState.KNOWN
        operation.retraction = found.retraction
        operation.save(update_fields=["retraction"])
    except Refused as no:
        line.state, line.code, line.message = LineState.FAILED, no.code, no.message
    line.sent = None
    line.save(update_fields=["state", "code", "message", "sent"])


def _first(now: datetime.datetime) -> datetime.datetime:
    """Due before whatever waits: until it is done, all of it is relied on."""
    waiting = Work.objects.filter(state=WorkState.QUEUED, due_at__lte=now)
    oldest = waiting.aggregate(at=Min("due_at"))["at"]
    return now if oldest is None else oldest - AHEAD


def _sent(target: Target, said: Said, by: Actor, seen: str) -> dict[str, Any]:
    return {
        "target": target.named(),
        "kind": said.kind,
        "reason": said.reason,
        "note": said.note,
        "replacement": str(said.replacement) if said.replacement else None,
        "member": by.member.pk if by.member else None,
        "agent": by.agent.pk if by.agent else None,
        "policy": by.policy,
        "seen": seen,
    }


def _said(sent: Any) -> Said:
    other = UUID(sent["replacement"]) if sent["replacement"] else None
    return Said(known_kind(sent["kind"]), sent["reason"], sent["note"], other)


def _by(sent: Any) -> Actor:
    return Actor(
        member=Membership.objects.filter(pk=sent["member"]).first(),
        agent=Agent.objects.filter(pk=sent["agent"]).first(),
        policy=sent["policy"],
    )
