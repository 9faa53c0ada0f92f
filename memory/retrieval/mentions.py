"""Which entities a text names: whole words that are an id or a name of one."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from memory.models import Workspace
from memory.queries.canonical import CHAIN, IS_END
from memory.queries.entities import SOURCE
from memory.rules.identity import IdentityRefused, normalise
from memory.rules.lookalike import skeleton_keys
from memory.rules.spelling import RULES

# Runs of words that may name an entity, and how many of them are looked up.
LONGEST_NAME = 4
MOST_RUNS = 2000
MOST_NODES = 200
ENDS = ".,;:!?()[]{}<>“”„‘’\"'"
# Shorter runs are names only as ids that hold a digit: "is" names nothing.
SHORTEST = 3


class Mention(NamedTuple):
    """A node that a text names, and the node that it counts as, through merges.

    `whole`: the text is nothing but its name; `spelled`: the text spells it as it is,
    rather than with other separators or letters that look the same.
    """

    node: int
    end: int
    end_uid: UUID
    whole: bool
    spelled: bool


class Row(NamedTuple):
    """A node as it is compared with a text."""

    node: int
    uid: UUID
    kind: str
    external_id: str
    name: str
    whole: bool
    end: int
    end_uid: UUID


def mentioned(workspace: Workspace, text: str) -> list[Mention]:
    """The nodes that a text names, in one statement.

    Those that it is nothing but the name of come first, then in id order: however
    many parts of it name something, what the whole names is not left out.
    """
    whole = " ".join(text.split())
    uid = as_uid(whole)
    runs = list(dict.fromkeys(_runs(text)))
    names = {whole.casefold(), *map(str.casefold, runs)}
    whole_keys = _keys(("", *RULES), [whole])
    wanted: dict[str, Any] = {
        "source": SOURCE,
        "whole_keys": sorted(whole_keys),
        "whole": whole.upper(),
        "keys": sorted(whole_keys | _keys([""], runs)),
        "names": sorted({whole.upper(), *map(str.upper, runs)}),
        "uid": uid,
        "most": MOST_NODES,
    }
    with connection.cursor() as cursor:
        cursor.execute(NAMED.format(here=workspace.pk), wanted)
        rows = [Row(*row) for row in cursor.fetchall()]
    ids = {kind: _ids(kind, [whole, *runs]) for kind in {row.kind for row in rows}}
    return [
        Mention(
            row.node,
            row.end,
            row.end_uid,
            whole=row.whole,
            spelled=row.uid == uid or _is_spelled(row, ids[row.kind], names),
        )
        for row in rows
    ]


def as_uid(text: str) -> UUID | None:
    """A text that is the id of a row."""
    try:
        return UUID(text)
    except ValueError:
        return None


def _is_spelled(row: Row, ids: Collection[str], names: Collection[str]) -> bool:
    if row.name.casefold() in names:
        return True
    with suppress(IdentityRefused):
        return normalise(row.kind, row.external_id) in ids
    return False


def _keys(kinds: Iterable[str], texts: Collection[str]) -> frozenset[str]:
    """What ids of these kinds that look like one of the texts are found by."""
    found = [skeleton_keys(id_) for kind in kinds for id_ in _ids(kind, texts)]
    return frozenset().union(*found)


def _ids(kind: str, texts: Iterable[str]) -> frozenset[str]:
    """The texts as ids of one kind; what can be none is left out."""
    found: set[str] = set()
    for text in texts:
        with suppress(IdentityRefused):
            found.add(normalise(kind, text))
    return frozenset(found)


def _runs(text: str) -> Iterator[str]:
    words = [word.strip(ENDS) for word in text.split()]
    count = 0
    for length in range(1, LONGEST_NAME + 1):
        for start in range(len(words) - length + 1):
            run = " ".join(words[start : start + length])
            if len(run) >= SHORTEST or any(map(str.isdigit, run)):
                count += 1
                if count > MOST_RUNS:
                    return
                yield run


WHOLE = """
(skeletons && %(whole_keys)s::varchar[] OR upper(name) = %(whole)s
 OR coalesce(uid = %(uid)s::uuid, false))
"""

# Each look-up reads one index; what is looked up is hidden from the planner, as in
# `lexical`. It knows how many nodes have no name, which would else be its guess. The
# sum keeps it from reading the index of a whole workspace beside that of the keys.
NAMED = f"""
WITH RECURSIVE found AS (
    SELECT id FROM memory_node WHERE workspace_id + 0 = {{here}}
        AND skeletons && ARRAY(SELECT unnest(%(keys)s::varchar[]))
    UNION
    SELECT id FROM memory_node WHERE workspace_id = {{here}} AND name <> ''
        AND upper(name) = ANY(ARRAY(SELECT unnest(%(names)s::text[])))
    UNION
    SELECT id FROM memory_node WHERE workspace_id = {{here}} AND uid = %(uid)s::uuid
), named AS (
    SELECT id, uid, kind, external_id, name, {WHOLE} AS whole
    FROM found JOIN memory_node USING (id) WHERE kind <> %(source)s
    ORDER BY whole DESC, id LIMIT %(most)s
), ends (node) AS (SELECT id FROM named), {CHAIN}
SELECT named.*, root.id, root.uid
FROM named JOIN chain ON chain.node = named.id
JOIN memory_node root ON root.id = chain.last
WHERE {IS_END}
ORDER BY named.whole DESC, named.id
"""
