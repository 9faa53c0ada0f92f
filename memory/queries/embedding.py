"""Which model a workspace's vectors are of, and what has none yet."""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from memory.models import (
    VECTORS,
    EmbeddingRun,
    Unembedded,
    Vector,
    Workspace,
)
from memory.queries.embeddable import Key
from memory.rules.vectors import width

# A search counts so many each time, and says only that there are more.
MOST_COUNTED = 1000


@dataclass(frozen=True)
class Standing:
    """The newest run's model, if there was one, and how many texts lack its vectors.

    `operation` is the run's while it goes on; `error` why it cannot.
    """

    model: str | None
    error: str
    operation: UUID | None
    waiting: int
    refused: int

    @property
    def missing(self) -> int:
        """How many texts have no vector of the run's model."""
        return self.waiting + self.refused


def current_run(workspace: Workspace) -> EmbeddingRun | None:
    """The run whose model is in force."""
    rows = EmbeddingRun.objects.filter(workspace=workspace).order_by("-id")
    return rows.select_related("operation").first()


def standing(workspace: Workspace, most: int | None = MOST_COUNTED) -> Standing:
    """How far the workspace's texts have vectors; one that changed twice counts twice.

    Beyond `most` no more are counted than one, so that a search during a long run
    costs what any other does.
    """
    wanted = {"here": workspace.pk, "most": None if most is None else most + 1}
    with connection.cursor() as cursor:
        cursor.execute(STANDING, wanted)
        return Standing(*cursor.fetchone())


STANDING = """
SELECT run.model, coalesce(run.error, ''), operation.uid, texts.waiting, texts.refused
FROM (
    SELECT count(*) FILTER (WHERE error = '') AS waiting,
           count(*) FILTER (WHERE error <> '') AS refused
    FROM (
        SELECT error FROM memory_unembedded WHERE workspace_id = %(here)s
        LIMIT %(most)s::int
    ) counted
) texts
LEFT JOIN LATERAL (
    SELECT * FROM memory_embeddingrun WHERE workspace_id = %(here)s
    ORDER BY id DESC LIMIT 1
) run ON true
LEFT JOIN memory_operation operation
    ON operation.id = run.operation_id AND run.ended_at IS NULL
"""


def to_embed(model: str, dimensions: int) -> QuerySet[Workspace]:
    """Workspaces that hold texts without a vector of this model."""
    newest = EmbeddingRun.objects.filter(workspace=OuterRef("pk")).order_by("-id")
    waiting = Unembedded.objects.filter(workspace=OuterRef("pk"), error="")
    rows = Workspace.objects.annotate(
        model=Subquery(newest.values("model")[:1]),
        dimensions=Subquery(newest.values("dimensions")[:1]),
        unended=Exists(newest.filter(ended_at=None)),
    )
    due = (
        Q(model=None)
        | ~Q(model=model, dimensions=dimensions)
        | Q(unended=True)
        | Exists(waiting)
    )
    return rows.filter(due).order_by("pk")


def vectors_of(run: EmbeddingRun) -> QuerySet[Vector]:
    """The workspace's vectors of the run's model."""
    table = VECTORS[width(run.dimensions)]
    return table._default_manager.filter(workspace=run.workspace, model=run.model)


def known_hashes(run: EmbeddingRun, keys: set[Key]) -> dict[Key, bytes]:
    """The hashes of the texts that have vectors of the run's model already."""
    found: dict[Key, bytes] = {}
    for kind in ("node", "claim", "source"):
        ids = [pk for each, pk in keys if each == kind]
        rows = vectors_of(run).filter(**{f"{kind}__in": ids})
        pairs = rows.values_list(f"{kind}_id", "text_hash")
        found |= {(kind, pk): bytes(hashed) for pk, hashed in pairs}
    return found
