"""Which entities a text names: whole words that are an id or a name of one."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress

from django.db.models import Q
from django.db.models.functions import Upper

from memory.models import Node, Workspace
from memory.queries.entities import entities
from memory.rules.identity import IdentityRefused, normalise
from memory.rules.lookalike import skeleton_keys

# Runs of words that may name an entity, and how many of them are looked up.
LONGEST_NAME = 4
MOST_RUNS = 2000
MOST_NODES = 200
ENDS = ".,;:!?()[]{}<>“”„‘’\"'"
# Shorter runs are names only as ids that hold a digit: "is" names nothing.
SHORTEST = 3


def mentioned(workspace: Workspace, text: str) -> dict[int, bool]:
    """Nodes that the text names, and whether as they are spelled, in id order."""
    runs = dict.fromkeys(_runs(text))
    keys: set[str] = set()
    for run in runs:
        with suppress(IdentityRefused):
            keys |= skeleton_keys(normalise("", run))
    if not keys:
        return {}
    rows = entities(workspace).alias(upper=Upper("name"))
    named = Q(skeletons__overlap=sorted(keys)) | Q(
        upper__in=sorted({run.upper() for run in runs})
    )
    found = list(rows.filter(named).order_by("pk")[:MOST_NODES])
    names = {run.casefold() for run in runs}
    ids = {kind: _ids(kind, runs) for kind in {row.kind for row in found}}
    return {row.pk: _is_spelled(row, ids[row.kind], names) for row in found}


def _is_spelled(node: Node, ids: Collection[str], names: Collection[str]) -> bool:
    if node.name.casefold() in names:
        return True
    with suppress(IdentityRefused):
        return normalise(node.kind, node.external_id) in ids
    return False


def _ids(kind: str, runs: Iterable[str]) -> frozenset[str]:
    """The runs as ids of one kind; what can be none is left out."""
    found: set[str] = set()
    for run in runs:
        with suppress(IdentityRefused):
            found.add(normalise(kind, run))
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
