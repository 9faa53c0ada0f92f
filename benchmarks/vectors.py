"""The ten nearest of many vectors: indexed, scanned exactly, and in NumPy.

Vectors are clustered as those of texts are, never isotropic ones, on which every
index fails: topics on a few shared directions, a decaying spectrum, and queries near
stored vectors.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection
from numpy.typing import NDArray
from pgvector import HalfVector
from pgvector.psycopg import register_vector

from benchmarks.figure import Figure, Options, median, milliseconds
from memory.jobs.index_vectors import index_name, index_workspace
from memory.models import VECTORS, EmbeddingRun, Operation, Workspace
from memory.queries.clock import database_now
from memory.retrieval import meaning
from memory.retrieval.dual import QueryVector
from tests.make import make_workspace

type Floats = NDArray[np.float32]
TOP, QUERIES = 10, 100
SMALL = (40, 400, 1200)
MODEL = "clustered"


@dataclass(frozen=True)
class Store:
    """A workspace's vectors by claim id, and queries near some of them."""

    workspace: Workspace
    first: int
    stored: Floats
    asked: Floats

    def wanted(self, query: Floats) -> set[int]:
        """The ids of the nearest vectors, by comparing all of them here."""
        near = np.argpartition(-(self.stored @ query), TOP)[:TOP]
        return {self.first + int(each) for each in near}


def figures(options: Options) -> Iterator[Figure]:
    """The default model's width, and the largest one where it is asked for."""
    yield from small()
    if options.large:
        yield from large()


def small() -> Iterator[Figure]:
    """The default model's width at 10⁴ and 10⁵ vectors."""
    for count in (10_000, 100_000):
        yield from _measured(count, 384, times=1)


def large() -> Iterator[Figure]:
    """The production model's width at 10⁵ vectors, with small neighbours."""
    yield from _measured(100_000, 3072, times=30)


def _measured(count: int, width: int, times: float) -> Iterator[Figure]:
    rng = np.random.default_rng(7)
    centres = centres_of(rng, width)
    neighbours = [_filled(rng, centres, some, width) for some in SMALL]
    store = _filled(rng, centres, count, width)
    start = time.perf_counter()
    index(store.workspace)
    built = time.perf_counter() - start
    name = f"{count:,} × {width}"
    yield Figure(f"{name}: index built in", built, 3600, "s")
    yield Figure(f"{name}: index size", _size(store.workspace) / 2**20, 8192, "MB")
    yield Figure(f"{name}: recall@10", _recall(store), 0.95, "", True)
    quick, exact = _times(store, exact=False), _times(store, exact=True)
    numpy_ = median(milliseconds(lambda: store.wanted(store.asked[0]), times=20))
    yield Figure(f"{name}: p50", quick, exact / times, "ms")
    yield Figure(f"{name}: NumPy over all, p50", numpy_, 10_000, "ms")
    yield Figure(f"{name}: exact scan over p50", exact / quick, times, "", True)
    short = sum(_short(each) for each in [*neighbours, store])
    yield Figure(f"{name}: short replies in any workspace", short, 0, "")


def centres_of(rng: np.random.Generator, width: int, topics: int = 400) -> Floats:
    """The middles of some topics."""
    spectrum = (1 + np.arange(width)) ** -0.35
    return (rng.standard_normal((topics, width)) * spectrum).astype(np.float32)


def drawn(rng: np.random.Generator, near: Floats, spread: float) -> Floats:
    """A unit vector around each of some vectors."""
    width = near.shape[1]
    spectrum = ((1 + np.arange(width)) ** -0.35).astype(np.float32)
    noise = rng.standard_normal(near.shape, dtype=np.float32) * spectrum
    some = near + spread * noise
    unit: Floats = some / np.linalg.norm(some, axis=1, keepdims=True)
    return unit.astype(np.float16).astype(np.float32)


def _filled(rng: np.random.Generator, centres: Floats, count: int, width: int) -> Store:
    """Store vectors of claims that are not there: only distances are asked for."""
    workspace = make_workspace()
    stored = drawn(rng, centres[rng.integers(len(centres), size=count)], 0.7)
    first = workspace.pk * 10_000_000
    keep(workspace, "claim_id", range(first, first + count), stored)
    picked = stored[rng.integers(count, size=QUERIES)]
    # A query's cosine with the text that it was drawn from is some 0.8.
    asked = drawn(rng, picked * float(np.linalg.norm(centres[0])), 0.7)
    return Store(workspace, first, stored, asked)


def keep(workspace: Workspace, column: str, ids: Sequence[int], stored: Floats) -> None:
    """Store vectors for these rows, as those of a run that has ended."""
    now = database_now()
    operation = Operation.objects.create(
        workspace=workspace, kind="embed", created_at=now
    )
    EmbeddingRun.objects.create(
        workspace=workspace,
        operation=operation,
        model=MODEL,
        dimensions=stored.shape[1],
        total=len(stored),
        ended_at=now,
        due_at=now,
    )
    table = VECTORS[stored.shape[1]]._meta.db_table
    connection.ensure_connection()
    register_vector(connection.connection)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        columns = f"workspace_id, model, {column}, text_hash, value"
        into = f"COPY {table} ({columns}) FROM STDIN (FORMAT BINARY)"
        with cursor.copy(into) as copy:
            copy.set_types(["int8", "varchar", "int8", "bytea", "halfvec"])
            for pk, row in zip(ids, stored, strict=True):
                copy.write_row((workspace.pk, MODEL, pk, b"", HalfVector(row)))
        cursor.execute("RESET session_replication_role")
        cursor.execute(f"ANALYZE {table}")


def index(workspace: Workspace) -> None:
    """Index a workspace's vectors as the product does, with memory to build in."""
    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '2GB'")
    assert index_workspace(workspace)


def _size(workspace: Workspace) -> int:
    name = index_name(EmbeddingRun.objects.get(workspace=workspace))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_relation_size(%s::regclass)", [name])
        (size,) = cursor.fetchone()
    return int(size)


def _found(store: Store, query: Floats) -> set[int]:
    vector = QueryVector(MODEL, tuple(query.tolist()))
    near = meaning._scan(store.workspace, vector, ALL, TOP, exact=False)
    return {pk for (_, pk), _ in near}


def _recall(store: Store) -> float:
    right = sum(len(_found(store, x) & store.wanted(x)) for x in store.asked)
    return right / (TOP * len(store.asked))


def _times(store: Store, *, exact: bool) -> float:
    vectors = [QueryVector(MODEL, tuple(x.tolist())) for x in store.asked]
    some = iter(vectors * 2)

    def ask() -> None:
        meaning._scan(store.workspace, next(some), ALL, TOP, exact=exact)

    milliseconds(ask, times=5)
    return median(milliseconds(ask, times=10 if exact else QUERIES))


def _short(store: Store) -> int:
    return sum(len(_found(store, x)) < TOP for x in store.asked)


ALL = ("node", "claim", "source")
