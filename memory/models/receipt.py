"""Receipts: what each passage through the gate was told."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from memory.models.claim import Claim
from memory.models.derivation import Derivation
from memory.models.log import Episode
from memory.models.workspace import Agent, ApiKey, Membership, Workspace


class Receipt(models.Model):
    """One passage through the retrieval gate; append-only (trigger)."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    agent = models.ForeignKey(
        Agent, on_delete=models.PROTECT, null=True, db_constraint=False
    )
    member = models.ForeignKey(
        Membership,
        on_delete=models.PROTECT,
        null=True,
        db_constraint=False,
        db_index=False,
    )
    key = models.ForeignKey(ApiKey, on_delete=models.PROTECT, null=True, db_index=False)
    episode = models.ForeignKey(
        Episode,
        on_delete=models.PROTECT,
        null=True,
        db_constraint=False,
        db_index=False,
        help_text="The work that the message belongs to.",
    )
    trial = models.BooleanField(
        default=False, help_text="A curator tried what an agent would be told."
    )
    k = models.PositiveIntegerField()
    nodes = ArrayField(
        models.BigIntegerField(), help_text="Where the subgraph was entered."
    )
    references = ArrayField(
        models.BigIntegerField(),
        default=list,
        help_text="Vetted sources on the same nodes as what was served.",
    )
    lenses = models.JSONField(help_text="What each lens did, by its name.")
    degraded = ArrayField(models.CharField(max_length=8))
    at = models.DateTimeField()
    commitment = models.BinaryField(
        max_length=32, help_text="SHA-256 over the salted message."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="receipt_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="receipt_workspace_id", fields=["workspace", "id"]
            ),
            models.CheckConstraint(
                name="receipt_one_caller",
                condition=Q(agent=None, member__isnull=False)
                | Q(agent__isnull=False, member=None),
            ),
        ]
        indexes = [models.Index(fields=["workspace", "-id"], name="receipt_recent")]

    def __str__(self) -> str:
        return f"receipt {self.uid}"


class ReceiptText(models.Model):
    """The erasable words of a passage: the message, and what was made of it."""

    receipt = models.OneToOneField(
        Receipt, on_delete=models.PROTECT, primary_key=True, related_name="words"
    )
    message = models.TextField(null=True)  # noqa: DJ001  gone, not empty
    reframe = models.TextField(blank=True)
    findings = models.JSONField(default=list)
    tensions = models.JSONField(default=list)
    salt = models.BinaryField(max_length=32, null=True)

    def __str__(self) -> str:
        return self.message or "(erased)"


class ReceiptLine(models.Model):
    """A claim that a passage told of; append-only (trigger).

    `reason` is empty for what was served, and says why what was withheld was. The
    wording is that of `derivation`, or the statement itself where that has none.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    receipt = models.ForeignKey(
        Receipt,
        on_delete=models.PROTECT,
        related_name="lines",
        db_constraint=False,
        db_index=False,
    )
    claim = models.ForeignKey(
        Claim,
        on_delete=models.PROTECT,
        related_name="receipt_lines",
        db_constraint=False,
        db_index=False,
    )
    derivation = models.ForeignKey(
        Derivation,
        on_delete=models.PROTECT,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    place = models.PositiveIntegerField(help_text="From 0; served claims come first.")
    reason = models.CharField(max_length=11, blank=True)
    effect = models.CharField(max_length=8, blank=True)
    confidence = models.FloatField(help_text="As it was told, in [0, 1].")
    age_days = models.FloatField()
    vetted = models.BooleanField(default=False)
    lenses = ArrayField(models.CharField(max_length=8))
    conflicts_with = ArrayField(models.UUIDField(), default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="receipt_line_once", fields=["receipt", "claim"]
            ),
            models.UniqueConstraint(
                name="receipt_line_workspace_id", fields=["workspace", "id"]
            ),
            models.CheckConstraint(
                name="receipt_line_confidence_share",
                condition=Q(confidence__gte=0, confidence__lte=1),
            ),
        ]
        indexes = [models.Index(fields=["claim", "receipt"], name="receipt_line_claim")]

    def __str__(self) -> str:
        return f"{self.claim_id} in {self.receipt_id}"

    @property
    def served(self) -> bool:
        """Whether it was told as admissible."""
        return not self.reason
