"""Beliefs: claims, their validity and status, and the derivations they rest on."""

from django.db import models
from django.db.models import F, Q

from memory.models.graph import Node, Predicate, ValueKind
from memory.models.log import Episode
from memory.models.workspace import Workspace
from memory.rules.lifecycle import Status


class ClaimType(models.TextChoices):
    """What a claim states; decides which checks and which half-life apply."""

    RELATION = "relation"
    ATTRIBUTE = "attribute"
    QUANTITY = "quantity"
    EVENT = "event"
    CAUSAL = "causal"
    PREFERENCE = "preference"
    SUMMARY = "summary"


def _only(kind: str, field: str | None) -> Q:
    """One value kind with its own column filled and every other one empty."""
    columns = ["object", "value_number", "value_date", "value_text", "value_bool"]
    filled = {f"{name}__isnull": name != field for name in columns}
    return Q(value_kind=kind, **filled)


class Claim(models.Model):
    """A statement; its uid is the hash of what it states. An edge of the graph."""

    uid = models.UUIDField(editable=False)
    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    type = models.CharField(max_length=10, choices=ClaimType.choices)
    subject = models.ForeignKey(
        Node,
        on_delete=models.PROTECT,
        related_name="claims_out",
        db_constraint=False,
        db_index=False,
    )
    predicate = models.ForeignKey(
        Predicate, on_delete=models.PROTECT, db_constraint=False
    )
    value_kind = models.CharField(max_length=8, choices=ValueKind.choices)
    object = models.ForeignKey(
        Node,
        on_delete=models.PROTECT,
        related_name="claims_in",
        null=True,
        db_constraint=False,
        db_index=False,
    )
    value_number = models.DecimalField(null=True)
    value_unit = models.CharField(max_length=60, blank=True)
    value_date = models.DateField(null=True)
    value_text = models.TextField(null=True)  # noqa: DJ001  absent, not empty
    value_bool = models.BooleanField(null=True)
    qualifiers = models.JSONField(default=dict)
    recorded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="claim_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="claim_workspace_id", fields=["workspace", "id"]
            ),
            models.CheckConstraint(
                name="claim_object_or_value",
                condition=_only("node", "object")
                | _only("number", "value_number")
                | _only("date", "value_date")
                | _only("text", "value_text")
                | _only("bool", "value_bool"),
            ),
        ]
        indexes = [
            models.Index(
                fields=["workspace", "subject", "predicate"], name="claim_out"
            ),
            models.Index(fields=["workspace", "object", "predicate"], name="claim_in"),
            # The newest claims at a node, however many there are.
            models.Index(fields=["subject", "id"], name="claim_out_newest"),
            models.Index(fields=["object", "id"], name="claim_in_newest"),
        ]

    def __str__(self) -> str:
        return str(self.uid)


class ClaimValidity(models.Model):
    """A stated interval of world time; append-only, replaced by a later row."""

    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, db_constraint=False
    )
    claim = models.ForeignKey(
        Claim, on_delete=models.PROTECT, related_name="validity", db_constraint=False
    )
    valid_from = models.DateTimeField(null=True)
    valid_to = models.DateTimeField(null=True)
    recorded_at = models.DateTimeField()
    replaces = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="replaced_by"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="claim_validity_in_order",
                condition=Q(valid_from=None)
                | Q(valid_to=None)
                | Q(valid_to__gte=F("valid_from")),
            )
        ]

    def __str__(self) -> str:
        return f"{self.valid_from or '…'} to {self.valid_to or '…'}"


class ClaimStatus(models.Model):
    """The narrow, hot row of a claim; no index may mention its status."""

    claim = models.OneToOneField(
        Claim, on_delete=models.PROTECT, primary_key=True, related_name="state"
    )
    status = models.CharField(
        max_length=11, choices=[(status.value, status.value) for status in Status]
    )
    cause_kind = models.CharField(max_length=12)
    cause_uid = models.UUIDField(null=True)
    cause_episode = models.ForeignKey(
        Episode, on_delete=models.PROTECT, null=True, db_index=False
    )
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField(
        default=1, help_text="Counts people's decisions and changes of content."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="claim_status_known",
                condition=Q(status__in=[status.value for status in Status]),
            )
        ]

    def __str__(self) -> str:
        return self.status


class Quarantine(models.Model):
    """The queue of claims waiting for the consolidation lag to pass."""

    claim = models.OneToOneField(
        Claim,
        on_delete=models.PROTECT,
        primary_key=True,
        related_name="quarantine",
        db_constraint=False,
    )
    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, db_constraint=False
    )
    lag_until = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["lag_until"], name="quarantine_due")]

    def __str__(self) -> str:
        return f"until {self.lag_until:%Y-%m-%d %H:%M}"
