"""Dual retrieval: by name, words and meaning first, then one hop over claims."""

from collections.abc import Collection, Iterable, Sequence
from itertools import zip_longest

from memory.models import Workspace
from memory.queries.embeddable import Key
from memory.retrieval.hop import EDGES, hop, led_to
from memory.retrieval.lexical import CANDIDATES, KINDS, Hit, described
from memory.retrieval.meaning import QueryVector, embed_query, nearest
from memory.retrieval.mentions import Mention, mentioned
from memory.rules.fusion import fuse

__all__ = ["KINDS", "QueryVector", "dual", "embed_query"]

NEAREST = 60
# How many hits are entries from which claims are followed.
ENTRIES = 10
# What is only led to comes behind the eight best that other lenses have found.
LESS = {"edge around": 0.88}


def dual(
    workspace: Workspace,
    query: str,
    vector: QueryVector | None,
    kinds: Collection[str] = KINDS,
    *,
    names: Sequence[Mention] | None = None,
) -> list[Hit]:
    """What a query names, describes, means or leads to, best first.

    `exact` is an identifier or a name, of the query or of a part of it, through
    merges too; `text` means that words match or a spelling is alike; `vector` that
    the meaning is; `edge` that a claim leads there in one hop from what was found.
    Rows that are named come first, then the sum of the reciprocal ranks of each
    reason decides: so of two siblings the one whose tag was named leads. What is
    archived is left out. Without a vector, or where a row has none of its model,
    names, words and edges remain. `names` are what the query names, where known.
    """
    if not query.strip():
        return []
    if names is None:
        names = mentioned(workspace, query)
    by_words = described(workspace, query, names)
    named = _named(names, by_words)
    words = [_key(hit) for hit in by_words if "text" in hit.why]
    near = _near(workspace, vector)
    edge, around = _edges(workspace, named, words, near, vector)
    lenses = {
        "exact": named,
        "text": words,
        "vector": near,
        "edge": edge,
        "edge around": around,
    }
    return [
        Hit(kind, pk, fused.score, _why(fused.lenses))
        for fused in fuse(lenses, first="exact", weights=LESS)
        for kind, pk in [fused.key]
        if kind in kinds
    ]


def _key(hit: Hit) -> Key:
    return hit.kind, hit.pk


def _why(lenses: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(lens.split()[0] for lens in lenses))


def _named(names: Sequence[Mention], by_words: Sequence[Hit]) -> list[Key]:
    """Whole names of the query first, then those that are a part of it."""
    whole = [_key(hit) for hit in by_words if "exact" in hit.why]
    parts = [pk for each in names if each.spelled for pk in (each.node, each.end)]
    return [*dict.fromkeys([*whole, *(("node", pk) for pk in parts)])][:CANDIDATES]


def _near(workspace: Workspace, vector: QueryVector | None) -> list[Key]:
    if vector is None:
        return []
    return [key for key, _ in nearest(workspace, vector, KINDS, NEAREST)]


def _nodes(keys: Iterable[Key]) -> list[int]:
    return [pk for kind, pk in keys if kind == "node"]


def _edges(
    workspace: Workspace,
    named: Sequence[Key],
    words: Sequence[Key],
    near: Sequence[Key],
    vector: QueryVector | None,
) -> tuple[list[Key], list[Key]]:
    """Where claims lead in one hop: from what was named, and from the best others.

    The second list holds only what no other lens has found: to lie beside a hit says
    less than to be one, and siblings all lie beside each other.

    From a node to its claims and the nodes at their far ends; from a claim to its
    ends and the other claims at them.
    """
    fused = fuse({"text": words[:ENTRIES], "vector": near[:ENTRIES]})
    entries = [each.key for each in fused][:ENTRIES]
    claims = [pk for kind, pk in entries if kind == "claim"]
    found = hop(
        workspace,
        named=_nodes(named),
        nodes=_nodes(entries),
        claims=claims,
        vector=vector,
    )
    ends = [key for link in found.entered for key in link.ends()]
    start = {*_nodes(entries), *_nodes(ends)}
    at_named = [link for link in found.links if link.at_named]
    others = [link for link in found.links if not link.at_named]
    around = _alternating(led_to(others[:EDGES], start), ends)
    known = {*words, *near}
    return (
        led_to(at_named[:EDGES], found.named),
        [key for key in around if key not in known],
    )


def _alternating(one: Sequence[Key], other: Sequence[Key]) -> list[Key]:
    pairs = zip_longest(one, other)
    return [*dict.fromkeys(key for pair in pairs for key in pair if key is not None)]
