"""The embedded servers lose nothing when killed, and never share a data folder."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from signal import SIGKILL

import psycopg
import pytest
import redis

from config.embedded import DURABLE, postgres, valkey
from config.lock import Held, hold
from config.places import database_url, redis_url, socket_folder
from config.process import Program
from config.supervisor import Supervisor
from tests.config.processes import alive, patience


def run(program: Program) -> Supervisor:
    supervisor = Supervisor()
    supervisor.start(program)
    return supervisor


def kill(supervisor: Supervisor) -> None:
    """As if the machine had lost the process: no warning, no clean-up."""
    process = supervisor.children[0].process
    os.kill(process.pid, SIGKILL)
    process.wait()


def release(held: Held) -> None:
    os.close(held.descriptor)


def forget(held: Held) -> None:
    """As if the process that took the folder had died."""
    (held.data / "lock").write_text("")
    release(held)


@pytest.fixture
def data() -> Iterator[Path]:
    folder = Path(os.environ["WARRANT_DATA"]) / f"own-{os.getpid()}"
    yield folder
    for written in (socket_folder(folder), socket_folder(folder / "other"), folder):
        shutil.rmtree(written, ignore_errors=True)


def test_postgres_keeps_what_it_acknowledged_when_killed(data: Path) -> None:
    held = hold(data, lambda: False)
    first = run(postgres(held, DURABLE))
    with psycopg.connect(database_url(data), autocommit=True) as connection:
        connection.execute("create table kept (n int)")
        connection.execute("insert into kept select generate_series(1, 1000)")
    kill(first)
    forget(held)
    again = hold(data, patience())
    second = run(postgres(again, DURABLE))
    with psycopg.connect(database_url(data)) as connection:
        assert connection.execute("select sum(n) from kept").fetchone() == (500500,)
    second.stop_all()
    release(again)


def test_postgres_starts_past_a_stale_lock_of_a_live_process(data: Path) -> None:
    """The number in the lock has come to name another process of the same account."""
    first = hold(data, lambda: False)
    run(postgres(first, DURABLE)).stop_all()
    release(first)
    elsewhere = hold(data / "other", lambda: False)
    other = run(valkey(elsewhere))
    pid, cluster = other.children[0].process.pid, data / "postgres"
    lines = [str(pid), str(cluster), "1", "5432", "", "", "", "ready"]
    (cluster / "postmaster.pid").write_text("\n".join(lines) + "\n")
    second = hold(data, lambda: False)
    run(postgres(second, DURABLE)).stop_all()
    assert alive(pid)
    other.stop_all()
    release(second)
    release(elsewhere)


def test_valkey_keeps_what_it_was_given_when_killed(data: Path) -> None:
    held = hold(data, lambda: False)
    first = run(valkey(held))
    broker = redis.Redis.from_url(redis_url(data))
    broker.rpush("queue", "a", "b")
    # Its file is written through once a second.
    assert broker.waitaof(1, 0, 5000) == [1, 0]
    kill(first)
    second = run(valkey(held))
    assert broker.lrange("queue", 0, -1) == [b"a", b"b"]
    second.stop_all()
    release(held)


def test_a_folder_in_use_is_refused_with_its_owner_named(data: Path) -> None:
    held = hold(data, lambda: False)
    with pytest.raises(SystemExit, match=rf"already running .*process {os.getpid()}"):
        hold(data, lambda: False)
    release(held)
    release(hold(data, lambda: False))


def test_a_folder_stays_taken_until_its_server_has_ended(data: Path) -> None:
    held = hold(data, lambda: False)
    server = run(postgres(held, DURABLE))
    release(held)
    with pytest.raises(SystemExit, match="already running"):
        hold(data, lambda: False)
    server.stop_all()
    release(hold(data, lambda: False))


def test_a_cluster_that_was_cut_short_is_made_again(data: Path) -> None:
    (data / "postgres.new").mkdir(parents=True)
    (data / "postgres.new" / "PG_VERSION").write_text("18")
    held = hold(data, lambda: False)
    run(postgres(held, DURABLE)).stop_all()
    assert not (data / "postgres.new").exists()
    release(held)
