"""Entities: the list, and one with its claims, its aliases and its look-alikes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from curation.contexts.tensions import TensionLine, tensions_at
from curation.contexts.words import Statement, author_of, statement
from curation.filters import EntityFilter
from curation.forms_people import PairForm
from curation.paging import Stretch
from memory.models import Claim, Distinction, Merge, Node, Workspace
from memory.queries.belief import Belief
from memory.queries.beliefs import beliefs
from memory.queries.canonical import canonical, kin
from memory.queries.lookalikes import LookAlike, look_alikes_of
from memory.queries.merges import merges_among, told_apart

# Why two ids may be one, in words.
REASONS = {
    "mixed_script": "letters of another alphabet that look the same",
    "one_edit": "one letter differs",
    "separators": "only the separators differ",
}


@dataclass(frozen=True)
class EntityRow:
    """One entity of the list; `counts_as` is the node at the end of its merges."""

    uid: UUID
    name: str
    kind: str
    id: str
    claims: int
    counts_as: Node | None


@dataclass(frozen=True)
class EntitiesPage:
    """Entities, filtered."""

    rows: list[EntityRow]
    more: str
    filter: EntityFilter
    title: str = "Entities"


@dataclass(frozen=True)
class EntityClaim:
    """A claim at the entity as it stands now; `out` when the entity is its subject."""

    uid: UUID
    statement: Statement
    status: str
    low: float
    high: float
    out: bool


@dataclass(frozen=True)
class Alias:
    """A merge in force that touches the entity's group."""

    node: Node
    into: Node
    who: str
    at: datetime
    reason: str
    decision: UUID


@dataclass(frozen=True)
class Suggestion:
    """A look-alike, and why it looks alike."""

    node: Node
    why: str


@dataclass(frozen=True)
class Apart:
    """What the entity was said not to be."""

    node: Node
    at: datetime
    decision: UUID


@dataclass(frozen=True)
class EntityPage:
    """One entity in full; equal statements stand in one group, never composed."""

    node: Node
    title: str
    counts_as: Node | None
    groups: list[list[EntityClaim]]
    more: str
    aliases: list[Alias]
    suggestions: list[Suggestion]
    apart: list[Apart]
    form: PairForm
    tensions: list[TensionLine]
    toast: Any = None

    @property
    def about(self) -> str:
        """What a tension that is raised here hangs on, as the form's query."""
        return f"node={self.node.uid}"


def rows(found: Sequence[Node]) -> list[EntityRow]:
    """Lines of the list."""
    ends = canonical([node.pk for node in found])
    others = set(ends.values()) - set(ends)
    nodes = {node.pk: node for node in found}
    nodes |= Node.objects.in_bulk(others)
    return [_row(node, nodes[ends[node.pk]]) for node in found]


def _row(node: Node, end: Node) -> EntityRow:
    counts_as = None if end.pk == node.pk else end
    return EntityRow(
        node.uid, str(node), node.kind, node.external_id, node.degree, counts_as
    )


def entity_page(
    workspace: Workspace,
    node: Node,
    found: Stretch[Claim],
    form: PairForm,
    toast: Any = None,
) -> EntityPage:
    """One entity with a stretch of its claims, in a constant number of statements."""
    group = kin([node.pk])[node.pk]
    end = canonical([node.pk])[node.pk]
    return EntityPage(
        node=node,
        title=str(node),
        counts_as=None if end == node.pk else Node.objects.get(pk=end),
        groups=_groups(workspace, found.rows, group),
        more=found.more,
        aliases=[_alias(each) for each in merges_among(workspace, group)],
        suggestions=[_suggestion(each) for each in look_alikes_of(workspace, node)],
        apart=[_apart(each, node) for each in told_apart(workspace, node.pk)],
        form=form,
        tensions=tensions_at(workspace, nodes=[node.pk]),
        toast=toast,
    )


def _groups(
    workspace: Workspace, found: Sequence[Claim], group: frozenset[int]
) -> list[list[EntityClaim]]:
    """Claims, newest first; those that say the same through merges side by side."""
    known = beliefs(workspace, [claim.pk for claim in found])
    ends = {end for claim in found for end in (claim.subject_id, claim.object_id)}
    as_one = canonical({end for end in ends if end is not None})
    grouped: dict[tuple[Any, ...], list[EntityClaim]] = {}
    for claim in found:
        line = _claim(known[claim.pk], claim.subject_id in group)
        grouped.setdefault(_said(claim, as_one), []).append(line)
    return list(grouped.values())


def _said(claim: Claim, as_one: dict[int, int]) -> tuple[Any, ...]:
    """What a claim states once merged nodes are one."""
    target = as_one[claim.object_id] if claim.object_id else None
    value = (claim.value_number, claim.value_unit, claim.value_date, claim.value_text,
             claim.value_bool)  # fmt: skip
    narrowed = tuple(sorted(claim.qualifiers.items()))
    return (as_one[claim.subject_id], claim.predicate_id, target, *value, narrowed)


def _claim(belief: Belief, out: bool) -> EntityClaim:
    return EntityClaim(
        uid=belief.uid,
        statement=statement(belief.claim),
        status=belief.status,
        low=belief.confidence.by_source,
        high=belief.confidence.independent,
        out=out,
    )


def _alias(merge: Merge) -> Alias:
    words = getattr(merge.decision, "words", None)
    return Alias(
        node=merge.node,
        into=merge.into,
        who=author_of(merge.decision),
        at=merge.decision.at,
        reason=words.text if words else "",
        decision=merge.decision.uid,
    )


def _suggestion(found: LookAlike) -> Suggestion:
    why = [REASONS.get(each, each.replace("_", " ")) for each in found.reasons]
    return Suggestion(found.node, " and ".join(why))


def _apart(row: Distinction, node: Node) -> Apart:
    other = row.second if row.first_id == node.pk else row.first
    return Apart(other, row.decision.at, row.decision.uid)
