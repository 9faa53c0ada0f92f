"""Disputes as people and agents read them: upstream first."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from memory.models import (
    UNSETTLED,
    AffectedClaim,
    Dispute,
    Workspace,
)
from memory.queries.belief import Belief
from memory.queries.beliefs import beliefs
from memory.queries.walks import ROOTS, downward, upward
from memory.queries.weights import Weight
from memory.rules.refused import Missing


@dataclass(frozen=True)
class DisputeFilter:
    """Which disputes; None leaves a part open.

    Without `states` those that are not settled. `claim`, `retraction` and `opened_by`
    are uids.
    """

    states: tuple[str, ...] = ()
    claim: UUID | None = None
    retraction: UUID | None = None
    opened_by: UUID | None = None
    effect: str | None = None
    proposal: str | None = None


@dataclass(frozen=True)
class DisputeView:
    """A dispute with its claim as it stands now.

    `rests_on` are the unsettled disputes upstream, `downstream` how many rest on it;
    the weights are those that the pass which opened it had found.
    """

    dispute: Dispute
    belief: Belief
    rests_on: tuple[UUID, ...]
    downstream: int
    before: Weight | None
    after: Weight | None

    @property
    def uid(self) -> UUID:
        """The dispute's public id."""
        return self.dispute.uid

    @property
    def retraction(self) -> UUID | None:
        """The retraction that opened it, if one did."""
        found = self.dispute.retraction
        return found.uid if found else None

    @property
    def key(self) -> tuple[int, int]:
        """Its place in the queue, to go on from."""
        return self.dispute.rank, self.dispute.pk


def matching(workspace: Workspace, filter_: DisputeFilter) -> QuerySet[Dispute]:
    """The disputes that a filter names, in the queue's order."""
    rows = Dispute.objects.filter(workspace=workspace)
    rows = rows.filter(state__in=filter_.states or UNSETTLED)
    named = {
        "claim__uid": filter_.claim,
        "retraction__uid": filter_.retraction,
        "opened_by__uid": filter_.opened_by,
        "effect": filter_.effect,
        "proposal": filter_.proposal,
    }
    given = {name: value for name, value in named.items() if value is not None}
    return rows.filter(**given).order_by("rank", "id")


def disputes(
    workspace: Workspace,
    filter_: DisputeFilter = DisputeFilter(),
    *,
    after: tuple[int, int] | None = None,
    limit: int = 50,
) -> list[DisputeView]:
    """A page of disputes, upstream first, in a constant number of statements."""
    rows = matching(workspace, filter_)
    if after is not None:
        rank, pk = after
        rows = rows.filter(Q(rank__gt=rank) | Q(rank=rank, pk__gt=pk))
    return _views(workspace, list(_whole(rows)[:limit]))


def dispute(workspace: Workspace, uid: UUID) -> DisputeView:
    """One dispute of this workspace, settled or not; raises Missing."""
    rows = Dispute.objects.filter(workspace=workspace, uid=uid)
    found = _views(workspace, list(_whole(rows)))
    if not found:
        raise Missing("dispute")
    return found[0]


def disputes_of(claims: Collection[int]) -> dict[int, Dispute]:
    """The unsettled dispute of each claim that has one."""
    rows = Dispute.objects.filter(claim__in=claims, state__in=UNSETTLED)
    return {row.claim_id: row for row in rows}


def resting_on(claims: Collection[int]) -> dict[int, int]:
    """How many unsettled disputes rest on each of some claims, in one statement."""
    return {claim: len(found) for claim, found in _walk(DOWNSTREAM, claims).items()}


def _whole(rows: QuerySet[Dispute]) -> QuerySet[Dispute]:
    return rows.select_related("claim", "retraction__words", "opened_by", "settled_by")


def _views(workspace: Workspace, rows: Sequence[Dispute]) -> list[DisputeView]:
    claims = [row.claim_id for row in rows]
    known = beliefs(workspace, claims)
    upstream = _walk(UPSTREAM, claims)
    downstream = _walk(DOWNSTREAM, claims)
    found = weighed(rows)
    return [
        DisputeView(
            dispute=row,
            belief=known[row.claim_id],
            rests_on=tuple(upstream.get(row.claim_id, ())),
            downstream=len(downstream.get(row.claim_id, ())),
            before=found.get((row.opened_by_id, row.claim_id), (None, None))[0],
            after=found.get((row.opened_by_id, row.claim_id), (None, None))[1],
        )
        for row in rows
    ]


type Weights = Mapping[tuple[int, int], tuple[Weight | None, Weight | None]]


def weighed(rows: Sequence[Dispute]) -> Weights:
    """Before and after by the opening decision and the claim, in one statement."""
    found = AffectedClaim.objects.filter(
        decision__in={row.opened_by_id for row in rows},
        claim__in={row.claim_id for row in rows},
    )
    return {(row.decision_id, row.claim_id): before_and_after(row) for row in found}


def before_and_after(row: AffectedClaim) -> tuple[Weight | None, Weight | None]:
    """The confidences that a pass had worked out, where it did."""
    return (
        _weight(row.independent_before, row.by_source_before),
        _weight(row.independent_after, row.by_source_after),
    )


def _weight(independent: float | None, by_source: float | None) -> Weight | None:
    if independent is None or by_source is None:
        return None
    return Weight(independent, by_source)


def _walk(statement: str, claims: Collection[int]) -> dict[int, list[UUID]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [sorted(claims)])
        found: dict[int, list[UUID]] = {}
        for claim, uid in cursor.fetchall():
            found.setdefault(claim, []).append(uid)
    return found


_OPEN = """
SELECT {walk}.root, dispute.uid FROM {walk}
JOIN memory_dispute dispute ON dispute.claim_id = {walk}.claim_id
WHERE {walk}.claim_id <> {walk}.root AND dispute.state IN ('open', 'deferred')
ORDER BY dispute.rank, dispute.id
"""

UPSTREAM = f"WITH RECURSIVE {upward(ROOTS, root='root')} {_OPEN.format(walk='up')}"
DOWNSTREAM = f"""
WITH RECURSIVE {downward(ROOTS, root="root")} {_OPEN.format(walk="down")}
"""
