"""Embeds texts in batches: read, embedded outside any transaction, stored."""

import datetime
import time
from collections.abc import Mapping

from memory.actions.embed import Made, begin_run, end_run, put_off, store_vectors
from memory.embedding.embedder import Embedder, embedder
from memory.jobs.place import leave_workspace, take_workspace
from memory.llm import ModelFailed
from memory.models import EmbeddingRun, Workspace
from memory.queries.clock import database_now
from memory.queries.embeddable import Key, texts, waiting
from memory.queries.embedding import current_run, known_hashes, to_embed
from memory.rules.digest import text_digest

BATCH = 64
# For one batch, in seconds.
PATIENCE = 60.0


def embed_due(*, seconds: float = 20.0) -> bool:
    """Embed what has no vector of the model in force; true when time ran out first.

    Each workspace has a batch in its turn, so that a large one holds up no other.
    What a killed worker left is still in the queue.
    """
    deadline = time.monotonic() + seconds
    model = embedder()
    busy = True
    while busy:
        busy = False
        for workspace in to_embed(model.model, model.dimensions):
            busy |= _turn(workspace, model)
            if time.monotonic() > deadline:
                return True
    return False


def _turn(workspace: Workspace, model: Embedder) -> bool:
    """One batch of a workspace, unless another worker is at it."""
    if not take_workspace(workspace.pk):
        return False
    try:
        return embed_batch(_run(workspace, model), model)
    finally:
        leave_workspace(workspace.pk)


def _run(workspace: Workspace, model: Embedder) -> EmbeddingRun:
    run = current_run(workspace)
    if run is None or run.model != model.model or run.dimensions != model.dimensions:
        return begin_run(
            workspace=workspace,
            model=model.model,
            dimensions=model.dimensions,
            now=database_now(),
        )
    return run


def embed_batch(run: EmbeddingRun, model: Embedder) -> bool:
    """Embed the next texts of a run; false when there is nothing to do for now."""
    now = database_now()
    if run.due_at > now:
        return False
    taken = waiting(run.workspace, BATCH)
    if not taken:
        return end_run(run=run, now=now)
    try:
        made, refused = _embedded(run, taken, model)
    except ModelFailed as failure:
        wait = datetime.timedelta(seconds=failure.retry_after)
        put_off(run=run, error=str(failure), now=database_now(), wait=wait)
        return False
    store_vectors(run=run, taken=taken, made=made, refused=refused)
    return True


def _embedded(
    run: EmbeddingRun, taken: Mapping[int, Key], model: Embedder
) -> tuple[list[Made], dict[Key, str]]:
    """Vectors of the texts that have none yet, and what the model refuses."""
    read = texts(run.workspace, taken.values())
    known = known_hashes(run, set(read))
    new = {
        key: text for key, text in read.items() if known.get(key) != text_digest(text)
    }
    if not new:
        return [], {}
    try:
        vectors = model.embed([*new.values()], seconds=PATIENCE)
    except ModelFailed as failure:
        if not failure.refused:
            raise
        return _one_by_one(new, model)
    pairs = zip(new.items(), vectors, strict=True)
    return [Made(key, text_digest(text), vector) for (key, text), vector in pairs], {}


def _one_by_one(
    new: Mapping[Key, str], model: Embedder
) -> tuple[list[Made], dict[Key, str]]:
    """One refused text spares the others of its batch."""
    made, refused = [], {}
    for key, text in new.items():
        try:
            (vector,) = model.embed([text], seconds=PATIENCE)
            made.append(Made(key, text_digest(text), vector))
        except ModelFailed as failure:
            if not failure.refused:
                raise
            refused[key] = str(failure)
    return made, refused
