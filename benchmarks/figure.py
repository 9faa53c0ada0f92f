"""One figure: what was measured, beside the limit it should keep."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.db import connection


@dataclass(frozen=True)
class Options:
    """What is asked for: the store of a million too, so many minutes of load."""

    large: bool = False
    minutes: float = 0.5


@dataclass(frozen=True)
class Figure:
    """A measured number with its limit; `at_least` says which side is good."""

    name: str
    measured: float
    limit: float
    unit: str = ""
    at_least: bool = False

    @property
    def met(self) -> bool:
        """Whether the limit is kept."""
        if self.at_least:
            return self.measured >= self.limit
        return self.measured <= self.limit

    def line(self) -> str:
        """The figure as a line of text."""
        sign = "≥" if self.at_least else "≤"
        verdict = "ok" if self.met else "MISSED"
        return (
            f"{self.name:<72} {self.measured:>9.2f} {self.unit:<3}"
            f" limit {sign} {self.limit:g} {verdict}"
        )


def milliseconds(act: Callable[[], object], *, times: int) -> list[float]:
    """How long each of several calls took, in ms."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        act()
        taken.append((time.perf_counter() - start) * 1000)
    return taken


def mean(taken: list[float]) -> float:
    """The mean, for what the system counts in coarse steps."""
    return statistics.fmean(taken)


def median(taken: list[float]) -> float:
    """The middle of some times."""
    return statistics.median(taken)


def p95(taken: list[float]) -> float:
    """The 95th percentile of some times."""
    return statistics.quantiles(taken, n=20, method="inclusive")[-1]


def p99(taken: list[float]) -> float:
    """The 99th percentile of some times."""
    return statistics.quantiles(taken, n=100, method="inclusive")[-1]


def processor(act: Callable[[], object], *, times: int) -> list[float]:
    """How long each of several calls kept a processor busy, here and in the database.

    In ms; unlike the time that passes, it does not grow with what else runs.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    busy = Path(f"/proc/{backend}/schedstat")
    taken = []
    for _ in range(times):
        here, there = time.process_time_ns(), _nanoseconds(busy)
        act()
        spent = time.process_time_ns() - here + _nanoseconds(busy) - there
        taken.append(spent / 1e6)
    return taken


def _nanoseconds(schedstat: Path) -> int:
    return int(schedstat.read_text().split()[0])
