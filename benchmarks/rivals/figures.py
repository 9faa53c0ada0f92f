"""Search of the product beside that of mem0 and Graphiti, in rounds that alternate.

All hold the same 10,000 items, with the same vectors of 3072 dimensions from the same
fake embedder, and are asked the same queries for the ten best. The rivals run in
processes of their own, with packages of their own; mem0 on a server like the product's.
"""

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import batched
from pathlib import Path
from unittest.mock import patch

from django.conf import settings
from django.db import connection

from benchmarks.figure import Figure, Options
from benchmarks.rivals.asked import TOP, Search, one_round
from benchmarks.rivals.items import SOURCE, WIDTH, Given, Item, given
from benchmarks.rivals.side import Side, rival
from benchmarks.vectors import index
from config.embedded import DURABLE, postgres
from config.lock import hold
from config.places import database_url
from config.supervisor import Supervisor
from memory.jobs.embed import embed_due
from memory.models import Workspace
from memory.queries.embedding import standing
from memory.retrieval.dual import dual, embed_query
from memory.retrieval.found import resolve
from memory.retrieval.meaning import shortcomings
from tests.make import (
    distil_episode,
    make_agent,
    make_observation,
    make_source,
    make_workspace,
)

ROUNDS, EPISODE = 5, 40
# Where the embedder is looked up by those who use it here.
EMBEDDERS = ("memory.jobs.embed.embedder", "memory.retrieval.meaning.embedder")
# A side finds at least this share of the ten nearest; each ranks words too.
SHARE = 0.3


@dataclass
class Ready:
    """The embedder, as the product sees one: it knows the texts that all are given."""

    given: Given
    model: str = "given"
    dimensions: int = WIDTH
    degraded: str = ""

    def embed(self, texts: Sequence[str], *, seconds: float) -> list[list[float]]:
        """One after the other."""
        del seconds
        return [self.given.vectors[text].tolist() for text in texts]


def figures(_: Options) -> Iterator[Figure]:
    """The middle of the rivals' searches over the middle of the product's."""
    python = os.environ.get("WARRANT_BENCH_RIVALS_PYTHON")
    if not python:
        raise SystemExit("warrant: this part is run by `make bench-rivals`")
    asked = given()
    with ExitStack() as stack:
        # Inside what the servers' folder is, which is removed at the end in any case.
        temporary = tempfile.TemporaryDirectory(dir=settings.WARRANT_DATA)
        folder = Path(stack.enter_context(temporary))
        for name in EMBEDDERS:
            stack.enter_context(patch(name, return_value=Ready(asked)))
        workspace = _filled(asked.items)
        asked.write(folder)
        folder.chmod(0o711)
        server = stack.enter_context(_server(folder / "server"))
        mem0 = stack.enter_context(rival(python, "mem0", folder, server))
        graphiti = stack.enter_context(rival(python, "Graphiti", folder))
        ours = _side("Warrant", asked, partial(_search, workspace))
        keys = _side("Warrant, no row read", asked, partial(_keys, workspace))
        for side in (ours, keys, mem0, graphiti) * (1 + ROUNDS):
            side.run()
    nearest = asked.nearest(TOP)
    for side in (ours, mem0, graphiti):
        share = side.share_of(nearest)
        assert share >= SHARE, f"{side.name} finds {share:.2f} of the nearest"
        _say(f"{side.name}, {share:.2f} of the ten nearest found", side)
    _say(keys.name, keys)
    for side, times in ((mem0, 10), (graphiti, 20)):
        name = f"6 search of {len(asked.items):,} × {WIDTH}: {side.name} over Warrant"
        yield Figure(name, side.p50 / ours.p50, times, "×", at_least=True)


def _side(name: str, asked: Given, search: Search) -> Side:
    return Side(name, partial(one_round, asked.queries, search))


def _filled(items: Sequence[Item]) -> Workspace:
    """A workspace of these claims, distilled, embedded and indexed as ever."""
    workspace = make_workspace()
    agent = make_agent(workspace)
    for some in batched(items, EPISODE):
        distil_episode(
            agent,
            sources=(make_source(title=SOURCE),),
            observations=tuple(
                make_observation(f"o{n}", each.text) for n, each in enumerate(some)
            ),
            conclusions=tuple(_conclusion(n, each) for n, each in enumerate(some)),
        )
    while embed_due():
        pass
    index(workspace)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return workspace


def _conclusion(number: int, item: Item) -> dict[str, object]:
    (kind, name), (other_kind, other) = item.subject, item.object
    return {
        "subject": {"kind": kind, "id": name},
        "predicate": item.predicate,
        "object": {"kind": other_kind, "id": other},
        "confidence": 0.8,
        "supports": [f"o{number}"],
        "text": item.text,
    }


def _search(workspace: Workspace, query: str) -> list[str]:
    """All that the API does for a search of claims, but HTTP."""
    vector = embed_query(query)
    hits = dual(workspace, query, vector, ["claim"])
    found = resolve(workspace, hits[:TOP])
    assert not shortcomings(vector, standing(workspace))
    return [each.text for each in found]


def _keys(workspace: Workspace, query: str) -> list[str]:
    """Which rows these are, without what makes them more than a rival's texts."""
    hits = dual(workspace, query, embed_query(query), ["claim"])
    return [str(hit.pk) for hit in hits[:TOP]]


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    """A server like the product's own, so that neither reads the other's pages away."""
    folder.mkdir(mode=0o711)
    with Supervisor() as servers:
        servers.start(postgres(hold(folder, lambda: False), DURABLE))
        yield database_url(folder)


def _say(what: str, side: Side) -> None:
    sys.stdout.write(f"{'search, p50: ' + what:<72} {side.p50:>9.2f} ms\n")
    sys.stdout.flush()
