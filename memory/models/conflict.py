"""Contradictions that wait for a person, and first yeses that wait for a second."""

import uuid

from django.db import models
from django.db.models import F, Q

from memory.models.claim import Claim
from memory.models.decision import Decision
from memory.models.workspace import Membership, Workspace


class ConflictKind(models.TextChoices):
    """Why two claims cannot both hold."""

    CARDINALITY = "cardinality", "Too many for one"
    NEGATION = "negation", "One negates the other"


class ConflictState(models.TextChoices):
    """Whether a conflict waits, is kept open on purpose, or is settled."""

    OPEN = "open", "Open"
    KEPT = "kept", "Kept open"
    SETTLED = "settled", "Settled"


class Conflict(models.Model):
    """Two claims that cannot both hold, in id order; one row a pair.

    It is in force while it is not settled and neither claim has ended.
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    first = models.ForeignKey(
        Claim, on_delete=models.PROTECT, related_name="+", db_constraint=False
    )
    second = models.ForeignKey(
        Claim, on_delete=models.PROTECT, related_name="+", db_constraint=False
    )
    kind = models.CharField(max_length=11, choices=ConflictKind.choices)
    opened_at = models.DateTimeField()
    state = models.CharField(
        max_length=8, choices=ConflictState.choices, default=ConflictState.OPEN
    )
    version = models.PositiveIntegerField(default=1)
    settled_by = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="settled_conflicts",
        null=True,
        db_constraint=False,
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="conflict_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(name="conflict_pair", fields=["first", "second"]),
            models.CheckConstraint(
                name="conflict_in_id_order", condition=Q(first__lt=F("second"))
            ),
            models.CheckConstraint(
                name="conflict_settled_by_decision",
                condition=Q(state="open", settled_by=None)
                | ~Q(state="open") & Q(settled_by__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["workspace", "-id"],
                name="conflict_queue",
                condition=~Q(state="settled"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.first_id} against {self.second_id}"


class Endorsement(models.Model):
    """One person's yes to what grants belief and needs a second person's.

    It is shown to nobody before the second has decided.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    about = models.UUIDField(help_text="Of the claim, dispute or retraction.")
    version = models.PositiveIntegerField(help_text="Of that row, as it was seen.")
    action = models.CharField(max_length=16)
    member = models.ForeignKey(
        Membership, on_delete=models.PROTECT, db_constraint=False
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="endorsement_once",
                fields=["workspace", "about", "version", "action", "member"],
            )
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.about}"
