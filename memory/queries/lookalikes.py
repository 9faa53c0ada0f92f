"""Which nodes look like one: found by shared keys, and by one slip among a few."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.db.models.functions import Length

from memory.models import Node, Workspace
from memory.queries.canonical import one_thing
from memory.queries.merges import told_apart
from memory.rules.identity import normalise
from memory.rules.lookalike import look_alikes

# As many ids of about the same length are compared letter by letter, most used first.
COMPARED = 500
SHARING = 100


@dataclass(frozen=True)
class LookAlike:
    """A node that may be the same thing, and why it seems so."""

    node: Node
    reasons: tuple[str, ...]


def look_alikes_of(workspace: Workspace, node: Node) -> list[LookAlike]:
    """Nodes of the same kind that look like this one, without those decided about.

    What differs in script or separators is always found; one slip only among the
    COMPARED most connected ids of about the same length.
    """
    spelled = normalise(node.kind, node.external_id)
    found = []
    for other in _candidates(workspace, node):
        reasons = look_alikes(spelled, normalise(other.kind, other.external_id))
        if reasons:
            found.append(LookAlike(other, tuple(sorted(reasons))))
    return found


def _candidates(workspace: Workspace, node: Node) -> Iterable[Node]:
    apart = told_apart(workspace, node.pk)
    known = {end for row in apart for end in (row.first_id, row.second_id)}
    rows = Node.objects.filter(workspace=workspace, kind=node.kind)
    rows = rows.exclude(pk__in=known | one_thing([node.pk]))
    sharing = rows.filter(skeletons__overlap=node.skeletons)[:SHARING]
    found = {row.pk: row for row in sharing}
    found |= {row.pk: row for row in _about_as_long(rows, len(node.external_id))}
    return [found[pk] for pk in sorted(found)]


def _about_as_long(rows: QuerySet[Node], length: int) -> QuerySet[Node]:
    measured = rows.annotate(length=Length("external_id"))
    near = measured.filter(length__gte=length - 1, length__lte=length + 1)
    return near.order_by("-degree", "pk")[:COMPARED]
