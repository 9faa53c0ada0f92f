"""The schema is what the models say, and a deployment's settings are sound."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parent.parent


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_the_settings_of_a_deployment_raise_no_warning() -> None:
    check = (sys.executable, "manage.py", "check", "--deploy", "--fail-level=WARNING")
    environment = {**os.environ, "WARRANT_HTTPS": "1"}
    environment.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # for browser tests alone
    done = subprocess.run(
        check,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
