"""What is no longer to be relied on, and what that did to every claim it reached."""

import uuid

from django.db import models
from django.db.models import Q

from memory.models.claim import Claim
from memory.models.decision import Decision
from memory.models.log import Observation
from memory.models.source import Source
from memory.models.workspace import Workspace


class RetractionKind(models.TextChoices):
    """Why evidence is not relied on; under a concern it still resolves."""

    RETRACTION = "retraction", "Retraction"
    CORRECTION = "correction", "Correction"
    CONCERN = "concern", "Expression of concern"


class Retraction(models.Model):
    """An observation or one revision of a source that is no longer relied on.

    Append-only (trigger): only the decision that reinstates it is added, once.
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    kind = models.CharField(max_length=10, choices=RetractionKind.choices)
    observation = models.ForeignKey(
        Observation,
        on_delete=models.PROTECT,
        related_name="retractions",
        null=True,
        db_constraint=False,
        db_index=False,
    )
    source = models.ForeignKey(
        Source,
        on_delete=models.PROTECT,
        related_name="retractions",
        null=True,
        db_constraint=False,
        db_index=False,
    )
    replacement_observation = models.ForeignKey(
        Observation,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        db_constraint=False,
        db_index=False,
    )
    replacement_source = models.ForeignKey(
        Source,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        db_constraint=False,
        db_index=False,
    )
    decision = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="retractions",
        db_constraint=False,
    )
    reinstated_by = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="reinstatements",
        null=True,
        db_constraint=False,
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="retraction_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="retraction_workspace_id", fields=["workspace", "id"]
            ),
            models.UniqueConstraint(
                name="retraction_of_observation_in_force",
                fields=["observation", "kind"],
                condition=Q(reinstated_by=None, observation__isnull=False),
            ),
            models.UniqueConstraint(
                name="retraction_of_source_in_force",
                fields=["source", "kind"],
                condition=Q(reinstated_by=None, source__isnull=False),
            ),
            models.CheckConstraint(
                name="retraction_observation_or_source",
                condition=Q(observation__isnull=False, source=None)
                | Q(observation=None, source__isnull=False),
            ),
            models.CheckConstraint(
                name="retraction_replacement_alike",
                condition=Q(
                    kind="correction",
                    observation__isnull=False,
                    replacement_observation__isnull=False,
                    replacement_source=None,
                )
                | Q(
                    kind="correction",
                    source__isnull=False,
                    replacement_source__isnull=False,
                    replacement_observation=None,
                )
                | ~Q(kind="correction")
                & Q(replacement_source=None, replacement_observation=None),
            ),
        ]
        indexes = [models.Index(fields=["workspace", "-id"], name="retraction_recent")]

    def __str__(self) -> str:
        return f"{self.kind} {self.uid}"


class RetractionWords(models.Model):
    """The erasable reason of a retraction."""

    retraction = models.OneToOneField(
        Retraction, on_delete=models.PROTECT, primary_key=True, related_name="words"
    )
    reason = models.TextField()

    def __str__(self) -> str:
        return self.reason


class EffectKind(models.TextChoices):
    """What a pass did to a claim: the first four as it left, the others as it came."""

    LOST = "lost", "Lost its last support"
    WEAKENED = "weakened", "Weakened, still supported"
    REACHED = "reached", "Reached, unchanged"
    ENDED = "ended", "Had ended before"
    RESTORED = "restored", "Restored"
    KEPT = "kept", "Stays as it is"


class AffectedClaim(models.Model):
    """What one decision did to one claim in its reach; append-only (trigger).

    Confidences lie in [0, 1]: independent composition, and one voice per source.
    """

    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    decision = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="affected",
        db_constraint=False,
        db_index=False,
    )
    claim = models.ForeignKey(
        Claim,
        on_delete=models.PROTECT,
        related_name="affected_by",
        db_constraint=False,
        db_index=False,
    )
    effect = models.CharField(max_length=8, choices=EffectKind.choices)
    depth = models.PositiveIntegerField(help_text="1: it rests on that directly.")
    independent_before = models.FloatField(null=True)
    by_source_before = models.FloatField(null=True)
    independent_after = models.FloatField(null=True)
    by_source_after = models.FloatField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="affected_claim_once", fields=["decision", "claim"]
            )
        ]
        indexes = [
            models.Index(
                fields=["decision", "depth", "claim"], name="affected_claim_order"
            )
        ]

    def __str__(self) -> str:
        return f"{self.claim_id} {self.effect}"
