"""Episodes over HTTP against web, worker and servers, by several clients at once."""

import http.client
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import connections

from benchmarks.figure import Figure, Options, p99
from config.run import beat, web, worker
from config.supervisor import Supervisor
from memory.models import Work, WorkState
from tests.config.processes import children
from tests.make import make_agent, make_key, make_workspace

CLIENTS, OBSERVATIONS = 8, 20
HOST = "127.0.0.1"
# So that the clients are let through; the overload below has a limit of its own.
UNLIMITED, LIMITED = "10000000", "60"


@dataclass
class Tally:
    """What one client saw: ms a reply, and the replies that were no 202."""

    taken: list[float] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)
    waits: int = 0


def figures(options: Options) -> Iterator[Figure]:
    """Sustained load, then too much of it, with the memory of both processes."""
    data: Path = settings.WARRANT_DATA
    keys = [make_key(make_agent(make_workspace()))[1] for _ in range(CLIENTS)]
    connections.close_all()
    port, limited = _free(), _free()
    with Supervisor() as stack:
        os.environ["WARRANT_RATE_LIMIT"] = UNLIMITED
        stack.start(beat(data))
        stack.start(worker())
        stack.start(web(HOST, port))
        _drive(port, keys, 3)
        before = [_resident(each.process.pid) for each in stack.children]
        seconds = options.minutes * 60
        tally = _drive(port, keys, seconds)
        after = [_resident(each.process.pid) for each in stack.children]
        yield from _served(tally, seconds)
        for child, was, now in zip(stack.children, before, after, strict=True):
            name = f"12 memory of {child.program.name}, {now:.0f} MB, over its start"
            yield Figure(name, now / was, 1.15, "×")
        os.environ["WARRANT_RATE_LIMIT"] = LIMITED
        stack.start(web(HOST, limited))
        yield from _overload(_drive(limited, keys[:1] * CLIENTS, 5))


def _served(tally: Tally, seconds: float) -> Iterator[Figure]:
    what = (
        f"{CLIENTS} clients, episodes of {OBSERVATIONS} observations, {seconds:.0f} s"
    )
    rate = len(tally.taken) / seconds
    yield Figure(f"12 {what}: a second", rate, 50, "", at_least=True)
    yield Figure("12 p99 of their replies", p99(tally.taken), 500, "ms")
    yield Figure("12 replies that were no 202", len(tally.refused), 0)
    left = Work.objects.exclude(state=WorkState.DONE).count()
    kept = 1 - left / max(1, len(tally.taken))
    yield Figure("12 share of them distilled at the end", kept, 0.9, at_least=True)


def _overload(tally: Tally) -> Iterator[Figure]:
    """Beyond its limit a key is told when to come again, and nothing else fails."""
    odd = [code for code in tally.refused if code not in {429, 503}]
    yield Figure("12 overload: replies that are neither 202, 429 nor 503", len(odd), 0)
    told = tally.waits / max(1, len(tally.refused))
    name = f"12 overload: {len(tally.refused)} refused, share with Retry-After"
    yield Figure(name, told, 1, at_least=True)


def _drive(port: int, keys: list[str], seconds: float) -> Tally:
    """All clients for some seconds, each as fast as it is answered."""
    end = time.monotonic() + seconds
    with ThreadPoolExecutor(len(keys)) as pool:
        tallies = list(pool.map(partial(_client, port, end), keys))
    return Tally(
        [ms for each in tallies for ms in each.taken],
        [code for each in tallies for code in each.refused],
        sum(each.waits for each in tallies),
    )


def _client(port: int, end: float, key: str) -> Tally:
    tally = Tally()
    server = http.client.HTTPConnection(HOST, port, timeout=30)
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    number = 0
    while time.monotonic() < end:
        number += 1
        body = _episode(f"{threading.get_ident()}-{time.time_ns()}", number)
        start = time.perf_counter()
        server.request("POST", "/api/v1/episodes", body, headers)
        reply = server.getresponse()
        reply.read()
        taken = (time.perf_counter() - start) * 1000
        if reply.status == 202:
            tally.taken.append(taken)
        else:
            tally.refused.append(reply.status)
            tally.waits += "Retry-After" in reply.headers
    server.close()
    return tally


def _episode(name: str, number: int) -> str:
    at = "2026-03-02T10:00:00Z"
    refs = [f"o{place}" for place in range(OBSERVATIONS)]
    return json.dumps(
        {
            "external_id": name,
            "started_at": at,
            "closed_at": at,
            "sources": [{"ref": "doc", "kind": "document", "uri": "doc://load"}],
            "observations": [
                {
                    "ref": ref,
                    "source": "doc",
                    "text": f"Line {ref} of {name} runs from P-{number} to V-12.",
                    "observed_at": at,
                }
                for ref in refs
            ],
            "conclusions": [
                {
                    "subject": {"kind": "pump", "id": f"P-{name}"},
                    "predicate": "feeds",
                    "object": {"kind": "separator", "id": "V-12"},
                    "confidence": 0.8,
                    "supports": refs[:3],
                    "text": "It feeds V-12.",
                }
            ],
        }
    )


def _free() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _resident(pid: int) -> float:
    """Memory of a process and those that it started, in MB."""
    pages = 0
    for each in (pid, *children(pid)):
        pages += int(Path(f"/proc/{each}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
