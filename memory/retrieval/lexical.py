"""Search by identifier, name and words, without a model."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from memory.models import Workspace
from memory.queries.archive import IN_ARCHIVE
from memory.queries.entities import SOURCE
from memory.retrieval.mentions import Mention, as_uid, mentioned
from memory.rules.identity import IdentityRefused, source_uid

KINDS = ("node", "claim", "source")
# No kind gives more than so many candidates.
CANDIDATES = 200
# An exact name comes before one that is spelled alike, and that before words.
EXACT, SAME_THING, ALIKE, WORDS = 1.0, 0.95, 0.9, 0.4


class Hit(NamedTuple):
    """A row that was found; `score` lies in (0, 1], `why` has one reason or more."""

    kind: str
    pk: int
    score: float
    why: tuple[str, ...]


def lexical(
    workspace: Workspace, query: str, kinds: Collection[str] = KINDS
) -> list[Hit]:
    """What a query names or describes in this workspace, best first.

    `exact` is an identifier or a name, through merges too; `text` means that words
    match, or an id but for its separators or script. Words score 0.4 to 0.8 by
    PostgreSQL's rank.
    """
    hits = described(workspace, query, mentioned(workspace, query))
    return [hit for hit in hits if hit.kind in kinds]


def described(workspace: Workspace, query: str, names: Sequence[Mention]) -> list[Hit]:
    """The same where the nodes that the query names are known, in one statement."""
    wanted = " ".join(query.split())
    if not wanted:
        return []
    return _ranked([*_named(names), *_worded(workspace, wanted)])


def _ranked(hits: Iterable[Hit]) -> list[Hit]:
    """Each row once, with its best score and all its reasons."""
    merged: dict[tuple[str, int], Hit] = {}
    for hit in hits:
        known = merged.get((hit.kind, hit.pk))
        if known is not None:
            why = tuple(dict.fromkeys((*known.why, *hit.why)))
            hit = Hit(hit.kind, hit.pk, max(hit.score, known.score), why)
        merged[hit.kind, hit.pk] = hit
    order = {kind: place for place, kind in enumerate(KINDS)}
    return sorted(merged.values(), key=lambda x: (-x.score, order[x.kind], x.pk))


def _named(names: Sequence[Mention]) -> Iterator[Hit]:
    """Nodes of that id or name, and what they count as."""
    whole = [each for each in names if each.whole]
    exact = {each.node: each.end for each in whole if each.spelled}
    for each in whole:
        score, why = (EXACT, "exact") if each.node in exact else (ALIKE, "text")
        yield Hit("node", each.node, score, (why,))
    for end in set(exact.values()) - set(exact):
        yield Hit("node", end, SAME_THING, ("exact",))


def _worded(workspace: Workspace, query: str) -> Iterator[Hit]:
    wanted: dict[str, Any] = {
        "query": query,
        "uid": as_uid(query),
        "voice": _voice(workspace, query),
        "source": SOURCE,
        "most": CANDIDATES,
    }
    with connection.cursor() as cursor:
        cursor.execute(WORDED.format(here=workspace.pk), wanted)
        for kind, pk, rank, exact in cursor.fetchall():
            if exact:
                yield Hit(kind, pk, EXACT, ("exact",))
            if rank is not None:
                yield Hit(kind, pk, round(WORDS * (1 + rank), 6), ("text",))


def _voice(workspace: Workspace, query: str) -> UUID | None:
    """What all revisions of a source share whose address the query is."""
    with suppress(IdentityRefused):
        return source_uid(workspace=workspace.uid, uri=query, version="")
    return None


# The expressions are those of the indexes node_words and source_words.
NODE_WORDS = """
to_tsvector('english', coalesce(name, '') || ' ' || coalesce(external_id, '')
                       || ' ' || coalesce(description, ''))
"""
SOURCE_WORDS = "to_tsvector('english', coalesce(title, ''))"
WANTED = "(SELECT words FROM asked)"

# A plan may be kept for what comes next. So the workspace is no parameter, here and in
# `mentions` and `meaning`: what is best for a small one would read a large one from end
# to end. What is looked up is hidden from the planner, else it makes a plan each time.
# It takes what it does not know for a large share of all, so that OFFSET 0 has to keep
# it from reading a whole workspace for the few rows that a word is found in.
WORDED = f"""
WITH asked AS MATERIALIZED (
    SELECT websearch_to_tsquery('english', %(query)s) AS words
)
(SELECT 'node', id, ts_rank({NODE_WORDS}, {WANTED}, 32) AS rank, false
 FROM memory_node
 WHERE workspace_id = {{here}} AND kind <> %(source)s AND {NODE_WORDS} @@ {WANTED}
 ORDER BY rank DESC, id LIMIT %(most)s)
UNION ALL
(SELECT 'claim', derivation.claim_id,
        max(ts_rank(words.search, {WANTED}, 32)) AS rank, false
 FROM memory_derivationtext words
 CROSS JOIN LATERAL (
     SELECT claim_id FROM memory_derivation
     WHERE workspace_id = {{here}} AND id = words.derivation_id OFFSET 0
 ) derivation
 LEFT JOIN memory_claimstatus status ON status.claim_id = derivation.claim_id
 WHERE words.search @@ {WANTED} AND {IN_ARCHIVE} IS NOT TRUE
 GROUP BY derivation.claim_id
 ORDER BY rank DESC, derivation.claim_id LIMIT %(most)s)
UNION ALL
(SELECT 'claim', claim.id, NULL, true FROM memory_claim claim
 LEFT JOIN memory_claimstatus status ON status.claim_id = claim.id
 WHERE claim.workspace_id = {{here}} AND claim.uid = %(uid)s::uuid
     AND {IN_ARCHIVE} IS NOT TRUE)
UNION ALL
(SELECT 'source', id, NULL, true FROM memory_source
 WHERE workspace_id = {{here}} AND voice = %(voice)s::uuid
 ORDER BY id DESC LIMIT %(most)s)
UNION ALL
(SELECT 'source', source.id, NULL, true
 FROM memory_node node JOIN memory_source source ON source.node_id = node.id
 WHERE node.workspace_id = {{here}} AND node.uid = %(uid)s::uuid)
UNION ALL
(SELECT 'source', id, ts_rank({SOURCE_WORDS}, {WANTED}, 32) AS rank,
        lower(title) = lower(%(query)s)
 FROM memory_source
 WHERE workspace_id = {{here}} AND {SOURCE_WORDS} @@ {WANTED}
 ORDER BY rank DESC, id LIMIT %(most)s)
"""
