"""Claims that lost evidence and wait for a person."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from memory.models.claim import Claim
from memory.models.decision import Decision
from memory.models.retraction import Retraction
from memory.models.workspace import Workspace


class DisputeState(models.TextChoices):
    """Whether a dispute waits, waits on purpose, or is settled."""

    OPEN = "open", "Open"
    DEFERRED = "deferred", "Deferred"
    RESOLVED = "resolved", "Resolved"


UNSETTLED = [DisputeState.OPEN.value, DisputeState.DEFERRED.value]


class Proposal(models.TextChoices):
    """What the store suggests; a person decides."""

    UPHOLD = "uphold", "Uphold"
    RESUPPORT = "resupport", "Re-support"
    RETIRE = "retire", "Retire"
    REVISE = "revise", "Revise"
    DEFER = "defer", "Defer"


class Dispute(models.Model):
    """An affected claim waiting for a person.

    `was` and `lag_until` are what a reinstatement brings back; `died` are the
    derivations that died since it stood undisputed: it comes back by itself once
    they are all live again and nobody has settled it.
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, db_constraint=False
    )
    claim = models.ForeignKey(
        Claim, on_delete=models.PROTECT, related_name="disputes", db_constraint=False
    )
    opened_by = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="opened_disputes",
        db_constraint=False,
    )
    retraction = models.ForeignKey(
        Retraction,
        on_delete=models.PROTECT,
        related_name="disputes",
        null=True,
        db_constraint=False,
    )
    effect = models.CharField(max_length=8)
    from_birth = models.BooleanField(
        default=False, help_text="Its claim was born resting on disputed premises."
    )
    proposal = models.CharField(max_length=9, choices=Proposal.choices)
    rank = models.PositiveIntegerField(
        help_text="A dispute ranks before those that rest on it."
    )
    was = models.CharField(max_length=11)
    lag_until = models.DateTimeField(null=True)
    died = ArrayField(models.BigIntegerField(), default=list)
    state = models.CharField(
        max_length=8, choices=DisputeState.choices, default=DisputeState.OPEN
    )
    version = models.PositiveIntegerField(default=1)
    opened_at = models.DateTimeField()
    settled_by = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="settled_disputes",
        null=True,
        db_constraint=False,
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="dispute_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="dispute_one_unsettled",
                fields=["claim"],
                condition=Q(state__in=UNSETTLED),
            ),
            models.CheckConstraint(
                name="dispute_effect_known",
                condition=Q(effect__in=["lost", "weakened", "reached"]),
            ),
            models.CheckConstraint(
                name="dispute_settled_by_decision",
                condition=Q(state="open", settled_by=None)
                | ~Q(state="open") & Q(settled_by__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["workspace", "rank", "id"],
                name="dispute_queue",
                condition=Q(state__in=UNSETTLED),
            )
        ]

    def __str__(self) -> str:
        return f"{self.effect} {self.claim_id}"
