"""Runs several writers at once, each with a connection of its own."""

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from django.db import connections

LONG = os.environ.get("WARRANT_TEST_LONG") == "1"


def rounds(full: int, normal: int) -> range:
    """How often a race is run: the full count where the long run was asked for."""
    return range(full if LONG else normal)


def at_once[Result](
    *acts: Callable[[], Result],
) -> list[Result | Exception]:
    """Start all acts at a barrier; gives what each returned or raised, in order."""
    barrier = threading.Barrier(len(acts))

    def run(act: Callable[[], Result]) -> Result:
        try:
            barrier.wait()
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        futures = [pool.submit(run, act) for act in acts]
    return [_outcome(future.result, future.exception()) for future in futures]


def _outcome[Result](
    result: Callable[[], Result], error: BaseException | None
) -> Result | Exception:
    if error is None:
        return result()
    assert isinstance(error, Exception)
    return error


def errors(outcomes: Sequence[object]) -> list[Exception]:
    """What was raised."""
    return [each for each in outcomes if isinstance(each, Exception)]
