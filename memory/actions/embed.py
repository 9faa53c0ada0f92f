"""Give texts their vectors: a model takes over, batch after batch."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from memory.models import (
    VECTORS,
    EmbeddingRun,
    Operation,
    OperationKind,
    Unembedded,
    Workspace,
)
from memory.queries.embeddable import Key, texts
from memory.queries.embedding import current_run
from memory.rules.digest import text_digest
from memory.rules.vectors import fitted, width
from memory.steps.locks import share_workspace
from memory.steps.vectors import forget_vectors


@dataclass(frozen=True)
class Made:
    """A text's vector, and the hash of the text as it was when it was read."""

    key: Key
    text_hash: bytes
    vector: Sequence[float]


@transaction.atomic(durable=True)
def begin_run(
    *, workspace: Workspace, model: str, dimensions: int, now: datetime.datetime
) -> EmbeddingRun:
    """Put a model in force, and queue every text of the workspace for it.

    Vectors of other models stay until the run has ended, and are not looked at.
    """
    operation = Operation.objects.create(
        workspace=workspace, kind=OperationKind.EMBED, created_at=now
    )
    Unembedded.objects.filter(workspace=workspace).delete()
    with connection.cursor() as cursor:
        cursor.execute(QUEUE_ALL, [workspace.pk] * 3)
        total = cursor.rowcount
    return EmbeddingRun.objects.create(
        workspace=workspace,
        operation=operation,
        model=model,
        dimensions=dimensions,
        total=total,
        due_at=now,
    )


@transaction.atomic(durable=True)
def store_vectors(
    *,
    run: EmbeddingRun,
    taken: Mapping[int, Key],
    made: Sequence[Made],
    refused: Mapping[Key, str],
) -> int:
    """Store a batch and take its texts off the queue; gives how many were stored.

    Keeps true: a vector is of the text as it is now, so that none of erased words is
    stored; nothing is stored of a model that is no longer in force. A text that
    changed meanwhile stands in the queue again.
    """
    # No erasure goes on beside this.
    share_workspace(run.workspace)
    newest = current_run(run.workspace)
    if newest is None or newest.pk != run.pk:
        return 0
    now = texts(run.workspace, taken.values())
    fresh = [x for x in made if x.key in now and text_digest(now[x.key]) == x.text_hash]
    _write(run, fresh)
    EmbeddingRun.objects.filter(pk=run.pk).exclude(error="").update(error="")
    _forget_wordless({*taken.values()} - now.keys())
    for key, reason in refused.items():
        rows = [pk for pk, each in taken.items() if each == key]
        Unembedded.objects.filter(pk__in=rows).update(error=reason[:500])
    done = [pk for pk, key in taken.items() if key not in refused]
    Unembedded.objects.filter(pk__in=done).delete()
    return len(fresh)


@transaction.atomic(durable=True)
def end_run(*, run: EmbeddingRun, now: datetime.datetime) -> bool:
    """Close a run that has nothing left to embed, and drop other models' vectors."""
    rows = EmbeddingRun.objects.select_for_update().filter(pk=run.pk, ended_at=None)
    waiting = Unembedded.objects.filter(workspace=run.workspace, error="")
    if waiting.exists() or not rows.exists():
        return False
    for table in VECTORS.values():
        kept = table._default_manager.filter(workspace=run.workspace)
        kept.exclude(model=run.model).delete()
    return bool(rows.update(ended_at=now, error=""))


@transaction.atomic(durable=True)
def put_off(
    *, run: EmbeddingRun, error: str, now: datetime.datetime, wait: datetime.timedelta
) -> None:
    """Record why a batch failed, and when to try again."""
    EmbeddingRun.objects.filter(pk=run.pk).update(error=error[:500], due_at=now + wait)


def _write(run: EmbeddingRun, made: Sequence[Made]) -> None:
    table: Any = VECTORS[width(run.dimensions)]
    for kind in ("node", "claim", "source"):
        rows = {
            each.key[1]: table(
                workspace=run.workspace,
                model=run.model,
                text_hash=each.text_hash,
                value=fitted(each.vector),
                **{f"{kind}_id": each.key[1]},
            )
            for each in made
            if each.key[0] == kind
        }
        table._default_manager.bulk_create(
            [rows[pk] for pk in sorted(rows)],
            update_conflicts=True,
            unique_fields=[kind, "model"],
            update_fields=["text_hash", "value"],
        )


def _forget_wordless(keys: set[Key]) -> None:
    ids = {
        f"{kind}s": [pk for each, pk in keys if each == kind]
        for kind in ("node", "claim", "source")
    }
    forget_vectors(**ids)


QUEUE_ALL = """
INSERT INTO memory_unembedded (workspace_id, kind, object)
SELECT workspace_id, 'node', id FROM memory_node
WHERE workspace_id = %s AND kind <> 'source'
UNION ALL
SELECT workspace_id, 'claim', id FROM memory_claim WHERE workspace_id = %s
UNION ALL
SELECT workspace_id, 'source', id FROM memory_source WHERE workspace_id = %s
"""
