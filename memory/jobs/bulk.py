"""Records the lines of an import, a stretch at a time."""

import time

from memory.actions.import_episodes import import_next
from memory.actions.work import Lease, postpone
from memory.queries.clock import database_now

# So long one import keeps a worker; then it queues behind what waits.
STRETCH = 5.0


def run_import(lease: Lease, *, seconds: float = STRETCH) -> None:
    """Record lines until none is left or time has run out; then queue the rest.

    A worker that is killed leaves its lease, and the next one goes on after the last
    line that was recorded.
    """
    deadline = time.monotonic() + seconds
    while import_next(lease=lease, now=database_now()):
        if time.monotonic() > deadline:
            postpone(lease=lease, reason="", until=database_now())
            return
