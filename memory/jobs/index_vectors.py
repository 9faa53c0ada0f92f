"""Gives a large workspace an index of its own: a shared one would starve small ones."""

import hashlib
import logging

from django.db import connection

from memory.jobs.place import INDEXING, leave_workspace, take_workspace
from memory.models import VECTORS, EmbeddingRun, Workspace
from memory.queries.embedding import current_run, vectors_of
from memory.rules.vectors import width

log = logging.getLogger(__name__)
# Below so many vectors an exact scan is as quick, and misses nothing.
INDEXED_FROM = 5000


def index_all() -> None:
    """Build the indexes that are missing, and drop those of models no longer used."""
    for workspace in Workspace.objects.order_by("pk"):
        if take_workspace(workspace.pk, INDEXING):
            try:
                index_workspace(workspace)
            finally:
                leave_workspace(workspace.pk, INDEXING)


def index_workspace(workspace: Workspace) -> str:
    """Leave a workspace the one index it should have; gives its name, if any.

    Keeps true: writing goes on meanwhile; an index whose building was cut off is
    invalid, read by nobody, and built again.
    """
    run = current_run(workspace)
    large = run is not None and vectors_of(run)[:INDEXED_FROM].count() >= INDEXED_FROM
    wanted = index_name(run) if run is not None and large else ""
    known = _indexes(workspace)
    for name, valid in known.items():
        if name != wanted or not valid:
            _do(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
    if run is not None and wanted and not known.get(wanted):
        log.info("indexing the vectors of workspace %s", workspace.slug)
        _do(_building(run, wanted))
    return wanted


def index_name(run: EmbeddingRun) -> str:
    """Names the workspace and, by a hash, the model."""
    table = VECTORS[width(run.dimensions)]._meta.db_table
    model = hashlib.sha256(run.model.encode()).hexdigest()[:8]
    return f"{table}_hnsw_{run.workspace_id}_{model}"


def _building(run: EmbeddingRun, name: str) -> str:
    table = VECTORS[width(run.dimensions)]._meta.db_table
    quoted = run.model.replace("'", "''")
    return (
        f"CREATE INDEX CONCURRENTLY {name} ON {table}"
        f" USING hnsw (value halfvec_cosine_ops)"
        f" WHERE workspace_id = {run.workspace_id:d} AND model = '{quoted}'"
    )


def _indexes(workspace: Workspace) -> dict[str, bool]:
    """The vector indexes of a workspace, and whether each is whole."""
    with connection.cursor() as cursor:
        cursor.execute(INDEXES, [rf"^memory_vector\d+_hnsw_{workspace.pk}_"])
        return dict(cursor.fetchall())


def _do(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


INDEXES = """
SELECT relname::text, indisvalid FROM pg_index JOIN pg_class ON oid = indexrelid
WHERE relname ~ %s ORDER BY relname
"""
