"""What was believed at an instant, and why: from events, and what was in force."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from memory.models import (
    Claim,
    ClaimStatus,
    ClaimValidity,
    Conflict,
    ConflictState,
    Derivation,
    StatusEvent,
    Supersession,
    Support,
    Workspace,
)
from memory.queries.belief import Belief
from memory.queries.belief_rows import (
    BeliefRows,
    derivations,
    grouped,
    sources_of,
    supports_of,
)
from memory.queries.beliefs import made
from memory.queries.evidence_as_of import (
    dependants_as_of,
    ended_as_of,
    resolve_as_of,
)
from memory.queries.history import cause_kind
from memory.rules.lifecycle import Status
from memory.rules.refused import Missing


def belief_as_of(workspace: Workspace, uid: UUID, at: datetime.datetime) -> Belief:
    """A claim as it stood at an instant of record time; raises Missing.

    Its status is that of its last event by then; it is resolved over the derivations
    recorded by then, without the retractions and withdrawals in force then. Texts
    that were compacted or erased since count as they did while they were there.
    """
    claim = Claim.objects.filter(workspace=workspace, uid=uid).first()
    event = None if claim is None else _last_event(claim, at)
    if claim is None or event is None:
        raise Missing("claim")
    # The row of now is replaced in memory only; it is never saved.
    claim.state = ClaimStatus(
        claim=claim,
        status=event.after,
        cause_kind=cause_kind(event.decision),
        cause_uid=event.decision.uid,
        changed_at=event.at,
        version=event.version,
    )
    found = made(claim, _load(claim, event, at))
    waits = event.after == Status.quarantined
    return replace(found, as_of=at, lag_until=found.lag_until if waits else None)


def _last_event(claim: Claim, at: datetime.datetime) -> StatusEvent | None:
    rows = StatusEvent.objects.filter(claim=claim, at__lte=at)
    return rows.select_related("decision").order_by("id").last()


def _load(claim: Claim, event: StatusEvent, at: datetime.datetime) -> BeliefRows:
    evidence = resolve_as_of([claim.pk], at)
    recorded = _recorded(supports_of([claim.pk]), at)
    premises = {
        row.premise.pk: row.premise
        for rows in recorded.values()
        for row in rows
        if row.premise is not None
    }
    told = derivations({claim.pk, *premises})
    retired = event.after == Status.retired
    return BeliefRows(
        claims=[claim],
        premises=premises,
        evidence=evidence,
        derivations={x: _by_then(rows, at) for x, rows in told.items()},
        supports=recorded,
        sources=sources_of(evidence),
        dependants={claim.pk: dependants_as_of(claim.pk, at)},
        validity=_validity(claim, at),
        superseded_by=dict(
            _then(Supersession.objects.filter(old=claim), at).values_list(
                "old_id", "new__uid"
            )
        ),
        supersedes={claim.pk: _supersedes(claim, at)},
        conflicts_with={claim.pk: _conflicts_with(claim, at)},
        retired_because={claim.pk: event.decision.reason} if retired else {},
        now=at,
    )


def _recorded(
    supports: Mapping[int, list[Support]], at: datetime.datetime
) -> dict[int, list[Support]]:
    rows = Derivation.objects.filter(pk__in=supports, recorded_at__lte=at)
    known = set(rows.values_list("pk", flat=True))
    return {pk: rows for pk, rows in supports.items() if pk in known}


def _by_then(rows: Iterable[Derivation], at: datetime.datetime) -> list[Derivation]:
    return [row for row in rows if row.recorded_at <= at]


def _validity(claim: Claim, at: datetime.datetime) -> dict[int, list[ClaimValidity]]:
    rows = ClaimValidity.objects.filter(claim=claim, recorded_at__lte=at)
    standing = rows.filter(Q(replaced_by=None) | Q(replaced_by__recorded_at__gt=at))
    return grouped(standing.exclude(valid_from=None, valid_to=None).order_by("id"))


def _then(
    rows: QuerySet[Supersession], at: datetime.datetime
) -> QuerySet[Supersession]:
    made_by_then = rows.filter(decision__at__lte=at)
    return made_by_then.filter(Q(undone_by=None) | Q(undone_by__at__gt=at))


def _supersedes(claim: Claim, at: datetime.datetime) -> list[UUID]:
    rows = _then(Supersession.objects.filter(new=claim), at).order_by("id")
    return list(rows.values_list("old__uid", flat=True))


def _conflicts_with(claim: Claim, at: datetime.datetime) -> list[UUID]:
    """The other ends of conflicts that were in force: neither claim had ended."""
    rows = Conflict.objects.filter(Q(first=claim) | Q(second=claim), opened_at__lte=at)
    settled = Q(state=ConflictState.SETTLED, settled_by__at__lte=at)
    ends: list[Any] = list(
        rows.exclude(settled)
        .order_by("id")
        .values_list("first_id", "first__uid", "second_id", "second__uid")
    )
    others = {a: x for a, x, _, _ in ends} | {b: y for _, _, b, y in ends}
    ended = ended_as_of([claim.pk, *others], at)
    if claim.pk in ended:
        return []
    return [uid for pk, uid in others.items() if pk not in ended | {claim.pk}]
