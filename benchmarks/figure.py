"""One figure: what was measured, beside the limit it should keep."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured number with its limit; `at_least` says which side is good."""

    name: str
    measured: float
    limit: float
    unit: str
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
        verdict = "met" if self.met else "MISSED"
        return (
            f"{self.name:<64} {self.measured:>9.2f} {self.unit:<3}"
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


def median(taken: list[float]) -> float:
    """The middle of some times."""
    return statistics.median(taken)


def p95(taken: list[float]) -> float:
    """The 95th percentile of some times."""
    return statistics.quantiles(taken, n=20, method="inclusive")[-1]
