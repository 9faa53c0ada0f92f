"""A database that is killed while agents write: acknowledged means stored, whole."""

import json
import os
import shutil
import socket
import threading
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from config.places import socket_folder
from tests.config.crashing import Site, running
from tests.config.processes import within
from tests.memory.api.calls import conclusion, episode, observation
from tests.memory.races.barrier import LONG

KILLS = 5 if LONG else 2
WRITERS = 4
# Acknowledged by all writers together between two kills.
BETWEEN = 100 if LONG else 30
OBSERVATIONS = 3
HALF = f"""
SELECT e.external_id FROM memory_episode e WHERE {OBSERVATIONS} <> (
    SELECT count(*) FROM memory_observation o
    JOIN memory_observationtext t ON t.observation_id = o.id WHERE o.episode_id = e.id)
OR 1 <> (SELECT count(*) FROM memory_work w WHERE w.episode_id = e.id)
OR 1 <> (SELECT count(*) FROM memory_episodetext w WHERE w.episode_id = e.id)
OR 1 <> (SELECT count(*) FROM memory_episodesource s WHERE s.episode_id = e.id)
"""


@dataclass
class Writers:
    """What four agents' calls were answered, by status, and what was acknowledged."""

    url: str
    secret: str
    stop: threading.Event = field(default_factory=threading.Event)
    acknowledged: list[str] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)

    def write(self) -> None:
        """Hand over one episode after the other, each until it is acknowledged."""
        while not self.stop.is_set():
            body = whole_episode()
            while not self.post(body) and not self.stop.is_set():
                self.stop.wait(0.05)

    def post(self, body: dict[str, object]) -> bool:
        """Whether it was acknowledged."""
        headers = {
            "Authorization": f"Bearer {self.secret}",
            "Content-Type": "application/json",
        }
        data = json.dumps(body).encode()
        asked = urllib.request.Request(self.url, data, headers)
        try:
            with urllib.request.urlopen(asked, timeout=60) as reply:
                status = reply.status
        except urllib.error.HTTPError as error:
            status = error.code
        self.answers[status] += 1
        if status in {200, 202}:
            self.acknowledged.append(str(body["external_id"]))
        return status in {200, 202}

    def come_to(self, count: int) -> bool:
        """Whether they get so far."""
        return within(60, lambda: len(self.acknowledged) >= count)


def whole_episode() -> dict[str, object]:
    """An episode with three observations."""
    read = [observation(ref=f"o{number}") for number in range(1, OBSERVATIONS + 1)]
    return episode(observations=read, conclusions=[conclusion()])


@pytest.fixture(scope="module")
def site() -> Iterator[tuple[Site, str]]:
    data = Path(os.environ["WARRANT_DATA"]) / f"crash-{os.getpid()}"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with running(data, port) as started:
        yield started
    for written in (socket_folder(data), data):
        shutil.rmtree(written, ignore_errors=True)


def test_what_was_acknowledged_is_stored_whole(site: tuple[Site, str]) -> None:
    on, secret = site
    writers = Writers(f"http://127.0.0.1:{on.port}/api/v1/episodes", secret)
    with ThreadPoolExecutor(WRITERS) as pool:
        done = [pool.submit(writers.write) for _ in range(WRITERS)]
        for number in range(KILLS):
            assert writers.come_to((number + 1) * BETWEEN)
            on.kill_database()
        assert writers.come_to((KILLS + 1) * BETWEEN)
        writers.stop.set()
    for each in done:
        each.result()
    stored = {name for (name,) in on.rows("SELECT external_id FROM memory_episode")}
    assert set(writers.acknowledged) <= stored
    assert on.rows(HALF) == []
    assert set(writers.answers) <= {200, 202, 503}
    assert writers.answers[503]
    on.manage("check_invariants")
