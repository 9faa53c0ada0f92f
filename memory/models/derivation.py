"""Why a claim is believed: derivations and the supports they rest on."""

import uuid

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector, SearchVectorField
from django.db import models
from django.db.models import F, Q

from memory.models.claim import Claim
from memory.models.log import Episode, Observation
from memory.models.workspace import Workspace


class Method(models.TextChoices):
    """How a derivation came about."""

    DECLARED = "declared"
    LLM = "llm"
    RULES = "rules"
    CURATOR = "curator"


class Derivation(models.Model):
    """One episode's assertion of a claim; immutable (trigger)."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
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
        indexes = [
            GinIndex(fields=["search"], name="derivation_text_search", fastupdate=False)
        ]

    def __str__(self) -> str:
        return self.text or "(erased)"


class Support(models.Model):
    """One thing a derivation rests on: an observation or a premise claim."""

    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
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
