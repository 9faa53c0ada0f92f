"""What tests of every part share: a served site and a browser to look at it."""

import fcntl
import os
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import uvicorn
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.db import connections

from config.asgi import make
from config.static import HashedFiles
from tests.emptying import quick_emptying
from tests.rendering import quick_rendering

__all__ = ["quick_emptying", "quick_rendering"]

# Playwright keeps an event loop in the test's own thread; the ORM is used beside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
# Without these a browser tries to reach its maker at every start.
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """An installed Chromium, else the one that Playwright has downloaded."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    arguments = [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    return {"args": arguments} | ({"executable_path": found} if found else {})


@pytest.fixture(scope="session")
def static_files() -> None:
    """Static files collected under hashed names, once for all parallel workers."""
    root = Path(settings.STATIC_ROOT)
    with (root.parent / "static.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (root / "staticfiles.json").exists():
            call_command("collectstatic", interactive=False, verbosity=0)
    storage = cast(HashedFiles, staticfiles_storage)
    storage.hashed_files, _ = storage.load_manifest()


@pytest.fixture
def live_url(static_files: None, transactional_db: None) -> Iterator[str]:
    """The address of the whole site, served by the ASGI server on a free port."""
    config = uvicorn.Config(
        make(),
        port=0,
        lifespan="on",
        log_level="warning",
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()
    connections.close_all()
