"""What a workspace takes in a day, and what its work with a model takes."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from memory.models.log import Episode
from memory.models.workspace import Workspace


class Intake(models.Model):
    """What a workspace with a quota has taken in on one day, UTC."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    day = models.DateField()
    episodes = models.PositiveBigIntegerField()
    observations = models.PositiveBigIntegerField()
    bytes = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="intake_once_a_day", fields=["workspace", "day"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.workspace} on {self.day}"


class DistillationRun(models.Model):
    """One run of the model over an episode, failed ones included.

    The derivations that an episode has by the method `llm` are those of its run
    whose reading was stored.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    episode = models.ForeignKey(
        Episode, on_delete=models.PROTECT, related_name="runs", db_constraint=False
    )
    model = models.CharField(max_length=200)
    prompt_version = models.CharField(max_length=40)
    reply_hashes = ArrayField(
        models.CharField(max_length=64),
        help_text="SHA-256 of each reply's body as received, in order.",
    )
    tokens_in = models.PositiveBigIntegerField(null=True)
    tokens_out = models.PositiveBigIntegerField(null=True)
    cost = models.DecimalField(
        max_digits=20,
        decimal_places=9,
        null=True,
        help_text="In the money of the prices set; null when none is.",
    )
    kept_back = models.PositiveIntegerField(
        default=0, help_text="Observations not shown, for the credentials in them."
    )
    stored = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="distillation_run_stored",
                fields=["episode"],
                condition=Q(stored=True),
            ),
            models.CheckConstraint(
                name="distillation_run_cost_not_negative",
                condition=Q(cost=None) | Q(cost__gte=0),
            ),
        ]
        indexes = [
            models.Index(fields=["workspace", "at"], name="distillation_run_day")
        ]

    def __str__(self) -> str:
        return f"{self.model} on {self.episode_id}"


class JudgeRun(models.Model):
    """What a model took that judged one text or reworded it, failed replies included.

    `prompt_version` tells which.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    model = models.CharField(max_length=200)
    prompt_version = models.CharField(max_length=40)
    reply_hashes = ArrayField(
        models.CharField(max_length=64),
        help_text="SHA-256 of each reply's body as received, in order.",
    )
    tokens_in = models.PositiveBigIntegerField(null=True)
    tokens_out = models.PositiveBigIntegerField(null=True)
    cost = models.DecimalField(
        max_digits=20,
        decimal_places=9,
        null=True,
        help_text="In the money of the prices set; null when none is.",
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="judge_run_cost_not_negative",
                condition=Q(cost=None) | Q(cost__gte=0),
            )
        ]
        indexes = [models.Index(fields=["workspace", "at"], name="judge_run_day")]

    def __str__(self) -> str:
        return f"{self.model} on {self.at:%Y-%m-%d}"
