"""Retractions as people and agents read them, and what each one touched."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, QuerySet

from memory.models import (
    UNSETTLED,
    AffectedClaim,
    Claim,
    Decision,
    Dispute,
    EffectKind,
    Retraction,
    Workspace,
)
from memory.queries.belief import said
from memory.queries.disputes import before_and_after
from memory.queries.weights import Weight
from memory.rules.refused import Missing


@dataclass(frozen=True)
class AffectedView:
    """One claim that a pass touched, as the pass left it."""

    claim: UUID
    text: str
    effect: str
    depth: int
    before: Weight | None
    after: Weight | None
    key: tuple[int, int]


@dataclass(frozen=True)
class RetractionView:
    """A retraction with the size of what it did.

    `counts` are claims by effect; `disputes` the unsettled ones that it opened.
    """

    retraction: Retraction
    reason: str
    counts: dict[str, int]
    disputes: int

    @property
    def key(self) -> int:
        """Its place in the list, to go on from."""
        return self.retraction.pk

    @property
    def in_force(self) -> bool:
        """Whether nobody has reinstated what it took away."""
        return self.retraction.reinstated_by_id is None


def retractions(
    workspace: Workspace, *, after: int | None = None, limit: int = 50
) -> list[RetractionView]:
    """A page of retractions, newest first, in a constant number of statements."""
    rows = Retraction.objects.filter(workspace=workspace).order_by("-id")
    if after is not None:
        rows = rows.filter(pk__lt=after)
    return _views(list(_whole(rows)[:limit]))


def retraction(workspace: Workspace, uid: UUID) -> RetractionView:
    """One retraction of this workspace; raises Missing."""
    found = _views(
        list(_whole(Retraction.objects.filter(workspace=workspace, uid=uid)))
    )
    if not found:
        raise Missing("retraction")
    return found[0]


def affected_by(
    decision: Decision,
    *,
    effect: str | None = None,
    after: tuple[int, int] | None = None,
    limit: int = 50,
) -> list[AffectedView]:
    """A page of what a decision's pass touched, by depth."""
    order = ("depth", "claim_id")
    rows = AffectedClaim.objects.filter(decision=decision).order_by(*order)
    if effect is not None:
        rows = rows.filter(effect=effect)
    if after is not None:
        depth, claim = after
        further = rows.filter(depth=depth, claim_id__gt=claim)
        rows = (further | rows.filter(depth__gt=depth)).order_by(*order)
    wanted = ("claim__subject", "claim__predicate", "claim__object")
    return [_affected(row) for row in rows.select_related(*wanted)[:limit]]


def uids_of(claims: Sequence[int]) -> dict[int, UUID]:
    """The public ids of claims, for the answer of a pass that was not written."""
    rows = Claim.objects.filter(pk__in=claims)
    return dict(rows.values_list("pk", "uid"))


def _affected(row: AffectedClaim) -> AffectedView:
    before, after = before_and_after(row)
    claim = row.claim
    return AffectedView(
        claim=claim.uid,
        text=f"{claim.subject} {claim.predicate.label} {said(claim)}",
        effect=row.effect,
        depth=row.depth,
        before=before,
        after=after,
        key=(row.depth, row.claim_id),
    )


def _whole(rows: QuerySet[Retraction]) -> QuerySet[Retraction]:
    return rows.select_related(
        "words",
        "decision__by_member__user",
        "decision__by_agent",
        "reinstated_by",
        "observation__source",
        "source__node",
        "replacement_observation",
        "replacement_source__node",
    )


def _views(rows: Sequence[Retraction]) -> list[RetractionView]:
    decisions = {row.decision_id for row in rows}
    counted: dict[int, dict[str, int]] = {}
    effects = AffectedClaim.objects.filter(decision__in=decisions)
    for decision, effect, count in effects.values_list("decision", "effect").annotate(
        n=Count("id")
    ):
        counted.setdefault(decision, {})[effect] = count
    open_now = Dispute.objects.filter(opened_by__in=decisions, state__in=UNSETTLED)
    disputes = dict(open_now.values_list("opened_by").annotate(n=Count("id")))
    return [
        RetractionView(
            retraction=row,
            reason=row.words.reason,
            counts={
                effect.value: counted.get(row.decision_id, {}).get(effect.value, 0)
                for effect in EffectKind
            },
            disputes=disputes.get(row.decision_id, 0),
        )
        for row in rows
    ]
