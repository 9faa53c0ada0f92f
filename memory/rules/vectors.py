"""Reads what an embedding model's server sends, and fits vectors to stored widths."""

import math
from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

# The widths that there are tables for.
WIDTHS = (384, 3072)


class NoVectors(ValueError):
    """A body that does not hold the vectors asked for."""


class _Row(BaseModel):
    index: Annotated[int, Field(ge=0)]
    embedding: list[float]


class _Rows(BaseModel):
    data: list[_Row]


def read_vectors(body: bytes, *, count: int, dimensions: int) -> list[list[float]]:
    """The vectors in a body, in the order of the texts; raises NoVectors."""
    try:
        rows = _Rows.model_validate_json(body).data
    except ValidationError:
        start = body[:60].decode(errors="replace")
        raise NoVectors(f"The reply holds no embeddings: {start}") from None
    if sorted(row.index for row in rows) != list(range(count)):
        raise NoVectors(f"The reply holds {len(rows)} embeddings for {count} texts.")
    vectors = [row.embedding for row in sorted(rows, key=lambda row: row.index)]
    for each in vectors:
        _check(each, dimensions)
    return vectors


def _check(vector: Sequence[float], dimensions: int) -> None:
    if len(vector) != dimensions:
        raise NoVectors(
            f"An embedding has {len(vector)} dimensions where {dimensions} are set"
            " (WARRANT_EMBEDDING_DIMENSIONS)."
        )
    if not all(map(math.isfinite, vector)) or not any(vector):
        raise NoVectors("An embedding is not a finite vector other than zero.")


def width(dimensions: int) -> int:
    """The narrowest table that holds so many dimensions; ValueError when none does."""
    return min(each for each in WIDTHS if each >= dimensions)


def fitted(vector: Sequence[float]) -> list[float]:
    """The vector at unit length, filled with zeros to the width of its table.

    Neither changes a cosine; unit length keeps every number within a half's range.
    """
    length = math.hypot(*vector)
    zeros = [0.0] * (width(len(vector)) - len(vector))
    return [value / length for value in vector] + zeros
