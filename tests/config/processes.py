"""What tests ask the operating system about processes."""

import os
import time
from collections.abc import Callable
from pathlib import Path


def group(leader: int) -> set[int]:
    """The living processes of a process group; those only waiting to be reaped not."""
    found = set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state, _, member_of = (
                (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            )
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(member_of) == leader and state != "Z":
            found.add(int(entry.name))
    return found


def children(parent: int) -> set[int]:
    """The processes that one has started itself."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, above = entry.read_text().rpartition(")")[2].split()[:2]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(above) == parent:
            found.add(int(entry.parent.name))
    return found


def within(seconds: float, true: Callable[[], bool]) -> bool:
    """Whether it becomes true in that time."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def alive(pid: int) -> bool:
    """Whether the process runs; one that only waits to be reaped does not."""
    try:
        os.kill(pid, 0)
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False


def patience(seconds: float = 10) -> Callable[[], bool]:
    """Waits a moment at each call, and answers whether there is time for another."""
    end = time.monotonic() + seconds

    def wait() -> bool:
        time.sleep(0.02)
        return time.monotonic() < end

    return wait
