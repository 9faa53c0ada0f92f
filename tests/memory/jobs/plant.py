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
from config.supervisor import Supervisor
from memory.tasks import run_work

CELERY = (sys.executable, "-m", "celery", "--quiet", "--app=config")
WORKER = (
    "worker",
    "--concurrency=2",
    "--loglevel=WARNING",
    "--include=tests.memory.jobs.traps",
)
type Start = Callable[[], subprocess.Popen[bytes]]


@dataclass
class Plant:
    """Where the processes run, their broker, and those that still do."""

    data: Path
    database: str
    servers: Supervisor = field(default_factory=Supervisor)
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
        self.processes.append(spawn(self.program(*arguments)))
        return self.processes[-1]

    def program(self, *arguments: str) -> Program:
        """A Celery process on this database and this broker."""
        environment = os.environ | {
            "DATABASE_URL": self.database,
            "REDIS_URL": redis_url(self.data),
            "TRAPS_SPRUNG": str(self.sprung),
        }
        return Program(
            "celery",
            (*CELERY, *arguments),
            orphan=SIGKILL,
            environment=environment,
            log=self.data / "celery.log",
        )

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
