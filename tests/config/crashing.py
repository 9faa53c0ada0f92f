"""A web application on a PostgreSQL of its own, which is killed while it is used."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from signal import SIGKILL

import psycopg

from config.embedded import DURABLE, postgres
from config.lock import hold
from config.places import database_url
from config.run import web
from config.supervisor import Supervisor
from tests.config.processes import children, within

BEGIN = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests.make import make_agent, make_key, make_workspace
print(make_key(make_agent(make_workspace()))[1])
"""
RECOVERY = 60.0


@dataclass
class Site:
    """The processes, and where they are."""

    data: Path
    port: int
    servers: Supervisor = field(default_factory=Supervisor)

    @property
    def environment(self) -> dict[str, str]:
        """What the processes are told."""
        own = {
            "DATABASE_URL": database_url(self.data),
            "WARRANT_RATE_LIMIT": "1000000",
        }
        return os.environ | own

    def manage(self, *arguments: str) -> str:
        """What a management command prints; one that fails is an error."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False
        )
        assert not done.returncode, done.stderr
        return done.stdout

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        """What the database answers, asked without any of our own code."""
        with psycopg.connect(database_url(self.data)) as connection:
            return connection.execute(statement.encode()).fetchall()

    def kill_database(self) -> None:
        """Every process of the server ends without a warning, and it starts again."""
        database = self.servers.children[0]
        postmaster = database.process
        for pid in (postmaster.pid, *children(postmaster.pid)):
            os.kill(pid, SIGKILL)
        postmaster.wait()
        assert within(RECOVERY, self._is_back)

    def _is_back(self) -> bool:
        database = self.servers.children[0]
        database.tend(time.monotonic())
        return database.due is None and database.program.ready()


@contextmanager
def running(data: Path, port: int) -> Iterator[tuple[Site, str]]:
    """The site with the schema and one agent, and that agent's key."""
    site = Site(data, port)
    held = hold(data, lambda: False)
    try:
        site.servers.start(postgres(held, DURABLE))
        secret = site.manage("shell", "--verbosity=0", "-c", BEGIN).strip()
        program = replace(web("127.0.0.1", port), environment=site.environment)
        site.servers.start(replace(program, log=data / "web.log"))
        yield site, secret
    finally:
        site.servers.stop_all()
        os.close(held.descriptor)
