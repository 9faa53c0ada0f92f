"""What the checks said about texts, where those stand, and what people made of it."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from memory.models.claim import Claim
from memory.models.decision import Decision
from memory.models.log import Observation
from memory.models.operation import Operation
from memory.models.workspace import Workspace


class CheckedText(models.Model):
    """A text that the checks ran over, under one version of the rules.

    `digest` finds it again wherever the same words stand; the words themselves are
    kept of what was pasted, until they are erased.
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    digest = models.BinaryField(
        max_length=32, help_text="SHA-256 of the text; random once it is erased."
    )
    rules_version = models.CharField(
        max_length=240, help_text="With the judge's model and prompt, if there was one."
    )
    text = models.TextField(blank=True)
    triggered = ArrayField(models.CharField(max_length=20), default=list)
    complete = models.BooleanField(default=True)
    operation = models.ForeignKey(
        Operation,
        on_delete=models.PROTECT,
        related_name="texts",
        null=True,
        db_constraint=False,
    )
    checked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="checked_text_uid", fields=["workspace", "uid"]
            ),
            models.UniqueConstraint(
                name="checked_text_once",
                fields=["workspace", "digest", "rules_version"],
            ),
            models.UniqueConstraint(
                name="checked_text_workspace_id", fields=["workspace", "id"]
            ),
        ]

    def __str__(self) -> str:
        return f"text {self.uid}"


class Appearance(models.Model):
    """Where a checked text stands: an observation's words, or a claim's wording."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    text = models.ForeignKey(
        CheckedText,
        on_delete=models.PROTECT,
        related_name="appearances",
        db_constraint=False,
        db_index=False,
    )
    observation = models.ForeignKey(
        Observation, on_delete=models.PROTECT, null=True, db_constraint=False
    )
    claim = models.ForeignKey(
        Claim, on_delete=models.PROTECT, null=True, db_constraint=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="appearance_of_observation", fields=["text", "observation"]
            ),
            models.UniqueConstraint(
                name="appearance_of_claim", fields=["text", "claim"]
            ),
            models.CheckConstraint(
                name="appearance_observation_or_claim",
                condition=Q(observation__isnull=False, claim=None)
                | Q(observation=None, claim__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.text_id} in {self.claim_id or self.observation_id}"


class CheckKind(models.TextChoices):
    """The five checks."""

    FORMULA = "formula"
    UNITS = "units"
    DOUBLE_COUNTING = "double_counting", "Double counting"
    GENERALISATION = "generalisation"
    VOCABULARY = "vocabulary"


class FindingVerdict(models.TextChoices):
    """What a check concluded; the first two ask for a person."""

    CONTRADICTED = "contradicted"
    SUSPECT = "suspect"
    UNDECIDABLE = "undecidable"
    NOT_CHECKED = "not_checked", "Not checked"
    CONSISTENT = "consistent"


class FindingState(models.TextChoices):
    """What people made of a finding."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"


class Finding(models.Model):
    """What one check says about a span of a checked text; [start, end) in characters.

    Its words repeat the text, so an erasure empties them; what was decided stays.
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    text = models.ForeignKey(
        CheckedText,
        on_delete=models.PROTECT,
        related_name="findings",
        db_constraint=False,
        db_index=False,
    )
    position = models.PositiveIntegerField(help_text="In the order of the text.")
    kind = models.CharField(max_length=15, choices=CheckKind.choices)
    verdict = models.CharField(max_length=12, choices=FindingVerdict.choices)
    decided_by = models.CharField(max_length=5)
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    rule = models.CharField(max_length=60, blank=True)
    quote = models.TextField(blank=True)
    reported = models.TextField(blank=True)
    computed = models.TextField(blank=True)
    tolerance = models.TextField(blank=True)
    message = models.TextField(blank=True)
    state = models.CharField(
        max_length=9, choices=FindingState.choices, default=FindingState.OPEN
    )
    decision = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="findings",
        null=True,
        db_constraint=False,
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="finding_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="finding_position", fields=["text", "position"]
            ),
            models.CheckConstraint(
                name="finding_span_in_order", condition=Q(end__gte=F("start"))
            ),
            models.CheckConstraint(
                name="finding_contradicted_by_code",
                condition=~Q(verdict="contradicted") | Q(decided_by="code"),
            ),
            models.CheckConstraint(
                name="finding_decided",
                condition=Q(state="open", decision=None)
                | Q(state__in=["confirmed", "dismissed"], decision__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["workspace", "-id"], name="finding_recent")]

    def __str__(self) -> str:
        return f"{self.verdict}: {self.quote}"
