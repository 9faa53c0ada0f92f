"""Search by identifier, name and words, without a model."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from django.contrib.postgres.search import SearchQuery, SearchRank
from django.db.models import F, Max, Q

from memory.models import Claim, Derivation, Node, Source, Workspace
from memory.models.graph import NODE_WORDS
from memory.models.source import SOURCE_WORDS
from memory.queries.archive import archived
from memory.queries.canonical import canonical
from memory.queries.entities import entities
from memory.rules.identity import IdentityRefused, normalise, source_uid
from memory.rules.lookalike import skeleton_keys
from memory.rules.spelling import RULES

KINDS = ("node", "claim", "source")
# No kind gives more than so many candidates.
CANDIDATES = 200
# An exact name comes before one that is spelled alike, and that before words.
EXACT, SAME_THING, ALIKE, WORDS = 1.0, 0.95, 0.9, 0.4


@dataclass(frozen=True)
class Hit:
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
    wanted = " ".join(query.split())
    if not wanted:
        return []
    found = [*_named(workspace, wanted)]
    if "source" in kinds:
        found += _sources(workspace, wanted)
    if "node" in kinds:
        found += _described(workspace, wanted)
    if "claim" in kinds:
        found += _worded(workspace, wanted)
        found += _of_id(workspace, wanted)
    return _ranked(hit for hit in found if hit.kind in kinds)


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


def _uid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _tsquery(query: str) -> SearchQuery:
    return SearchQuery(query, config="english", search_type="websearch")


def _named(workspace: Workspace, query: str) -> Iterator[Hit]:
    """Nodes of that id or name, and what they count as."""
    keys: set[str] = set()
    for kind in ("", *RULES):
        with suppress(IdentityRefused):
            keys |= skeleton_keys(normalise(kind, query))
    named = Q(skeletons__overlap=sorted(keys)) | Q(name__iexact=query)
    found = list(entities(workspace).filter(named | Q(uid=_uid(query)))[:CANDIDATES])
    exact = [row.pk for row in found if _is_exactly(row, query)]
    for row in found:
        hit = row.pk in exact
        score, why = (EXACT, "exact") if hit else (ALIKE, "text")
        yield Hit("node", row.pk, score, (why,))
    for end in set(canonical(exact).values()) - set(exact):
        yield Hit("node", end, SAME_THING, ("exact",))


def _is_exactly(node: Node, query: str) -> bool:
    if node.name.casefold() == query.casefold() or node.uid == _uid(query):
        return True
    try:
        spelled = normalise(node.kind, query)
    except IdentityRefused:
        return False
    return spelled == normalise(node.kind, node.external_id)


def _described(workspace: Workspace, query: str) -> Iterator[Hit]:
    wanted = _tsquery(query)
    rows = entities(workspace).annotate(words=NODE_WORDS).filter(words=wanted)
    ranked = rows.annotate(rank=SearchRank(NODE_WORDS, wanted, normalization=32))
    best = ranked.order_by("-rank", "pk").values_list("pk", "rank")
    yield from (_text("node", pk, rank) for pk, rank in best[:CANDIDATES])


def _worded(workspace: Workspace, query: str) -> Iterator[Hit]:
    """Claims by the wording of any of their derivations."""
    wanted = _tsquery(query)
    rows = Derivation.objects.filter(workspace=workspace, words__search=wanted)
    away = archived(Claim.objects.filter(workspace=workspace))
    rows = rows.exclude(claim__in=away)
    rank = SearchRank(F("words__search"), wanted, normalization=32)
    best = rows.values("claim_id").annotate(rank=Max(rank)).order_by("-rank", "claim")
    pairs = best.values_list("claim_id", "rank")[:CANDIDATES]
    yield from (_text("claim", pk, rank) for pk, rank in pairs)


def _of_id(workspace: Workspace, query: str) -> Iterator[Hit]:
    if (uid := _uid(query)) is not None:
        rows = Claim.objects.filter(workspace=workspace, uid=uid)
        for pk in rows.values_list("pk", flat=True):
            yield Hit("claim", pk, EXACT, ("exact",))


def _sources(workspace: Workspace, query: str) -> Iterator[Hit]:
    """Sources by address, id or title."""
    wanted = _tsquery(query)
    mine = Source.objects.filter(workspace=workspace)
    with suppress(IdentityRefused):
        voice = source_uid(workspace=workspace.uid, uri=query, version="")
        named = mine.filter(Q(voice=voice) | Q(node__uid=_uid(query)))
        for pk in named.values_list("pk", flat=True)[:CANDIDATES]:
            yield Hit("source", pk, EXACT, ("exact",))
    rows = mine.annotate(words=SOURCE_WORDS).filter(words=wanted)
    ranked = rows.annotate(rank=SearchRank(SOURCE_WORDS, wanted, normalization=32))
    best = ranked.order_by("-rank", "pk").values_list("pk", "rank", "title")
    for pk, rank, title in best[:CANDIDATES]:
        if title.casefold() == query.casefold():
            yield Hit("source", pk, EXACT, ("exact",))
        yield _text("source", pk, rank)


def _text(kind: str, pk: int, rank: float) -> Hit:
    return Hit(kind, pk, round(WORDS * (1 + rank), 6), ("text",))
