"""A model of the tests' own, and stores whose texts it has embedded."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from memory.embedding.hashed import Hashed
from memory.jobs import embed
from memory.jobs.embed import embed_due
from memory.llm import ModelFailed
from memory.models import Unembedded, Workspace
from memory.queries.embedding import current_run, vectors_of
from memory.retrieval import meaning


@dataclass
class Counting:
    """Hashed words under any name; counts what it was asked, fails when told to."""

    model: str = "counting"
    dimensions: int = 384
    degraded: str = ""
    asked: list[str] = field(default_factory=list)
    failure: ModelFailed | None = None
    poison: str = ""

    def embed(self, texts: Sequence[str], *, seconds: float) -> list[list[float]]:
        if self.failure is not None:
            raise self.failure
        if self.poison and any(self.poison in text for text in texts):
            raise ModelFailed("It is poison.", refused=True)
        self.asked += texts
        rows = Hashed("").embed(texts, seconds=seconds)
        return [row + [0.0] * (self.dimensions - len(row)) for row in rows]


def install(monkeypatch: pytest.MonkeyPatch, model: Counting) -> Counting:
    """Put a model where the environment's is looked up."""
    for module in (embed, meaning):
        monkeypatch.setattr(module, "embedder", lambda: model)
    return model


def embedded(workspace: Workspace) -> list[Any]:
    """The workspace's vectors of the model in force, everything embedded."""
    embed_due()
    return vectors(workspace)


def vectors(workspace: Workspace) -> list[Any]:
    """The workspace's vectors of the model in force, in id order."""
    run = current_run(workspace)
    return list(vectors_of(run).order_by("id")) if run else []


def queued(workspace: Workspace) -> list[tuple[str, int]]:
    """The texts that wait for a vector, in order."""
    rows = Unembedded.objects.filter(workspace=workspace).order_by("id")
    return list(rows.values_list("kind", "object"))
