"""Starts everything on this machine: `python -m config.run`, what `make run` calls."""

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from django.conf import settings

from config import env
from config.embedded import DURABLE, postgres, valkey
from config.lock import hold
from config.process import Program
from config.supervisor import Supervisor, say

HANDOVER = 15.0
# Celery warns of root at every start; whoever runs this as root has chosen so.
HUSH = ("-W", "ignore:You're running the worker with superuser")
CELERY = (sys.executable, *HUSH, "-m", "celery", "--quiet", "--app=config")


def main() -> None:
    """Servers, schema, demo, then web, worker and beat, until asked to stop."""
    host, port = env.text("HOST", "127.0.0.1"), env.number("PORT", 8000, 1, 65535)
    address = f"http://{shown(host)}:{port}"
    data: Path = settings.WARRANT_DATA
    refuse_taken(host, port)
    with Supervisor() as supervisor:
        start_servers(supervisor, data)
        supervisor.once(manage("migrate", "--verbosity=0"))
        if has_demo():
            say("loading the demo workspace")
            supervisor.once(manage("load_demo", f"--url={address}"))
        supervisor.start(beat(data))
        supervisor.start(worker())
        supervisor.start(web(host, port))
        say(f"ready on {address} (Ctrl-C stops it)")
        for line in demo_lines(data / "demo.json"):
            say(line)
        supervisor.watch()
        say("stopping")


def start_servers(supervisor: Supervisor, data: Path) -> None:
    """The embedded servers whose addresses the environment does not give."""
    own_database, own_broker = not env.text("DATABASE_URL"), not env.text("REDIS_URL")
    held = hold(data, handover(supervisor, data))
    if own_database:
        say(f"starting PostgreSQL on {data / 'postgres'}")
        supervisor.start(postgres(held, DURABLE))
    if own_broker:
        say(f"starting Valkey on {data / 'valkey'}")
        supervisor.start(valkey(held))


def handover(supervisor: Supervisor, data: Path) -> Callable[[], bool]:
    """Waits for servers of a killed run to end, but not for long."""
    end = time.monotonic() + HANDOVER
    say_once = iter([f"waiting for an earlier run on {data} to end"])

    def wait() -> bool:
        for line in say_once:
            say(line)
        return supervisor.pause() and time.monotonic() < end

    return wait


def refuse_taken(host: str, port: int) -> None:
    """Ends the start before anything else if the port cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise SystemExit(
                f"warrant: cannot listen on {host} port {port} ({error.strerror}): "
                "set PORT to a free one, for example PORT=8001 make run"
            ) from None


def manage(*arguments: str) -> Program:
    """One run of a management command."""
    return Program(arguments[0], (sys.executable, "manage.py", *arguments))


def has_demo() -> bool:
    """True if an application brings the command that loads the demo."""
    return any(Path(settings.BASE_DIR).glob("*/management/commands/load_demo.py"))


def web(host: str, port: int) -> Program:
    """The web application; open event streams are cut 3 s after a stop."""
    server = (sys.executable, "-m", "uvicorn", "config.asgi:application")
    where = (f"--host={host}", f"--port={port}", "--timeout-graceful-shutdown=3")
    return Program(
        "web",
        (*server, *where, "--lifespan=on", "--log-level=warning"),
        ready=partial(answers, shown(host), port),
    )


def worker() -> Program:
    """The task worker. If this process dies its broker does too, and a worker that
    waits for a broker does not end by itself: the kernel kills it."""
    return Program(
        "worker",
        (*CELERY, "worker", "--loglevel=WARNING"),
        stop=signal.SIGQUIT,
        orphan=signal.SIGKILL,
    )


def beat(data: Path) -> Program:
    """The clock that rings for periodic work."""
    where = (f"--schedule={data / 'beat'}", "--pidfile=")
    return Program("beat", (*CELERY, "beat", "--loglevel=WARNING", *where))


def shown(host: str) -> str:
    """The host as a browser on this machine would call it."""
    return "localhost" if host in {"0.0.0.0", "::", "127.0.0.1"} else host


def answers(host: str, port: int) -> bool:
    """True if something listens there."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def demo_lines(path: Path) -> Iterator[str]:
    """What the demo tells a visitor: a line for each login and each key."""
    if not path.exists():
        return
    for name, entry in json.loads(path.read_text(encoding="utf-8")).items():
        if isinstance(entry, dict):
            yield f"log in as {name}: {entry['username']} / {entry['password']}"
        elif name.endswith("_key"):
            yield f"{name.replace('_', ' ')}: {entry}"


if __name__ == "__main__":
    os.chdir(settings.BASE_DIR)
    main()
