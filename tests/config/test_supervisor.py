"""One supervisor: nothing outlives it, and what ends before it is started again."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from signal import SIGHUP, SIGINT, SIGKILL, SIGTERM, Signals
from typing import IO

import pytest

from tests.architecture import ROOT
from tests.config.processes import group, within

type Supervised = tuple[subprocess.Popen[str], dict[str, int]]


def output(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def read_children(process: subprocess.Popen[str], count: int) -> dict[str, int]:
    pairs = (output(process).readline().split() for _ in range(count))
    return {name: int(pid) for name, pid in pairs}


@pytest.fixture
def run() -> Iterator[Callable[..., Supervised]]:
    started: list[Supervised] = []

    def supervise(*names: str) -> Supervised:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.config.supervised", *names],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append((process, read_children(process, len(names))))
        return started[-1]

    yield supervise
    for process, children in started:
        process.kill()
        process.wait()
        assert within(5, partial(gone, children))


def gone(children: dict[str, int]) -> bool:
    return not any(map(group, children.values()))


@pytest.mark.parametrize("signal", [SIGINT, SIGTERM, SIGHUP])
def test_a_stop_leaves_nothing_behind(
    run: Callable[..., Supervised], signal: Signals
) -> None:
    process, children = run("tiny", "parent")
    assert within(5, lambda: len(group(children["parent"])) == 2)
    process.send_signal(signal)
    assert process.wait(timeout=5) == 0
    assert gone(children)


def test_a_deaf_child_is_killed_after_a_while(run: Callable[..., Supervised]) -> None:
    process, children = run("deaf")
    process.terminate()
    assert process.wait(timeout=5) == 0
    assert not group(children["deaf"])


def test_a_killed_supervisor_leaves_nothing_behind(
    run: Callable[..., Supervised],
) -> None:
    process, children = run("tiny", "tiny")
    process.kill()
    process.wait()
    assert within(5, partial(gone, children))


def test_a_killed_child_is_started_again_and_said(
    run: Callable[..., Supervised],
) -> None:
    process, children = run("tiny")
    os.kill(children["tiny"], SIGKILL)
    assert (
        output(process).readline() == "warrant: tiny ended by SIGKILL, again in 1 s\n"
    )
    assert within(5, lambda: bool(offspring(process.pid)))
    process.terminate()
    process.wait(timeout=5)
    assert not offspring(process.pid)


def offspring(pid: int) -> str:
    found = ["ps", "-o", "pid=", "--ppid", str(pid)]
    return subprocess.run(found, capture_output=True, text=True, check=False).stdout


def test_a_child_that_keeps_ending_is_started_ever_later(
    run: Callable[..., Supervised],
) -> None:
    process, _ = run("broken")
    said = [output(process).readline() for _ in range(2)]
    assert said == [
        "warrant: broken ended with exit code 3, again in 1 s\n",
        "warrant: broken ended with exit code 3, again in 2 s\n",
    ]
