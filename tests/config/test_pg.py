"""PostgreSQL's own programs find the database in use, and show no password."""

import os
import subprocess
import sys

from django.conf import settings

from config.pg import variables
from tests.architecture import ROOT


def test_an_address_becomes_variables() -> None:
    assert variables("postgresql://u:p%20w@db:6000/w?sslmode=require") == {
        "PGUSER": "u",
        "PGPASSWORD": "p w",
        "PGHOST": "db",
        "PGPORT": "6000",
        "PGDATABASE": "w",
        "PGSSLMODE": "require",
    }


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "config.pg", *arguments],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": settings.DATABASE_URL},
        capture_output=True,
        text=True,
        check=False,
    )


def test_psql_reaches_the_database() -> None:
    assert run("psql", "-Atc", "select 6 * 7").stdout == "42\n"


def test_another_program_is_refused() -> None:
    assert "usage:" in run("rm", "-rf", "x").stderr
    assert run().returncode == 1
