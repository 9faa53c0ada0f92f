"""Conflicts as people read them: pairs that cannot both hold."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.models import Conflict, ConflictState, Workspace
from memory.queries.belief import Belief
from memory.queries.beliefs import beliefs
from memory.queries.conflicting import in_force
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


def _views(workspace: Workspace, rows: Sequence[Conflict]) -> list[ConflictView]:
    ends = {claim for row in rows for claim in (row.first_id, row.second_id)}
    known = beliefs(workspace, ends)
    return [
        ConflictView(row, known[row.first_id], known[row.second_id]) for row in rows
    ]
