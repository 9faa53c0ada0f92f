"""Finds the entities that a text names: by identifier, by name, through merges."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from django.db import connection

from memory.models import Workspace
from memory.queries.entities import SOURCE
from memory.rules.identity import IdentityRefused, normalise
from memory.rules.lookalike import skeleton_keys

# A name is a run of at most so many words; so many runs are looked up.
LONGEST_NAME = 4
MOST_RUNS = 1200
MOST_ENTITIES = 24
EDGES = ".,;:!?()[]{}<>“”‘’\"'`*"


def recognised(workspace: Workspace, text: str) -> list[int]:
    """The entities named in a text, in one statement; longer names come first."""
    runs = _runs(text)
    names = sorted({run.upper() for run in runs})
    with connection.cursor() as cursor:
        cursor.execute(
            NAMED,
            {
                "here": workspace.pk,
                "keys": _keys(runs),
                "names": names,
                "source": SOURCE,
                "most": MOST_ENTITIES,
            },
        )
        return [pk for (pk,) in cursor.fetchall()]


def _runs(text: str) -> list[str]:
    """Runs of words that may be names; those with a digit or a capital are first."""
    runs = list(dict.fromkeys(_all_runs(text.split())))
    return sorted(runs, key=_looks_plain)[:MOST_RUNS]


def _all_runs(words: Sequence[str]) -> Iterator[str]:
    for length in range(1, LONGEST_NAME + 1):
        for start in range(len(words) - length + 1):
            run = " ".join(words[start : start + length]).strip(EDGES)
            if len(run) > 1:
                yield run


def _looks_plain(run: str) -> bool:
    return not any(c.isdigit() or c.isupper() for c in run)


def _keys(runs: Sequence[str]) -> list[str]:
    keys: set[str] = set()
    for run in runs:
        with suppress(IdentityRefused):
            keys |= skeleton_keys(normalise("", run))
    return sorted(keys)


NAMED = """
SELECT node.id FROM (
    SELECT id FROM memory_node
    WHERE workspace_id = %(here)s AND skeletons && %(keys)s::varchar[]
    UNION
    SELECT id FROM memory_node
    WHERE workspace_id = %(here)s AND name <> '' AND upper(name) = ANY(%(names)s)
) found JOIN memory_node node USING (id)
WHERE node.kind <> %(source)s
ORDER BY length(node.external_id) DESC, node.id
LIMIT %(most)s
"""
