"""What was found, as it stands now and with the matching words marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from memory.models import Node, Source, Workspace
from memory.queries.clock import database_now
from memory.queries.standings import Standing, standings
from memory.retrieval.lexical import Hit

# Signs that no text is likely to hold; where one does, only the marking is off.
OPEN, CLOSE = "\x02", "\x03"


@dataclass(frozen=True)
class Found:
    """A hit with its row; exactly one of node, claim and source is there."""

    hit: Hit
    uid: UUID
    text: str
    node: Node | None = None
    claim: Standing | None = None
    source: Source | None = None


def resolve(workspace: Workspace, hits: Sequence[Hit]) -> list[Found]:
    """The rows of some hits, in their order; claims as they stand now."""
    known = standings(workspace, _of("claim", hits), database_now())
    nodes = Node.objects.filter(workspace=workspace).in_bulk(_of("node", hits))
    mine = Source.objects.filter(workspace=workspace)
    sources = mine.select_related("node", "workspace").in_bulk(_of("source", hits))
    found = []
    for hit in hits:
        if hit.kind == "claim" and hit.pk in known:
            claim = known[hit.pk]
            found.append(Found(hit, claim.uid, claim.text, claim=claim))
        elif hit.kind == "node" and hit.pk in nodes:
            node = nodes[hit.pk]
            found.append(Found(hit, node.uid, _named(node), node=node))
        elif hit.kind == "source" and hit.pk in sources:
            source = sources[hit.pk]
            found.append(Found(hit, source.node.uid, str(source), source=source))
    return found


def marked(texts: Sequence[str], query: str) -> list[list[tuple[str, bool]]]:
    """Each text cut into runs, with whether the query's words match there."""
    with connection.cursor() as cursor:
        cursor.execute(MARK, [query, f"StartSel={OPEN},StopSel={CLOSE}", list(texts)])
        return [_runs(text) for (text,) in cursor.fetchall()]


def _of(kind: str, hits: Sequence[Hit]) -> list[int]:
    return [hit.pk for hit in hits if hit.kind == kind]


def _named(node: Node) -> str:
    """Name and id, and what is said of it."""
    names = f"{node.name} ({node.external_id})" if node.name else node.external_id
    return f"{names}: {node.description}" if node.description else names


def _runs(text: str) -> list[tuple[str, bool]]:
    """Marked and plain runs; the parts of P-101 are marked one by one and joined."""
    found: list[tuple[str, bool]] = []
    for piece in text.replace(CLOSE + OPEN, "").split(OPEN):
        match, closed, rest = piece.partition(CLOSE)
        found += [(match, True), (rest, False)] if closed else [(piece, False)]
    return [(words, inside) for words, inside in found if words]


MARK = """
SELECT ts_headline('english', words, websearch_to_tsquery('english', %s),
                   'HighlightAll=true,' || %s)
FROM unnest(%s::text[]) WITH ORDINALITY AS given (words, place) ORDER BY place
"""
