"""Checks the pieces of a long text, a stretch at a time."""

import time

from memory.actions.check_document import finish_document, keep_piece, next_piece
from memory.actions.work import Lease, postpone
from memory.classifier.check import check_text
from memory.models import Operation
from memory.queries.clock import database_now

# So long one text keeps a worker; then it queues behind what waits.
STRETCH = 5.0


def run_check(lease: Lease, operation: Operation, *, seconds: float = STRETCH) -> None:
    """Check pieces until none is left or time has run out; then queue the rest.

    No more than a piece is held at a time. No model is asked: a long text would be
    half judged at best.
    """
    deadline = time.monotonic() + seconds
    while (piece := next_piece(operation)) is not None:
        keep_piece(lease=lease, piece=piece, report=check_text(piece.text))
        if time.monotonic() > deadline:
            postpone(lease=lease, reason="", until=database_now())
            return
    finish_document(lease=lease, now=database_now())
