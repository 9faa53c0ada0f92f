"""Finding by meaning: the rows whose vectors lie nearest to a query's."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import connection
from psycopg import sql

from memory.embedding.embedder import embedder
from memory.llm import ModelFailed
from memory.models import VECTORS, Reals, Workspace
from memory.queries.archive import IN_ARCHIVE
from memory.queries.embeddable import Key
from memory.queries.embedding import MOST_COUNTED, Standing
from memory.rules.vectors import fitted, width

log = logging.getLogger(__name__)
# A search does not wait longer for its vector, in seconds.
PATIENCE = 3.0
# Less alike than this, two texts have nothing to do with each other.
FLOOR = 0.25


@dataclass(frozen=True)
class QueryVector:
    """A query as the model of that name sees it."""

    model: str
    values: tuple[float, ...]

    @property
    def table(self) -> str:
        """The table that holds vectors as long as this one."""
        return VECTORS[width(len(self.values))]._meta.db_table

    @cached_property
    def sent(self) -> Reals:
        """The vector as it is sent to PostgreSQL."""
        return Reals(fitted(self.values))


def embed_query(text: str) -> QueryVector | None:
    """The query's vector, made outside any transaction; None when no model gives it."""
    model = embedder()
    try:
        (vector,) = model.embed([text], seconds=PATIENCE)
    except ModelFailed as failure:
        log.warning("a query has no vector: %s", failure)
        return None
    return QueryVector(model.model, tuple(vector))


def nearest(
    workspace: Workspace, vector: QueryVector, kinds: Collection[str], limit: int
) -> list[tuple[Key, float]]:
    """The nearest rows of the workspace with a vector of the same model, by cosine.

    Never fewer than there are above FLOOR, up to `limit`: where a large workspace's
    index yields too few of the wanted kinds, all are compared. Of those, what is
    archived is left out.
    """
    found = _scan(workspace, vector, kinds, limit, exact=False)
    if len(found) < limit and len(kinds) < len(COLUMNS):
        found = _scan(workspace, vector, kinds, limit, exact=True)
    return [(key, cosine) for key, cosine in found if cosine >= FLOOR]


def shortcomings(vector: QueryVector | None, now: Standing) -> list[str]:
    """What a reader should know of a search's vectors, in sentences.

    `now` is how far the workspace's texts have vectors.
    """
    model, said = embedder(), []
    if vector is None:
        said.append("The embedding model gave no vector: found by words only.")
    elif now.model not in (None, vector.model):
        said.append(f"No text has a vector of {vector.model} yet: found by words only.")
    elif now.missing:
        texts = "text has" if now.missing == 1 else "texts have"
        said.append(
            f"{_counted(now.missing)} {texts} no vector of {vector.model} yet and can"
            f" be found by words only{_progress(now)}."
        )
        said += [f"Embedding fails: {now.error}"] if now.error else []
    if model.degraded:
        said.append(f"Likeness is by spelling, not meaning: {model.degraded}.")
    return said


def _counted(missing: int) -> str:
    most = f"{MOST_COUNTED:,}"
    return f"More than {most}" if missing > MOST_COUNTED else f"{missing:,}"


def _progress(now: Standing) -> str:
    return f" (operation {now.operation})" if now.operation else ""


def _scan(
    workspace: Workspace,
    vector: QueryVector,
    kinds: Collection[str],
    limit: int,
    *,
    exact: bool,
) -> list[tuple[Key, float]]:
    wanted = " OR ".join(f"{COLUMNS[kind]} IS NOT NULL" for kind in sorted(kinds))
    statement = NEAREST.format(
        table=vector.table,
        here=workspace.pk,
        model=sql.quote(vector.model).replace("%", "%%"),
        limit=limit,
        # An index answers an order by distance, and none by a sum.
        plus=" + 0" if exact else "",
        archived=IN_ARCHIVE,
        kinds=f"AND ({wanted})" if len(kinds) < len(COLUMNS) else "",
    )
    given: list[Any] = [vector.sent]
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        return [_read(*row) for row in cursor.fetchall()]


def _read(
    node: int | None, claim: int | None, source: int | None, distance: float
) -> tuple[Key, float]:
    if node is not None:
        return ("node", node), 1 - distance
    if claim is not None:
        return ("claim", claim), 1 - distance
    assert source is not None
    return ("source", source), 1 - distance


COLUMNS = {"node": "node_id", "claim": "claim_id", "source": "source_id"}
NEAREST = """
WITH near AS MATERIALIZED (
    SELECT node_id, claim_id, source_id,
           (value <=> %s::real[]::halfvec){plus} AS distance
    FROM {table}
    WHERE workspace_id = {here} AND model = {model} {kinds}
    ORDER BY distance LIMIT {limit}
)
SELECT node_id, near.claim_id, source_id, distance
FROM near LEFT JOIN memory_claimstatus status ON status.claim_id = near.claim_id
WHERE {archived} IS NOT TRUE
ORDER BY distance, node_id, near.claim_id, source_id
"""
