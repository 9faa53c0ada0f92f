"""Beliefs: claims, their validity and status, and the derivations they rest on."""

import uuid

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector, SearchVectorField
from django.db import models
from django.db.models import F, Q

from memory.models.graph import Node, Predicate, ValueKind
from memory.models.log import Episode, Observation
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


class Method(models.TextChoices):
    """How a derivation came about."""

    DECLARED = "declared"
    LLM = "llm"
    RULES = "rules"
    CURATOR = "curator"


def _only(kind: str, field: str | None) -> Q:
    """One value kind with its own column filled and every other one empty."""
    columns = ["object", "value_number", "value_date", "value_text", "value_bool"]
    filled = {f"{name}__isnull": name != field for name in columns}
    return Q(value_kind=kind, **filled)


class Claim(models.Model):
    """A statement; its uid is the hash of what it states. An edge of the graph."""

    uid = models.UUIDField(editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    type = models.CharField(max_length=10, choices=ClaimType.choices)
    subject = models.ForeignKey(
        Node, on_delete=models.PROTECT, related_name="claims_out", db_constraint=False
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
        ]

    def __str__(self) -> str:
        return str(self.uid)


class ClaimValidity(models.Model):
    """A stated interval of world time; append-only, replaced by a later row."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
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
        Claim, on_delete=models.PROTECT, primary_key=True, related_name="quarantine"
    )
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    lag_until = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["lag_until"], name="quarantine_due")]

    def __str__(self) -> str:
        return f"until {self.lag_until:%Y-%m-%d %H:%M}"


class Derivation(models.Model):
    """One episode's assertion of a claim; immutable (trigger)."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    claim = models.ForeignKey(
        Claim,
        on_delete=models.PROTECT,
        related_name="derivations",
        db_constraint=False,
    )
    episode = models.ForeignKey(
        Episode,
        on_delete=models.PROTECT,
        related_name="derivations",
        db_constraint=False,
    )
    kappa = models.FloatField()
    method = models.CharField(max_length=8, choices=Method.choices)
    model = models.CharField(max_length=200, blank=True)
    recorded_at = models.DateTimeField()
    commitment = models.BinaryField(
        max_length=32, help_text="SHA-256 over the salted wording."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="derivation_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="derivation_workspace_id_claim",
                fields=["workspace", "id", "claim"],
            ),
            models.CheckConstraint(
                name="derivation_kappa_in_range", condition=Q(kappa__gt=0, kappa__lte=1)
            ),
        ]

    def __str__(self) -> str:
        return str(self.uid)


class DerivationText(models.Model):
    """The erasable wording of a derivation."""

    derivation = models.OneToOneField(
        Derivation, on_delete=models.PROTECT, primary_key=True, related_name="words"
    )
    text = models.TextField(null=True)  # noqa: DJ001  gone is not the same as empty
    salt = models.BinaryField(max_length=16, null=True)
    fingerprint = models.BigIntegerField(
        null=True, help_text="Of a long supporting text, to see copied readings."
    )
    search = models.GeneratedField(
        expression=SearchVector("text", config="english"),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta:
        indexes = [GinIndex(fields=["search"], name="derivation_text_search")]

    def __str__(self) -> str:
        return self.text or "(erased)"


class Support(models.Model):
    """One thing a derivation rests on: an observation or a premise claim."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    derivation = models.ForeignKey(
        Derivation,
        on_delete=models.PROTECT,
        related_name="supports",
        db_constraint=False,
        db_index=False,
    )
    claim = models.ForeignKey(
        Claim,
        on_delete=models.PROTECT,
        related_name="supports",
        db_constraint=False,
        db_index=False,
        help_text="The derivation's claim, so that a walk needs this table only.",
    )
    observation = models.ForeignKey(
        Observation,
        on_delete=models.PROTECT,
        related_name="supports",
        null=True,
        db_constraint=False,
        db_index=False,
    )
    premise = models.ForeignKey(
        Claim,
        on_delete=models.PROTECT,
        related_name="carries",
        null=True,
        db_constraint=False,
        db_index=False,
    )
    span_start = models.PositiveIntegerField(null=True)
    span_end = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="support_observation_or_premise",
                condition=Q(observation__isnull=False, premise=None)
                | Q(observation=None, premise__isnull=False),
            ),
            models.CheckConstraint(
                name="support_not_itself",
                condition=Q(premise=None) | ~Q(premise=F("claim")),
            ),
            models.CheckConstraint(
                name="support_span_of_observation",
                condition=Q(premise=None, span_end__gt=F("span_start"))
                & Q(span_start__isnull=False, span_end__isnull=False)
                | Q(observation=None, span_start=None, span_end=None),
            ),
        ]
        indexes = [
            models.Index(
                fields=["premise", "claim", "derivation"], name="support_of_premise"
            ),
            models.Index(
                fields=["observation", "claim", "derivation"],
                name="support_of_observation",
            ),
            models.Index(
                fields=["claim", "derivation"],
                include=["premise", "observation"],
                name="support_of_claim",
            ),
            models.Index(fields=["derivation"], name="support_of_derivation"),
        ]

    def __str__(self) -> str:
        return f"{self.claim_id} on {self.observation_id or self.premise_id}"
