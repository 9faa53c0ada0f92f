"""Conflicts as people read them: pairs that cannot both hold."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from memory.models import Conflict, ConflictState, Workspace
from memory.queries.belief import Belief
from memory.queries.beliefs import beliefs
from memory.rules.lifecycle import ENDED
from memory.rules.refused import Missing


@dataclass(frozen=True)
class ConflictView:
    """A conflict with both claims as they stand now."""

    conflict: Conflict
    first: Belief
    second: Belief

    @property
    def uid(self) -> UUID:
        """The conflict's public id."""
        return self.conflict.uid

    @property
    def key(self) -> int:
        """Its place in the list, to go on from."""
        return self.conflict.pk

    @property
    def in_force(self) -> bool:
        """Whether it waits for somebody: not settled, and neither claim ended."""
        ended = {self.first.stored_status, self.second.stored_status} & ENDED
        return self.conflict.state != ConflictState.SETTLED and not ended


def in_force(rows: QuerySet[Conflict]) -> QuerySet[Conflict]:
    """Those that are not settled and whose claims have not ended."""
    ended = [status.value for status in ENDED]
    return rows.exclude(
        Q(state=ConflictState.SETTLED)
        | Q(first__state__status__in=ended)
        | Q(second__state__status__in=ended)
    )


def conflicts(
    workspace: Workspace,
    *,
    states: Collection[str] = (ConflictState.OPEN,),
    after: int | None = None,
    limit: int = 50,
) -> list[ConflictView]:
    """A page of conflicts, newest first, in a constant number of statements.

    Only those in force, unless settled ones are asked for.
    """
    rows = Conflict.objects.filter(workspace=workspace, state__in=states)
    if ConflictState.SETTLED not in states:
        rows = in_force(rows)
    if after is not None:
        rows = rows.filter(pk__lt=after)
    return _views(workspace, list(rows.order_by("-id")[:limit]))


def conflict(workspace: Workspace, uid: UUID) -> ConflictView:
    """One conflict of this workspace; raises Missing."""
    found = _views(
        workspace, list(Conflict.objects.filter(workspace=workspace, uid=uid))
    )
    if not found:
        raise Missing("conflict")
    return found[0]


def conflicts_with(claims: Collection[int]) -> dict[int, tuple[UUID, ...]]:
    """The claims that each of some claims is in conflict with, in one statement."""
    rows = in_force(Conflict.objects.filter(Q(first__in=claims) | Q(second__in=claims)))
    found: dict[int, list[UUID]] = {claim: [] for claim in claims}
    for row in rows.order_by("id").values_list(
        "first_id", "first__uid", "second_id", "second__uid"
    ):
        first, first_uid, second, second_uid = row
        if first in found:
            found[first].append(second_uid)
        if second in found:
            found[second].append(first_uid)
    return {claim: tuple(uids) for claim, uids in found.items()}


def _views(workspace: Workspace, rows: Sequence[Conflict]) -> list[ConflictView]:
    ends = {claim for row in rows for claim in (row.first_id, row.second_id)}
    known = beliefs(workspace, ends)
    return [
        ConflictView(row, known[row.first_id], known[row.second_id]) for row in rows
    ]
