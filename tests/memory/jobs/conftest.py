"""A broker, a beat and workers of their own, on the database of the tests."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded import valkey
from config.lock import hold
from config.places import socket_folder
from config.supervisor import Supervisor
from tests.memory.jobs.plant import WORKER, Plant, Start, address


@pytest.fixture(scope="module")
def plant(django_db_setup: None) -> Iterator[Plant]:
    """A broker of this module's own, and a beat that rings on it."""
    data = Path(os.environ["WARRANT_DATA"]) / f"plant-{os.getpid()}"
    held = hold(data, lambda: False)
    servers = Supervisor()
    servers.start(valkey(held))
    beat = Plant(data, address())
    beat.start("beat", f"--schedule={data / 'beat'}", "--pidfile=")
    yield Plant(data, address(), servers)
    beat.stop()
    servers.stop_all()
    subprocess.run(["rm", "-rf", data, socket_folder(data)], check=True)


@pytest.fixture
def work(plant: Plant, transactional_db: None) -> Iterator[Start]:
    """Starts a worker with two pool children; it is killed when the test ends."""

    def start() -> subprocess.Popen[bytes]:
        return plant.start(*WORKER)

    yield start
    plant.stop()
