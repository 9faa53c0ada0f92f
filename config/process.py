"""One child process that cannot outlive this one."""

import contextlib
import ctypes
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from signal import SIGKILL, SIGTERM, Signals

SET_PARENT_DEATH_SIGNAL = 1
_libc = ctypes.CDLL(None)


def always() -> bool:
    """The answer of a program that is ready as soon as it runs."""
    return True


@dataclass(frozen=True)
class Program:
    """What to run, how to stop it in order, and what ends it if its parent dies."""

    name: str
    command: tuple[str, ...]
    stop: Signals = SIGTERM
    orphan: Signals = SIGTERM
    ready: Callable[[], bool] = always
    log: Path | None = None
    environment: Mapping[str, str] | None = None
    keep_open: tuple[int, ...] = ()


def die_with_parent(signal: int, parent: int) -> None:
    """Runs in the child: asks Linux for the signal, and ends if it is too late."""
    if sys.platform == "linux":
        _libc.prctl(SET_PARENT_DEATH_SIGNAL, signal)
        if os.getppid() != parent:
            os._exit(1)


def spawn(program: Program) -> subprocess.Popen[bytes]:
    """Starts the program in a process group of its own; call from the main thread.

    Its own group, since Ctrl-C in a terminal reaches the whole group at once and the
    database has to stop last. The main thread, since the signal of a parent's death
    is sent when the thread that started the child ends.
    """
    log = program.log.open("ab") if program.log else None
    try:
        return subprocess.Popen(
            program.command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT if log else None,
            env=program.environment,
            pass_fds=program.keep_open,
            process_group=0,
            preexec_fn=partial(die_with_parent, program.orphan, os.getpid()),
        )
    finally:
        if log:
            log.close()


def stop(process: subprocess.Popen[bytes], signal: Signals, patience: float) -> None:
    """Asks the process to end, waits `patience` seconds, then kills its group."""
    if process.poll() is None:
        process.send_signal(signal)
    try:
        process.wait(timeout=patience)
    except subprocess.TimeoutExpired:
        pass
    finally:
        kill_group(process)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Ends whatever the process has left behind in its group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, SIGKILL)
    process.wait()
