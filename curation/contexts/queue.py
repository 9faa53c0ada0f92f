"""The review queue: its rows, why each stands where it does, what comes next."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Min

from curation.contexts.words import Statement, statement
from curation.filters import ReviewFilter
from memory.models import Membership, ReviewItem, Workspace
from memory.queries.review import review_queue

SHOWN = 60
# Above this the numbers are worth naming first in a row.
MANY, OPEN = 5, 0.1


@dataclass(frozen=True)
class QueueRow:
    """One claim that waits for a person."""

    uid: UUID
    statement: Statement
    status: str
    impact: int
    uncertainty: float
    since: datetime.datetime
    asked: bool
    holder: str
    held_until: datetime.datetime | None
    mine: bool
    contradicted: bool = False

    @property
    def free(self) -> bool:
        """Whether nobody else is at it."""
        return not self.holder or self.mine

    @property
    def first(self) -> str:
        """The factor that lifts it most: impact, uncertainty or age."""
        if self.impact >= MANY:
            return "impact"
        return "uncertainty" if self.uncertainty >= OPEN else "age"


@dataclass(frozen=True)
class Queue:
    """The top of the queue; `waiting` and `oldest` count all that pass the filter."""

    rows: list[QueueRow]
    waiting: int
    oldest: datetime.datetime | None
    total: int
    filter: ReviewFilter
    query: str

    @property
    def beyond(self) -> int:
        """How many are not shown."""
        return self.waiting - len(self.rows)

    @property
    def held_by_others(self) -> int:
        """How many of those shown somebody else is at."""
        return sum(not row.free for row in self.rows)

    def position(self, uid: UUID) -> int | None:
        """The place of a claim among those shown, from 1."""
        uids = [row.uid for row in self.rows]
        return uids.index(uid) + 1 if uid in uids else None

    def after(self, uid: UUID) -> UUID | None:
        """Where a person goes on: the next free claim, else the first free one."""
        at = self.position(uid) or 0
        ahead = [*self.rows[at:], *self.rows[: max(at - 1, 0)]]
        return next((row.uid for row in ahead if row.free), None)

    def neighbour(self, uid: UUID, step: int) -> UUID | None:
        """The claim `step` places on, held or not; None past either end."""
        at = self.position(uid)
        if at is None or not 0 <= (found := at - 1 + step) < len(self.rows):
            return None
        return self.rows[found].uid


def queue(
    workspace: Workspace,
    member: Membership,
    chosen: ReviewFilter,
    query: str,
    now: datetime.datetime,
) -> Queue:
    """The top of the queue as this member sees it, in three statements."""
    everything = review_queue(workspace)
    found = chosen.apply(everything)
    rows = [_row(item, member, now) for item in found[:SHOWN]]
    waiting = found.count() if len(rows) == SHOWN else len(rows)
    oldest = found.order_by().aggregate(oldest=Min("waiting_since"))["oldest"]
    total = everything.count() if chosen.chosen else waiting
    return Queue(rows, waiting, oldest, total, chosen, query)


def first_free(rows: Sequence[QueueRow]) -> UUID | None:
    """Where a person starts."""
    return next((row.uid for row in rows if row.free), None)


def _row(item: ReviewItem, member: Membership, now: datetime.datetime) -> QueueRow:
    held = item.held_until is not None and item.held_until > now
    holder = item.held_by if held else None
    return QueueRow(
        uid=item.claim.uid,
        statement=statement(item.claim),
        status=item.claim.state.status,
        impact=item.impact,
        uncertainty=item.uncertainty,
        since=item.waiting_since,
        asked=item.asked_evidence,
        holder=holder.name if holder else "",
        held_until=item.held_until if held else None,
        mine=holder is not None and holder.pk == member.pk,
        contradicted=item.contradicted,
    )
