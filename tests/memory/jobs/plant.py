"""Celery processes on the database of the tests and a broker of their own."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGKILL
from urllib.parse import quote

import redis
from django.db import connection
from kombu import Connection

from config.places import broker_url, redis_url
from config.process import Program, kill_group, spawn
from memory.tasks import run_work

CELERY = (sys.executable, "-m", "celery", "--quiet", "--app=config")
type Start = Callable[[], subprocess.Popen[bytes]]


@dataclass
class Plant:
    """Where the processes run, and those that still do."""

    data: Path
    database: str
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def sprung(self) -> Path:
        """The file that names the traps which no longer snap."""
        return self.data / "sprung"

    def broker(self) -> redis.Redis:
        """A client of the broker."""
        return redis.Redis.from_url(redis_url(self.data))

    def ring(self) -> None:
        """Tell the workers that there is work."""
        with Connection(broker_url(redis_url(self.data))) as broker:
            signature = run_work.signature()
            signature.apply_async(connection=broker)

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a Celery process in a group of its own."""
        environment = os.environ | {
            "DATABASE_URL": self.database,
            "REDIS_URL": redis_url(self.data),
            "TRAPS_SPRUNG": str(self.sprung),
        }
        program = Program(
            "celery",
            (*CELERY, *arguments),
            orphan=SIGKILL,
            environment=environment,
            log=self.data / "celery.log",
        )
        self.processes.append(spawn(program))
        return self.processes[-1]

    def stop(self) -> None:
        """Kill whatever runs."""
        while self.processes:
            kill_group(self.processes.pop())


def address() -> str:
    """The tests' database as an address."""
    given = {name: str(value) for name, value in connection.settings_dict.items()}
    host, port = quote(given["HOST"], safe=""), given["PORT"]
    secret = f"&password={quote(given['PASSWORD'])}" if given["PASSWORD"] else ""
    where = f"host={host}" + (f"&port={port}" if port else "")
    return f"postgresql:///{given['NAME']}?{where}&user={given['USER']}{secret}"
