"""Listens to the memory until there is nothing more to hear."""

import time

from memory.queries.clock import database_now
from tension.actions.hear import hear
from tension.jobs.attend import attend_all

SECONDS = 60.0


def listen() -> None:
    """Take in events for at most a minute; what is left waits for the next ring."""
    end = time.monotonic() + SECONDS
    while hear(now=database_now()) and time.monotonic() < end:
        pass
    attend_all()
