"""Check a long text: taken in by one request, checked piece by piece by workers."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Substr

from memory.actions.work import Lease, finish, hold
from memory.classifier.check import RULES_VERSION, Report, pieces
from memory.models import (
    Actor,
    ApiKey,
    CheckedText,
    LineState,
    Operation,
    OperationKind,
    OperationLine,
    Work,
    WorkKind,
    Workspace,
)
from memory.rules.digest import text_digest
from memory.steps.findings import write_findings

# So much is checked between two reports of progress, in characters.
PIECE = 16 * 1024
LONGEST = 2_000_000
# More positions than a piece has findings.
POSITIONS = 10_000


@dataclass(frozen=True)
class Piece:
    """A piece of a long text that waits: where it starts, and its words."""

    line: int
    position: int
    start: int
    text: str


@transaction.atomic(durable=True)
def check_document(
    *,
    workspace: Workspace,
    text: str,
    key: ApiKey | None,
    by: Actor,
    now: datetime.datetime,
) -> CheckedText:
    """Keep a long text and queue the work on its pieces.

    Keeps true: the same text under the same rules is checked once; the row's operation
    tells how far that is.
    """
    made = CheckedText(
        workspace=workspace,
        digest=text_digest(text),
        rules_version=RULES_VERSION,
        checked_at=now,
    )
    CheckedText.objects.bulk_create([made], ignore_conflicts=True)
    rows = CheckedText.objects.defer("text").select_for_update()
    row = rows.get(workspace=workspace, digest=made.digest, rules_version=RULES_VERSION)
    if row.operation_id is None:
        row.text = text
        row.operation = _begin(workspace, text, key, now)
        row.save(update_fields=["text", "operation"])
    return row


def _begin(
    workspace: Workspace, text: str, key: ApiKey | None, now: datetime.datetime
) -> Operation:
    operation = Operation.objects.create(
        workspace=workspace, kind=OperationKind.CHECK_TEXT, key=key, created_at=now
    )
    OperationLine.objects.bulk_create(
        OperationLine(
            workspace=workspace,
            operation=operation,
            position=position,
            sent={"start": start, "end": start + len(piece)},
        )
        for position, (start, piece) in enumerate(pieces(text, PIECE))
    )
    Work.objects.create(
        workspace=workspace,
        kind=WorkKind.CHECK,
        operation=operation,
        due_at=now,
        created_at=now,
    )
    return operation


def next_piece(operation: Operation) -> Piece | None:
    """The next piece that waits; only its words are read, however long the text is."""
    waiting = operation.lines.filter(state=LineState.WAITING)
    line = waiting.order_by("position").first()
    if line is None or line.sent is None:
        return None
    start, end = line.sent["start"], line.sent["end"]
    words = CheckedText.objects.filter(operation=operation).values_list(
        Substr("text", Value(start + 1), Value(end - start)), flat=True
    )
    return Piece(line.pk, line.position, start, words.get())


@transaction.atomic(durable=True)
def keep_piece(*, lease: Lease, piece: Piece, report: Report) -> None:
    """Keep what was found in a piece and that it is done.

    Keeps true: a worker that takes over checks nothing twice and leaves nothing out;
    of a text that was erased meanwhile nothing is kept. Raises LeaseLost when another
    run has the work.
    """
    work = hold(lease)
    rows = CheckedText.objects.defer("text")
    text = rows.select_for_update().get(operation=work.operation)
    if rows.filter(pk=text.pk).exclude(text="").exists():
        first = piece.position * POSITIONS
        found = report.findings[:POSITIONS]
        write_findings(text, piece.text, piece.start, found, first=first)
        text.triggered = _together(text.triggered, report.triggered)
        text.complete = text.complete and report.complete
        text.save(update_fields=["triggered", "complete"])
    OperationLine.objects.filter(pk=piece.line).update(
        state=LineState.RECORDED, sent=None
    )


@transaction.atomic(durable=True)
def finish_document(*, lease: Lease, now: datetime.datetime) -> None:
    """End the work of a text whose pieces are all done."""
    finish(hold(lease), now)


def _together(before: Sequence[str], more: Sequence[str]) -> list[str]:
    return list(dict.fromkeys([*before, *more]))
