"""Settle many disputes alike, as they were counted before."""

import datetime
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction

from memory.models import Actor, Dispute, DisputeState, Workspace
from memory.queries.disputes import DisputeFilter, matching
from memory.rules.refused import Refused
from memory.steps.locks import own_workspace
from memory.steps.settle_dispute import settle_dispute
from memory.steps.settlement import Settlement


class SetChanged(Refused):
    """The filter no longer matches what the caller counted."""

    def __init__(self, count: int, fingerprint: str) -> None:
        super().__init__(
            "set_changed",
            "The set of disputes has changed since you looked.",
            hint=f"There are {count} now; look again.",
        )
        self.count = count
        self.fingerprint = fingerprint


@dataclass(frozen=True)
class Failure:
    """A dispute that was left as it was, and why."""

    dispute: UUID
    code: str
    message: str


@dataclass(frozen=True)
class InBulk:
    """What happened to a set of disputes; `fingerprint` names the set as it was.

    `waiting` have one yes and need a second person's.
    """

    count: int
    fingerprint: str
    settled: tuple[UUID, ...]
    waiting: tuple[UUID, ...]
    failures: tuple[Failure, ...]


@transaction.atomic(durable=True)
def resolve_disputes_in_bulk(
    *,
    workspace: Workspace,
    filter_: DisputeFilter,
    settlement: Settlement,
    by: Actor,
    now: datetime.datetime,
    expected: tuple[int, str] | None = None,
    dry_run: bool = False,
) -> InBulk:
    """Settle every dispute that a filter matches; a failure spares the others.

    Keeps true: outside a dry run it acts on exactly the set that a dry run had
    counted (`expected` is its count and fingerprint; SetChanged otherwise); each
    settled dispute has a decision of its own. The settlement's version is ignored.
    """
    own_workspace(workspace)
    rows = list(matching(workspace, filter_).select_for_update(of=("self",)))
    count, fingerprint = len(rows), _fingerprint(rows)
    if not dry_run and expected != (count, fingerprint):
        raise SetChanged(count, fingerprint)
    settled: list[UUID] = []
    waiting: list[UUID] = []
    failures: list[Failure] = []
    for row in rows:
        outcome = _settle(workspace, row, settlement, by, now)
        if isinstance(outcome, Failure):
            failures.append(outcome)
        else:
            (settled if outcome else waiting).append(row.uid)
    transaction.set_rollback(dry_run)
    return InBulk(count, fingerprint, tuple(settled), tuple(waiting), tuple(failures))


def _settle(
    workspace: Workspace,
    row: Dispute,
    settlement: Settlement,
    by: Actor,
    now: datetime.datetime,
) -> Failure | bool:
    """Whether it is settled rather than waiting for a second person."""
    row.refresh_from_db()
    if row.state == DisputeState.RESOLVED:
        return True
    seen = replace(settlement, version=row.version)
    try:
        with transaction.atomic():
            found = settle_dispute(workspace, row, seen, by, now)
    except Refused as no:
        return Failure(row.uid, no.code, no.message)
    return found.decision is not None


def _fingerprint(rows: Sequence[Dispute]) -> str:
    """What names a set of disputes at their versions."""
    named = sorted(f"{row.uid}:{row.version}" for row in rows)
    return hashlib.sha256("\n".join(named).encode()).hexdigest()[:16]
