"""Dual entry: by name and words, and by the vector of the query."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from memory.models import Workspace
from memory.retrieval.lexical import KINDS, Hit, lexical


@dataclass(frozen=True)
class QueryVector:
    """The vector of a query."""

    values: Sequence[float]


def dual(
    workspace: Workspace,
    query: str,
    vector: QueryVector | None,
    kinds: Collection[str] = KINDS,
) -> list[Hit]:
    """What a query names or describes, best first."""
    found = {(hit.kind, hit.pk): hit for hit in lexical(workspace, query, kinds)}
    words = " or ".join(query.split()[:60])
    for hit in lexical(workspace, words, kinds):
        found.setdefault((hit.kind, hit.pk), hit)
    return list(found.values())
