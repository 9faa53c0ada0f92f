"""One of those that are compared: asked in rounds, here or in a process of its own."""

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.figure import median
from config.embedded import ENVIRONMENT

# No variable of the user's reaches them, a proxy least of all; they tell nobody.
SILENT = {"MEM0_TELEMETRY": "False", "GRAPHITI_TELEMETRY_ENABLED": "false"}


@dataclass
class Side:
    """Its rounds; the first is a warm-up and left out."""

    name: str
    ask: Callable[[], dict[str, Any]]
    rounds: list[dict[str, Any]] = field(default_factory=list)

    def run(self) -> None:
        """Ask every query once more."""
        self.rounds.append(self.ask())

    @property
    def p50(self) -> float:
        """The middle of its times, in ms."""
        return median([ms for each in self.rounds[1:] for ms in each["taken"]])

    def share_of(self, nearest: Sequence[set[str]]) -> float:
        """How much of what lies nearest is among what was found."""
        found = self.rounds[-1]["found"]
        right = sum(len(near & set(x)) for near, x in zip(nearest, found, strict=True))
        return right / sum(map(len, nearest))


@contextmanager
def rival(python: str, name: str, folder: Path, *more: str) -> Iterator[Side]:
    """A rival that has stored all items; it ends when its standard input does."""
    module = f"benchmarks.rivals.{name.lower()}"
    process = subprocess.Popen(
        [python, "-m", module, str(folder), *more],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=ENVIRONMENT
        | SILENT
        | {"HOME": str(folder), "MEM0_DIR": str(folder / name), "TMPDIR": str(folder)},
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    sent, told = process.stdin, process.stdout

    def ask() -> dict[str, Any]:
        sent.write("\n")
        sent.flush()
        return _read(told.readline())

    def _read(line: str) -> dict[str, Any]:
        if not line:
            raise SystemExit(f"warrant: {name} ended with exit code {process.wait()}")
        told: dict[str, Any] = json.loads(line)
        return told

    try:
        _read(told.readline())
        yield Side(name, ask)
    finally:
        sent.close()
        try:
            process.wait(timeout=60)
        finally:
            process.kill()
