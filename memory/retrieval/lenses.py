"""The three lenses of the gate: the query, its neutral reframe, the task's subgraph."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from uuid import UUID

from django.db import connection

from memory.models import Node, Workspace
from memory.queries.embedding import standing
from memory.retrieval.around import around, roots_of
from memory.retrieval.dual import dual, embed_query
from memory.retrieval.meaning import shortcomings
from memory.retrieval.mentions import Mention, mentioned
from memory.rules.candidate import NodeName
from memory.rules.identity import IdentityRefused, node_uid

RAW, REFRAME, SUBGRAPH = "raw", "reframe", "subgraph"
# What one lens may bring, and at how many nodes a subgraph is entered.
MOST = 60
MOST_ROOTS = 24


@dataclass(frozen=True)
class Brought:
    """What one lens brought: claims, best first.

    `form` says how it ran; `lesser` why that was not as it should be, or why it did
    not run at all.
    """

    claims: tuple[int, ...] = ()
    form: str = ""
    query: str = ""
    roots: Mapping[int, UUID] = field(default_factory=dict)
    lesser: str = ""


class Asked:
    """A message of a passage, with what its lenses look up once between them."""

    def __init__(self, workspace: Workspace, message: str) -> None:
        self.workspace = workspace
        self.message = message
        self.names = _once(partial(mentioned, workspace, message))
        self.embedded = _once(partial(standing, workspace))


def _once[T](make: Callable[[], T]) -> Callable[[], T]:
    """Made by the thread that needs it first, and again only where that failed."""
    lock, made = Lock(), list[T]()

    def get() -> T:
        with lock:
            if not made:
                made.append(make())
        return made[0]

    return get


def raw(asked: Asked) -> Brought:
    """The message itself, looked up by name, words and meaning."""
    claims, amiss = _entered(asked, asked.message, asked.names)
    return Brought(claims=claims, form="dual", lesser=amiss)


def reworded(asked: Asked, query: str, *, form: str, lesser: str) -> Brought:
    """The same with other words, which came in some form, for lack of a better one."""
    names = partial(mentioned, asked.workspace, query)
    claims, amiss = _entered(asked, query, names)
    said = " ".join(filter(None, (lesser, amiss)))
    return Brought(claims=claims, form=form, query=query, lesser=said)


def subgraph(asked: Asked, given: Sequence[UUID | NodeName]) -> Brought:
    """Claims around the given nodes; around what the message names, if none is known.

    A node that the memory does not know leads nowhere and is no error.
    """
    known = named(asked.workspace, given)
    roots = roots_of(known) if known else _recognised(asked.names())
    return Brought(
        claims=tuple(around(roots)[:MOST]),
        form="given" if known else "recognised",
        roots=roots,
    )


def _entered(
    asked: Asked, query: str, names: Callable[[], Sequence[Mention]]
) -> tuple[tuple[int, ...], str]:
    """The claims that a query leads to, best first, and what was amiss with it."""
    vector = embed_query(query)
    hits = dual(asked.workspace, query, vector, ["claim"], names=names())
    amiss = shortcomings(vector, asked.embedded())
    return tuple(hit.pk for hit in hits[:MOST]), " ".join(amiss)


def _recognised(names: Sequence[Mention]) -> dict[int, UUID]:
    """The entities that a message names, those that it spells as they are first.

    Ids by key of what they count as, through merges.
    """
    found = sorted(names, key=lambda each: not each.spelled)
    return {each.end: each.end_uid for each in found[:MOST_ROOTS]}


def named(workspace: Workspace, given: Sequence[UUID | NodeName]) -> list[int]:
    """The nodes of this workspace among those that are named."""
    uids: set[UUID] = set()
    for name in given:
        with suppress(IdentityRefused):
            uids.add(
                node_uid(workspace=workspace.uid, kind=name.kind, external_id=name.id)
                if isinstance(name, NodeName)
                else name
            )
    if not uids:
        return []
    rows = Node.objects.filter(workspace=workspace, uid__in=uids)
    return list(rows.values_list("pk", flat=True))


def vocabulary(workspace: Workspace) -> dict[str, str]:
    """What the memory calls things: labels of predicates, by folded name and alias."""
    with connection.cursor() as cursor:
        cursor.execute(VOCABULARY, [workspace.pk])
        rows = cursor.fetchall()
    return {
        word.casefold(): label
        for label, inverse, name, aliases in rows
        for word in (name, inverse, *aliases)
        if word and " " not in word and word.casefold() != label.casefold()
    }


VOCABULARY = """
SELECT label, inverse_label, name, aliases FROM memory_predicate
WHERE workspace_id = %s ORDER BY id
"""
