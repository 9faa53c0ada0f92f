"""One run at a time on a data folder, its last server included."""

import fcntl
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Held:
    """The lock on a data folder: a file descriptor that the servers keep open too."""

    data: Path
    descriptor: int


def hold(data: Path, wait: Callable[[], bool]) -> Held:
    """Takes the data folder for this process and the servers that inherit the lock.

    It is free once the last server has ended, so a `postmaster.pid` found then is
    stale whatever process its number belongs to now. While the servers of a run that
    was killed still end, `wait` is called; False ends the wait.
    """
    data.mkdir(mode=0o755, parents=True, exist_ok=True)
    descriptor = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    while not locked(descriptor):
        owner = os.pread(descriptor, 20, 0).decode("ascii")
        if runs(owner) or not wait():
            raise SystemExit(
                f"warrant: already running on {data} (process {owner}): stop that one, "
                "or set WARRANT_DATA to another folder"
            )
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, str(os.getpid()).encode("ascii"), 0)
    (data / "postgres" / "postmaster.pid").unlink(missing_ok=True)
    return Held(data, descriptor)


def locked(descriptor: int) -> bool:
    """True if the lock is ours now."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def runs(owner: str) -> bool:
    """True if the process that took the lock is still there."""
    try:
        os.kill(int(owner), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True
