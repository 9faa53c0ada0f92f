"""What was believed at an instant, and why: from events, and what was in force."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
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
    """A claim as it stood at an instant of record time; raises Missing."""
    rows = Claim.objects.filter(workspace=workspace, uid=uid)
    found = beliefs_as_of(workspace, rows.values_list("pk", flat=True), at)
    if not found:
        raise Missing("claim")
    return next(iter(found.values()))


def beliefs_as_of(
    workspace: Workspace, ids: Iterable[int], at: datetime.datetime
) -> dict[int, Belief]:
    """Some claims as they stood at an instant of record time, by id.

    A claim that was not yet recorded is left out. The status is that of the last
    event by then; a claim is resolved over the derivations recorded by then, without
    the retractions and withdrawals in force then. Texts that were compacted or erased
    since count as they did while they were there. A constant number of statements.
    """
    events = _last_events(workspace, list(ids), at)
    claims = [_as_it_was(event) for event in events.values()]
    rows = _load(claims, events, at)
    return {claim.pk: _told(claim, events[claim.pk], rows) for claim in claims}


def _last_events(
    workspace: Workspace, ids: Sequence[int], at: datetime.datetime
) -> dict[int, StatusEvent]:
    rows = StatusEvent.objects.filter(workspace=workspace, claim__in=ids, at__lte=at)
    last = rows.order_by("claim_id", "-id").distinct("claim_id")
    related = last.select_related(
        "decision",
        "claim__subject",
        "claim__predicate",
        "claim__object",
        "claim__quarantine",
    )
    return {event.claim_id: event for event in related}


def _as_it_was(event: StatusEvent) -> Claim:
    """The row of now is replaced in memory only; it is never saved."""
    claim = event.claim
    claim.state = ClaimStatus(
        claim=claim,
        status=event.after,
        cause_kind=cause_kind(event.decision),
        cause_uid=event.decision.uid,
        changed_at=event.at,
        version=event.version,
    )
    return claim


def _told(claim: Claim, event: StatusEvent, rows: BeliefRows) -> Belief:
    found = made(claim, rows)
    waits = event.after == Status.quarantined
    lag_until = found.lag_until if waits else None
    return replace(found, as_of=rows.now, lag_until=lag_until)


def _load(
    claims: Sequence[Claim], events: Mapping[int, StatusEvent], at: datetime.datetime
) -> BeliefRows:
    ids = [claim.pk for claim in claims]
    evidence = resolve_as_of(ids, at)
    recorded = _recorded(supports_of(ids), at)
    premises = {
        row.premise.pk: row.premise
        for rows in recorded.values()
        for row in rows
        if row.premise is not None
    }
    told = derivations({*ids, *premises})
    return BeliefRows(
        claims=claims,
        premises=premises,
        evidence=evidence,
        derivations={x: _by_then(rows, at) for x, rows in told.items()},
        supports=recorded,
        sources=sources_of(evidence),
        dependants=dependants_as_of(ids, at),
        validity=_validity(ids, at),
        superseded_by=dict(
            _then(Supersession.objects.filter(old__in=ids), at).values_list(
                "old_id", "new__uid"
            )
        ),
        supersedes=_supersedes(ids, at),
        conflicts_with=_conflicts_with(ids, at),
        retired_because={
            pk: event.decision.reason
            for pk, event in events.items()
            if event.after == Status.retired
        },
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


def _validity(
    claims: Collection[int], at: datetime.datetime
) -> dict[int, list[ClaimValidity]]:
    rows = ClaimValidity.objects.filter(claim__in=claims, recorded_at__lte=at)
    standing = rows.filter(Q(replaced_by=None) | Q(replaced_by__recorded_at__gt=at))
    return grouped(standing.exclude(valid_from=None, valid_to=None).order_by("id"))


def _then(
    rows: QuerySet[Supersession], at: datetime.datetime
) -> QuerySet[Supersession]:
    made_by_then = rows.filter(decision__at__lte=at)
    return made_by_then.filter(Q(undone_by=None) | Q(undone_by__at__gt=at))


def _supersedes(
    claims: Collection[int], at: datetime.datetime
) -> dict[int, list[UUID]]:
    rows = _then(Supersession.objects.filter(new__in=claims), at).order_by("id")
    found: dict[int, list[UUID]] = {}
    for new, old in rows.values_list("new_id", "old__uid"):
        found.setdefault(new, []).append(old)
    return found


def _conflicts_with(
    claims: Collection[int], at: datetime.datetime
) -> dict[int, list[UUID]]:
    """The other ends of conflicts that were in force: neither claim had ended."""
    mine = Q(first__in=claims) | Q(second__in=claims)
    rows = Conflict.objects.filter(mine, opened_at__lte=at)
    settled = Q(state=ConflictState.SETTLED, settled_by__at__lte=at)
    ends: list[Any] = list(
        rows.exclude(settled)
        .order_by("id")
        .values_list("first_id", "first__uid", "second_id", "second__uid")
    )
    ended = ended_as_of({pk for a, _, b, _ in ends for pk in (a, b)}, at)
    found: dict[int, list[UUID]] = {}
    for first, first_uid, second, second_uid in ends:
        if not ended & {first, second}:
            found.setdefault(first, []).append(second_uid)
            found.setdefault(second, []).append(first_uid)
    return found
