"""What guards the log: seals over it, holds on it, certificates of what left it."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from memory.models.claim import Claim
from memory.models.decision import Decision
from memory.models.graph import Node
from memory.models.log import Observation
from memory.models.workspace import Workspace


class Alarm(models.Model):
    """Damage that a sweep found in a workspace: evidence gone without a record.

    While one is not cleared nothing is promoted or swept there.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    found_at = models.DateTimeField()
    cleared_at = models.DateTimeField(null=True)
    derivations = ArrayField(
        models.BigIntegerField(), help_text="The first ones found damaged."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="alarm_one_in_force",
                fields=["workspace"],
                condition=Q(cleared_at=None),
            )
        ]

    def __str__(self) -> str:
        return f"{len(self.derivations)} damaged derivations"


class SealedKind(models.TextChoices):
    """The append-only rows of the log that are sealed."""

    EPISODE = "episode"
    OBSERVATION = "observation"
    DERIVATION = "derivation"
    DECISION = "decision"


class LogSeal(models.Model):
    """One batch of log rows in a workspace's hash chain; append-only (trigger).

    `leaves` are 32 bytes a row, in the order of `ids`; `digest` binds them to the
    digest before.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    number = models.PositiveBigIntegerField(help_text="From 1, without a gap.")
    kind = models.CharField(max_length=11, choices=SealedKind.choices)
    ids = ArrayField(models.BigIntegerField())
    leaves = models.BinaryField()
    digest = models.BinaryField(max_length=32)
    sealed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="log_seal_number", fields=["workspace", "number"]
            )
        ]

    def __str__(self) -> str:
        return f"seal {self.number}"


class Hold(models.Model):
    """A mark that an observation's text must be kept for somebody."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    observation = models.ForeignKey(
        Observation,
        on_delete=models.PROTECT,
        related_name="holds",
        db_constraint=False,
        db_index=False,
    )
    holder = models.UUIDField(help_text="Of whatever needs the text.")
    placed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="hold_once", fields=["observation", "holder"])
        ]
        indexes = [models.Index(fields=["workspace", "holder"], name="hold_of")]

    def __str__(self) -> str:
        return f"{self.holder} holds {self.observation_id}"


class Archived(models.Model):
    """A retired claim that is out of the way of lists and search; never lost.

    It is in the archive while it has not been restored, and retired since before.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    claim = models.ForeignKey(
        Claim, on_delete=models.PROTECT, related_name="archived", db_constraint=False
    )
    decision = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="archived",
        db_constraint=False,
    )
    at = models.DateTimeField()
    restored_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="archived_in_force",
                fields=["claim"],
                condition=Q(restored_at=None),
            )
        ]

    def __str__(self) -> str:
        return f"{self.claim_id} since {self.at:%Y-%m-%d}"


class Erasure(models.Model):
    """The certificate of an erasure: what was destroyed, never what it said.

    Append-only (trigger).
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    decision = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="erasures",
        db_constraint=False,
    )
    node = models.ForeignKey(
        Node,
        on_delete=models.PROTECT,
        related_name="erasures",
        null=True,
        db_constraint=False,
    )
    observations = ArrayField(models.BigIntegerField())
    counts = models.JSONField(help_text="How many rows of each kind lost words.")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="erasure_uid", fields=["workspace", "uid"])
        ]

    def __str__(self) -> str:
        return f"erasure {self.uid}"
