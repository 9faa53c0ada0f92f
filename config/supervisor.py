"""Keeps child processes running, and ends every one of them when it ends."""

import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType, TracebackType
from typing import Self

from config.process import Program, kill_group, spawn, stop

TICK = 0.05
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LONGEST_PAUSE = 30.0
STEADY = 60.0


class Stopped(SystemExit):
    """The end that somebody asked for: no failure, unless it comes with a text."""


def say(line: str) -> None:
    """One line to whoever watches."""
    print(f"warrant: {line}", flush=True)  # noqa: T201


@dataclass
class Running:
    """A program's process; times in seconds of the monotonic clock."""

    program: Program
    process: subprocess.Popen[bytes]
    since: float
    failures: int = 0
    due: float | None = None

    def tend(self, now: float) -> None:
        """Starts the program again if it has ended, later after each failure."""
        if self.due is None and self.process.poll() is not None:
            kill_group(self.process)
            self.failures = 0 if now - self.since > STEADY else self.failures
            pause = min(2.0**self.failures, LONGEST_PAUSE)
            self.failures, self.due = self.failures + 1, now + pause
            say(f"{self.program.name} {ending(self.process)}, again in {pause:.0f} s")
        if self.due is not None and now >= self.due:
            self.process, self.since, self.due = spawn(self.program), now, None


def ending(process: subprocess.Popen[bytes]) -> str:
    """How the process ended, in words."""
    code = process.returncode
    if code < 0:
        return f"ended by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"


@dataclass
class Supervisor:
    """Use as a context: leaving it stops the children, the last started first."""

    patience: float = 10.0
    children: list[Running] = field(default_factory=list)
    stopping: bool = False

    def __enter__(self) -> Self:
        for number in STOP_SIGNALS:
            signal.signal(number, self._ask)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop_all()

    def stop_all(self) -> None:
        """Stops every child in order, the last started first."""
        while self.children:
            child = self.children.pop()
            stop(child.process, child.program.stop, self.patience)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def pause(self) -> bool:
        """Waits one tick; ends the run if somebody has asked for it."""
        if self.stopping:
            raise Stopped
        time.sleep(TICK)
        return True

    def start(self, program: Program, seconds: float = 60.0) -> None:
        """Starts the program and returns once it is ready."""
        process = spawn(program)
        self.children.append(Running(program, process, time.monotonic()))
        self._wait(program.name, process, program.ready, seconds)

    def once(self, program: Program, seconds: float = 600.0) -> None:
        """Runs the program to its end; a failure ends the run."""
        process = spawn(program)
        try:
            while process.poll() is None:
                self.pause()
        finally:
            stop(process, program.stop, self.patience)
        if process.returncode:
            raise Stopped(f"warrant: {program.name} {ending(process)}")

    def _wait(
        self,
        name: str,
        process: subprocess.Popen[bytes],
        ready: Callable[[], bool],
        seconds: float,
    ) -> None:
        end = time.monotonic() + seconds
        while not ready():
            if process.poll() is not None:
                raise Stopped(f"warrant: {name} {ending(process)} before it was ready")
            if time.monotonic() > end:
                raise Stopped(f"warrant: {name} was not ready after {seconds:.0f} s")
            self.pause()

    def watch(self) -> None:
        """Restarts what ends, until somebody asks for the end."""
        while not self.stopping:
            now = time.monotonic()
            for child in self.children:
                child.tend(now)
            time.sleep(TICK)
