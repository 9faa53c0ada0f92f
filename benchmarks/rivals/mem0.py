"""mem0 with its pgvector store: `python -m benchmarks.rivals.mem0 FOLDER CONNINFO`.

Its own HNSW index takes at most 2,000 dimensions, so it has none. Without spaCy, which
is no part of a plain installation, it finds no entities in a query.
"""

import logging
import sys
from pathlib import Path
from unittest.mock import patch

import psycopg
from mem0 import Memory
from mem0.configs.base import MemoryConfig
from mem0.utils.factory import EmbedderFactory, LlmFactory

from benchmarks.rivals.asked import TOP, Read, be_alone, serve

USER = {"user_id": "bench"}


class Fake:
    """Gives the vectors that all sides are given."""

    def __init__(self, read: Read) -> None:
        self._read = read

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        """One vector, whatever it is for."""
        del memory_action
        return self._read.vector(text)


def main(folder: str, conninfo: str) -> None:
    """Store every item without a model, then answer."""
    be_alone()
    # It says at its first search that spaCy is missing.
    logging.getLogger("mem0").setLevel(logging.ERROR)
    read = Read(Path(folder))
    memory = _memory(Fake(read), conninfo, len(read.vector(read.queries[0])))
    for item in read.items:
        memory.add(item["text"], **USER, infer=False)
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")

    def search(query: str) -> list[str]:
        found = memory.search(query, top_k=TOP, filters=dict(USER))
        return [each["memory"] for each in found["results"]]

    serve(read.queries, search)


def _memory(embedder: Fake, conninfo: str, dimensions: int) -> Memory:
    """A model that is asked fails: it has no methods."""
    store = {
        "connection_string": conninfo,
        "embedding_model_dims": dimensions,
        "hnsw": False,
    }
    config = MemoryConfig(vector_store={"provider": "pgvector", "config": store})
    with (
        patch.object(EmbedderFactory, "create", return_value=embedder),
        patch.object(LlmFactory, "create", return_value=object()),
    ):
        return Memory(config)


if __name__ == "__main__":
    main(*sys.argv[1:])
