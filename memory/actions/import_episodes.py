"""Import many episodes: taken in by one request, recorded one by one by workers."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import batched

from django.db import transaction

from memory.actions.work import Lease, finish, hold
from memory.models import (
    Actor,
    ApiKey,
    LineState,
    Operation,
    OperationKind,
    OperationLine,
    Work,
    WorkKind,
    Workspace,
)
from memory.rules.entry import EpisodeEntry, entry_from_json, entry_to_json
from memory.rules.refused import Refused
from memory.steps.episode import record_entry

# Lines that are written at once, so that no body is ever held whole.
BATCH = 100


@dataclass(frozen=True)
class Line:
    """A line of the body by its number, read or refused."""

    position: int
    read: EpisodeEntry | Refused


@transaction.atomic(durable=True)
def import_episodes(
    *,
    workspace: Workspace,
    lines: Iterable[Line],
    key: ApiKey,
    now: datetime.datetime,
) -> Operation:
    """Keep every line and queue the work on them.

    Keeps true: all lines or none; a refused line is kept as a failure and spares the
    others.
    """
    operation = Operation.objects.create(
        workspace=workspace,
        kind=OperationKind.IMPORT_EPISODES,
        key=key,
        created_at=now,
    )
    for some in batched(lines, BATCH):
        OperationLine.objects.bulk_create(_row(operation, line) for line in some)
    Work.objects.create(
        workspace=workspace,
        kind=WorkKind.IMPORT,
        operation=operation,
        due_at=now,
        created_at=now,
    )
    return operation


@transaction.atomic(durable=True)
def import_next(*, lease: Lease, now: datetime.datetime) -> bool:
    """Record the next line of the leased import; false when there was none left.

    Keeps true: an episode and its line's outcome are written together, so that a
    worker that takes over records nothing twice and leaves nothing out. Raises
    LeaseLost when another run has the work.
    """
    work = hold(lease)
    assert work.operation is not None
    assert work.operation.key is not None
    waiting = work.operation.lines.filter(state=LineState.WAITING)
    line = waiting.order_by("position").first()
    if line is None:
        finish(work, now)
        return False
    _take(line, work.operation.key, now)
    return True


def _take(line: OperationLine, key: ApiKey, now: datetime.datetime) -> None:
    assert line.sent is not None
    entry = entry_from_json(line.sent)
    by = Actor(member=key.membership, agent=key.agent)
    try:
        with transaction.atomic():
            made = record_entry(line.workspace, entry, by, key, now)
        line.state = LineState.RECORDED if made.created else LineState.KNOWN
    except Refused as no:
        line.state, line.code, line.message = LineState.FAILED, no.code, _said(no)
    line.sent = None
    line.save(update_fields=["state", "code", "message", "sent"])


def _row(operation: Operation, line: Line) -> OperationLine:
    row = OperationLine(
        workspace=operation.workspace, operation=operation, position=line.position
    )
    if isinstance(line.read, Refused):
        row.state, row.code = LineState.FAILED, line.read.code
        row.message = _said(line.read)
    else:
        row.sent = entry_to_json(line.read)
    return row


def _said(no: Refused) -> str:
    """The words for people, after the field at fault."""
    return f"{no.field}: {no.message}" if no.field else no.message
