"""Work still to be done, by workers and by people; rows are the queue."""

import uuid

from django.db import models
from django.db.models import Q

from memory.models.claim import Claim
from memory.models.log import Episode
from memory.models.operation import Operation
from memory.models.workspace import ApiKey, Membership, Workspace


class WorkState(models.TextChoices):
    """Where a piece of work stands; `dead` after five failures."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    DEAD = "dead"


class WorkKind(models.TextChoices):
    """What a worker has to do."""

    DISTIL = "distil"
    IMPORT = "import"
    CHECK = "check"
    RETRACT = "retract"


class Work(models.Model):
    """A piece of work, written in the transaction that causes it."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    kind = models.CharField(max_length=12, choices=WorkKind.choices)
    episode = models.ForeignKey(
        Episode, on_delete=models.PROTECT, related_name="work", null=True
    )
    operation = models.ForeignKey(
        Operation, on_delete=models.PROTECT, related_name="work", null=True
    )
    state = models.CharField(
        max_length=8, choices=WorkState.choices, default=WorkState.QUEUED
    )
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField()
    lease = models.UUIDField(
        null=True,
        help_text="Changes with each run, so that a run that was given up on"
        " cannot store its result.",
    )
    done_at = models.DateTimeField(null=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="work_one_per_episode", fields=["kind", "episode"]
            ),
            models.UniqueConstraint(
                name="work_one_per_operation", fields=["kind", "operation"]
            ),
            models.CheckConstraint(
                name="work_on_one_thing",
                condition=Q(episode__isnull=False, operation=None)
                | Q(episode=None, operation__isnull=False),
            ),
            models.CheckConstraint(
                name="work_running_has_lease",
                condition=~Q(state="running") | Q(lease__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"],
                name="work_waiting",
                condition=Q(state__in=["queued", "running"]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


class ReviewItem(models.Model):
    """A claim that no person has judged, with its place in the queue."""

    claim = models.OneToOneField(
        Claim,
        on_delete=models.PROTECT,
        primary_key=True,
        related_name="review",
        db_constraint=False,
    )
    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, db_constraint=False
    )
    impact = models.PositiveIntegerField(default=0, help_text="Live dependants.")
    uncertainty = models.FloatField(default=1.0, help_text="In (0, 1].")
    waiting_since = models.DateTimeField()
    score = models.FloatField(default=0, help_text="Impact × uncertainty × age.")
    scored_at = models.DateTimeField(help_text="When the score was last worked out.")
    asked_evidence = models.BooleanField(default=False)
    contradicted = models.BooleanField(
        default=False, help_text="By a finding on its wording that nobody dismissed."
    )
    held_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, db_constraint=False
    )
    held_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="review_item_held_until",
                condition=Q(held_by=None, held_until=None)
                | Q(held_by__isnull=False, held_until__isnull=False),
            )
        ]
        indexes = [
            models.Index(
                fields=[
                    "workspace",
                    "-contradicted",
                    "asked_evidence",
                    "-score",
                    "claim",
                ],
                name="review_item_order",
            ),
            models.Index(fields=["workspace", "waiting_since"], name="review_item_age"),
            models.Index(fields=["workspace", "scored_at"], name="review_item_scored"),
        ]

    def __str__(self) -> str:
        return f"review of {self.claim_id}"


class IdempotentReply(models.Model):
    """The reply given under an Idempotency-Key, to be given again."""

    key = models.ForeignKey(ApiKey, on_delete=models.CASCADE)
    token = models.CharField(max_length=200)
    request_hash = models.BinaryField(max_length=32)
    status = models.PositiveIntegerField(null=True, help_text="Null while running.")
    body = models.TextField(blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="idempotent_reply_token", fields=["key", "token"]
            )
        ]

    def __str__(self) -> str:
        return self.token


class Heartbeat(models.Model):
    """When a kind of process last showed that it works."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at:%H:%M:%S}"
