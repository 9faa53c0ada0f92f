"""Opens disputes for claims that lost evidence, and settles them."""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import F

from memory.models import (
    UNSETTLED,
    Claim,
    Decision,
    Dispute,
    DisputeState,
    EffectKind,
    Proposal,
    Retraction,
    RetractionKind,
)
from memory.queries.subgraph import Subgraph
from memory.rules.lifecycle import Status, Trigger, after
from memory.steps.dispute_statements import AGAIN, LOCK, MARK, OPEN, RAISE
from memory.steps.quarantine import leave_quarantine
from memory.steps.status import Cause, Move, record


@dataclass(frozen=True)
class Hit:
    """What happened to a claim that is to be disputed: `died` are derivations."""

    effect: EffectKind
    rank: int
    died: frozenset[int]


def open_disputes(
    decision: Decision,
    cause: Cause,
    hits: Mapping[int, Hit],
    *,
    retraction: Retraction | None = None,
) -> None:
    """Make claims disputed, each with one unsettled dispute.

    A claim that is in dispute already is hit again: its dispute remembers what died
    now too, and a deferred one opens again.
    """
    if not hits:
        return
    claims = sorted(hits)
    now = _lock(claims)
    moves = [
        Move(c, now[c][0], _disputed(now[c][0], hits[c], retraction), now[c][1])
        for c in claims
    ]
    _mark(decision, cause, claims)
    record(decision, moves)
    given = _arrays(hits, {each.claim: each.before for each in moves}, retraction)
    if any(each.before == Status.disputed for each in moves):
        with connection.cursor() as cursor:
            cursor.execute(AGAIN, given)
    lags = leave_quarantine(claims)
    _insert(decision, given, [lags.get(claim) for claim in claims], retraction)


def settle(decision: Decision, claims: Collection[int]) -> None:
    """Close the unsettled disputes of claims by a decision."""
    Dispute.objects.filter(claim__in=claims, state__in=UNSETTLED).update(
        state=DisputeState.RESOLVED, settled_by=decision, version=F("version") + 1
    )


def unsettled_ranks(part: Subgraph) -> dict[int, int]:
    """The ranks of disputes among the affected claims and just outside."""
    disputed = [c for c, status in part.statuses.items() if status == Status.disputed]
    if not disputed:
        return {}
    rows = Dispute.objects.filter(claim__in=disputed, state__in=UNSETTLED)
    return dict(rows.values_list("claim_id", "rank"))


def raise_ranks(ranks: Mapping[int, int]) -> None:
    """Let unsettled disputes come after what they have come to rest on."""
    if not ranks:
        return
    with connection.cursor() as cursor:
        cursor.execute(RAISE, [list(ranks), list(ranks.values())])


def born_disputed(decision: Decision, claims: Collection[Claim]) -> None:
    """Put new claims that rest on disputed premises alone into the queue."""
    if not claims:
        return
    premises = Dispute.objects.filter(
        claim__carries__claim__in=claims, state__in=UNSETTLED
    )
    rank: dict[int, int] = {}
    for claim, above in premises.values_list("claim__carries__claim_id", "rank"):
        rank[claim] = max(rank.get(claim, 0), above + 1)
    hits = {
        claim.pk: Hit(EffectKind.REACHED, rank.get(claim.pk, 0), frozenset())
        for claim in claims
    }
    given = _arrays(hits, dict.fromkeys(hits, Status.quarantined), None)
    _insert(decision, given, [None for _ in hits], None, from_birth=True)


def _disputed(status: str, hit: Hit, retraction: Retraction | None) -> Status:
    if retraction is not None and retraction.kind == RetractionKind.CONCERN:
        return after(Status(status), Trigger.questioned)
    lost = hit.effect == EffectKind.LOST
    trigger = Trigger.evidence_lost if lost else Trigger.evidence_weakened
    return after(Status(status), trigger)


def _lock(claims: list[int]) -> dict[int, tuple[str, int]]:
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [claims])
        return {claim: (status, version) for claim, status, version in cursor}


def _mark(decision: Decision, cause: Cause, claims: list[int]) -> None:
    episode = cause.episode.pk if cause.episode else None
    with connection.cursor() as cursor:
        cursor.execute(MARK, [cause.kind, cause.uid, episode, decision.at, claims])


def _arrays(
    hits: Mapping[int, Hit], was: Mapping[int, str], retraction: Retraction | None
) -> list[list[Any]]:
    """Hits column by column, in claim order.

    Each `died` is the text of an array: arrays of unequal lengths make none.
    """
    claims = sorted(hits)
    return [
        claims,
        [hits[claim].effect.value for claim in claims],
        [_proposal(hits[claim], retraction).value for claim in claims],
        [hits[claim].rank for claim in claims],
        [str(was[claim]) for claim in claims],
        ["{" + ",".join(map(str, sorted(hits[claim].died))) + "}" for claim in claims],
    ]


def _insert(
    decision: Decision,
    given: list[list[Any]],
    lags: list[datetime.datetime | None],
    retraction: Retraction | None,
    *,
    from_birth: bool = False,
) -> None:
    head = [
        decision.workspace_id,
        decision.pk,
        retraction.pk if retraction else None,
        decision.at,
        from_birth,
    ]
    with connection.cursor() as cursor:
        cursor.execute(OPEN, [*head, *given, lags, decision.workspace_id, decision.at])


def _proposal(hit: Hit, retraction: Retraction | None) -> Proposal:
    """What a person would most likely do."""
    kind = retraction.kind if retraction else ""
    if hit.effect == EffectKind.REACHED or kind == RetractionKind.CONCERN:
        return Proposal.DEFER
    if hit.effect == EffectKind.WEAKENED:
        return Proposal.UPHOLD
    corrected = kind == RetractionKind.CORRECTION
    return Proposal.RESUPPORT if corrected else Proposal.RETIRE
