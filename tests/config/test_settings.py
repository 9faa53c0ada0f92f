"""Settings come from the environment, and a malformed one stops the start."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.places import broker_url
from config.secret import secret_key
from tests.architecture import ROOT

SHOW = "from django.conf import settings as s; print(s.{})"


def start(expression: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {"PATH": os.environ["PATH"], "WARRANT_DATA": os.environ["WARRANT_DATA"]}
    return subprocess.run(
        [sys.executable, "-c", f"import config; {SHOW.format(expression)}"],
        cwd=ROOT,
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://h/d"),
        ("REDIS_URL", "amqp://h"),
        ("DEBUG", "maybe"),
        ("WARRANT_RATE_LIMIT", "fast"),
        ("OPENAI_BASE_URL", "example"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_malformed_value_stops_the_start_in_one_line(name: str, value: str) -> None:
    ended = start("DEBUG", **{name: value})
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"warrant: {name} is malformed: expected ")
    assert ended.stderr.count("\n") == 1


def test_a_database_address_is_taken_apart() -> None:
    ended = start(
        "DATABASES['default']",
        DATABASE_URL="postgresql://u:p%40@db:6000/w?sslmode=require",
    )
    for part in ("'NAME': 'w'", "'USER': 'u'", "'PASSWORD': 'p@'", "'HOST': 'db'"):
        assert part in ended.stdout
    assert "'PORT': '6000'" in ended.stdout
    assert "'sslmode': 'require'" in ended.stdout


def test_nothing_is_trusted_unless_it_is_said() -> None:
    assert start("DEBUG").stdout == "False\n"
    assert start("SECURE_PROXY_SSL_HEADER").stdout == "None\n"
    assert start("SESSION_COOKIE_SECURE", WARRANT_HTTPS="1").stdout == "True\n"


def test_the_worker_dies_before_its_message_is_delivered_again() -> None:
    limits = (
        "CELERY_TASK_SOFT_TIME_LIMIT < s.CELERY_TASK_TIME_LIMIT"
        " < s.CELERY_BROKER_TRANSPORT_OPTIONS['visibility_timeout']"
    )
    assert start(limits).stdout == "True\n"


def test_the_secret_key_is_made_once_and_private(tmp_path: Path) -> None:
    first = secret_key(tmp_path / "var")
    assert secret_key(tmp_path / "var") == first
    assert len(first) == 64
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert secret_key(tmp_path / "other") != first
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secret_key"]


def test_a_broker_socket_is_named_as_celery_names_it() -> None:
    assert broker_url("unix:///run/v.sock") == "redis+socket:///run/v.sock"
    assert broker_url("rediss://h:1/0") == "rediss://h:1/0"
