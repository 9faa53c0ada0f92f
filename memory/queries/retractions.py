"""Retractions as people and agents read them, and what each one touched."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from memory.models import (
    UNSETTLED,
    AffectedClaim,
    Claim,
    Dispute,
    EffectKind,
    Retraction,
    Workspace,
)
from memory.queries.clock import database_now
from memory.queries.disputes import before_and_after
from memory.queries.standings import Standing, standings
from memory.queries.weights import Weight
from memory.rules.refused import Missing


@dataclass(frozen=True)
class AffectedView:
    """One claim that a retraction touched, beside how it stands now."""

    row: AffectedClaim
    now: Standing

    @property
    def weights(self) -> tuple[Weight | None, Weight | None]:
        """Its confidences before and after, where they were worked out."""
        return before_and_after(self.row)

    @property
    def key(self) -> tuple[int, int]:
        """Its place in the list, to go on from."""
        return self.row.depth, self.row.claim_id


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
    workspace: Workspace,
    uid: UUID,
    *,
    effect: str | None = None,
    after: tuple[int, int] | None = None,
    limit: int = 50,
) -> list[AffectedView]:
    """A page of what a retraction touched, by depth; raises Missing.

    What it did is told as it was; how each claim stands is checked now. A constant
    number of statements.
    """
    found = Retraction.objects.filter(workspace=workspace, uid=uid).first()
    if found is None:
        raise Missing("retraction")
    rows = AffectedClaim.objects.filter(decision=found.decision_id)
    if effect is not None:
        rows = rows.filter(effect=effect)
    if after is not None:
        depth, claim = after
        rows = rows.filter(Q(depth__gt=depth) | Q(depth=depth, claim_id__gt=claim))
    page = list(rows.order_by("depth", "claim_id")[:limit])
    now = standings(workspace, [row.claim_id for row in page], database_now())
    return [AffectedView(row, now[row.claim_id]) for row in page]


def uids_of(claims: Sequence[int]) -> dict[int, UUID]:
    """The public ids of claims, for the answer of a pass that was not written."""
    rows = Claim.objects.filter(pk__in=claims)
    return dict(rows.values_list("pk", "uid"))


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
