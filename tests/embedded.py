"""Starts PostgreSQL and Valkey for a test run, before Django reads its settings.

One server of each a run, shared by parallel workers, which find it through the
environment that they inherit; each worker has a database of its own there.
"""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from config.embedded import THROWAWAY, postgres, valkey
from config.lock import hold
from config.places import socket_folder
from config.supervisor import Supervisor

if IS_LEADER := "PYTEST_XDIST_WORKER" not in os.environ:
    folder = tempfile.mkdtemp(prefix="warrant-tests-")
    # The servers' account has to reach its own folders in there.
    os.chmod(folder, 0o711)
    os.environ["WARRANT_DATA"] = folder
    Path(folder, "static").mkdir()

servers = Supervisor()


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Servers for what the environment does not name; none in a parallel worker."""
    if not IS_LEADER:
        return
    held = hold(Path(os.environ["WARRANT_DATA"]), lambda: False)
    if not os.environ.get("DATABASE_URL"):
        servers.start(postgres(held, THROWAWAY))
    if not os.environ.get("REDIS_URL"):
        servers.start(valkey(held))


def pytest_unconfigure() -> None:
    """Stops them and removes what they wrote."""
    if not IS_LEADER:
        return
    servers.stop_all()
    data = Path(os.environ["WARRANT_DATA"])
    for written in (socket_folder(data), data):
        shutil.rmtree(written, ignore_errors=True)
