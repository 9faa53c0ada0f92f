"""Search: what was found, grouped by what it is, with the reason for each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from curation.contexts.words import Piece
from memory.models import Workspace
from memory.queries.embedding import standing
from memory.retrieval.dual import KINDS, dual, embed_query
from memory.retrieval.found import Found, marked, resolve
from memory.retrieval.lexical import Hit
from memory.retrieval.meaning import shortcomings

SHOWN, SHOWN_ALONE = 10, 100
NAMES = {"node": "Entities", "claim": "Claims", "source": "Sources"}
PAGES = {"node": "entity", "claim": "claim", "source": "source"}
# Why a row was found, in words.
REASONS = {
    "exact": "named exactly",
    "text": "the words match",
    "edge": "one claim away from what was found",
    "vector": "alike in meaning",
}


@dataclass(frozen=True)
class Line:
    """One hit; claims say how they stand now."""

    page: str
    uid: UUID
    pieces: list[Piece]
    why: str
    about: str
    status: str
    low: float | None


@dataclass(frozen=True)
class Group:
    """The hits of one kind; `more` is how many are not shown."""

    kind: str
    name: str
    lines: list[Line]
    count: int
    more: int


@dataclass(frozen=True)
class SearchPage:
    """A query and what it found, best kind first."""

    query: str
    groups: list[Group]
    count: int
    kind: str
    missing: list[str]
    title: str = "Search"
    toast: Any = None


def search_page(workspace: Workspace, query: str, kind: str) -> SearchPage:
    """The page, in a constant number of statements."""
    kinds = (kind,) if kind in KINDS else KINDS
    vector = embed_query(query) if query else None
    hits = dual(workspace, query, vector, kinds) if query else []
    shown = SHOWN if len(kinds) > 1 else SHOWN_ALONE
    tops = {each: [x for x in hits if x.kind == each][:shown] for each in kinds}
    found = resolve(workspace, [hit for top in tops.values() for hit in top])
    pieces = marked([each.text for each in found], query) if found else []
    lines: dict[str, list[Line]] = {each: [] for each in kinds}
    for each, runs in zip(found, pieces, strict=True):
        lines[each.hit.kind].append(_line(each, runs))
    best = sorted(kinds, key=lambda each: -_best(tops[each]))
    groups = [_group(each, lines[each], hits) for each in best if lines[each]]
    title = f"Search: {query}" if query else "Search"
    missing = shortcomings(vector, standing(workspace)) if query else []
    return SearchPage(query, groups, len(hits), kind, missing, title)


def _best(hits: Sequence[Hit]) -> float:
    return hits[0].score if hits else 0.0


def _group(kind: str, lines: list[Line], hits: Sequence[Hit]) -> Group:
    count = sum(hit.kind == kind for hit in hits)
    return Group(kind, NAMES[kind], lines, count, count - len(lines))


def _line(found: Found, runs: Sequence[tuple[str, bool]]) -> Line:
    claim = found.claim
    return Line(
        page=PAGES[found.hit.kind],
        uid=found.uid,
        pieces=[Piece(words, match) for words, match in runs],
        why=", ".join(REASONS[reason] for reason in found.hit.why),
        about=_about(found),
        status=claim.status if claim else "",
        low=claim.by_source if claim else None,
    )


def _about(found: Found) -> str:
    if found.node is not None:
        return found.node.kind
    return found.source.as_of if found.source is not None else ""
