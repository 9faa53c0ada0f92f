"""What a rival's process does: read what it is given, be alone, and answer in rounds.

No part of the product is imported here.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

TOP = 10
LOOPBACK = {"127.0.0.1", "::1", "localhost", b"localhost"}
# What names a host first, and what reaches an address: a tuple, but a unix socket's.
NAMED = {"socket.getaddrinfo", "socket.gethostbyname"}
REACHED = {"socket.connect", "socket.sendto", "socket.sendmsg"}
type Search = Callable[[str], list[str]]


class Read:
    """The items and queries in a folder, and the vector of every text."""

    def __init__(self, folder: Path) -> None:
        given: dict[str, Any] = json.loads((folder / "given.json").read_text())
        self.items: list[dict[str, Any]] = given["items"]
        self.queries: list[str] = given["queries"]
        self._rows = {text: row for row, text in enumerate(given["texts"])}
        self._vectors = np.load(folder / "vectors.npy")

    def vector(self, text: str) -> list[float]:
        """What the embedder gives; it fails on any other text."""
        row: list[float] = self._vectors[self._rows[text]].tolist()
        return row


def be_alone() -> None:
    """From here on, whoever looks for another machine ends the process.

    An exception would not do: telemetry swallows what it cannot send.
    """
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event in NAMED:
        host = arguments[0]
    elif event in REACHED and isinstance(arguments[1], tuple):
        host = arguments[1][0]
    else:
        return
    if host not in LOOPBACK:
        sys.stderr.write(f"{event} {host}: nothing may leave this machine\n")
        sys.stderr.flush()
        os._exit(1)


def one_round(queries: Sequence[str], search: Search) -> dict[str, Any]:
    """How long each query took, in ms, and the texts that were found."""
    taken, found = [], []
    for query in queries:
        start = time.perf_counter()
        texts = search(query)
        taken.append((time.perf_counter() - start) * 1000)
        found.append(texts)
    return {"taken": taken, "found": found}


def serve(queries: Sequence[str], search: Search) -> None:
    """Say that all is stored, then give a round for every line, until there is none."""
    _say({"ready": True})
    for _ in sys.stdin:
        _say(one_round(queries, search))


def _say(told: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
