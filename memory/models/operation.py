"""Work on many rows that one request asked for, with how far it is."""

import uuid

from django.db import models
from django.db.models import Q

from memory.models.retraction import Retraction
from memory.models.workspace import ApiKey, Workspace


class OperationKind(models.TextChoices):
    """What is done to each line."""

    IMPORT_EPISODES = "import_episodes", "Import episodes"
    EMBED = "embed", "Embed all texts"
    CHECK_TEXT = "check_text", "Check a long text"
    RETRACT = "retract", "Retract what much rests on"


class Operation(models.Model):
    """Work that takes a while; its lines, if any, for whom the key belongs to."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    kind = models.CharField(max_length=20, choices=OperationKind.choices)
    key = models.ForeignKey(
        ApiKey,
        on_delete=models.PROTECT,
        null=True,
        help_text="Through which it was asked for; none from a page.",
    )
    retraction = models.ForeignKey(
        Retraction,
        on_delete=models.PROTECT,
        null=True,
        db_constraint=False,
        db_index=False,
        help_text="What retracting came to.",
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="operation_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="operation_workspace_id", fields=["workspace", "id"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.uid}"


class LineState(models.TextChoices):
    """What became of a line; a known one had been recorded before."""

    WAITING = "waiting"
    RECORDED = "recorded"
    KNOWN = "known"
    FAILED = "failed"


class OperationLine(models.Model):
    """One line; what was sent is kept until it is taken."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    operation = models.ForeignKey(
        Operation,
        on_delete=models.CASCADE,
        related_name="lines",
        db_constraint=False,
        db_index=False,
    )
    position = models.PositiveIntegerField(help_text="Its line in the body, from 0.")
    sent = models.JSONField(null=True)
    state = models.CharField(
        max_length=8, choices=LineState.choices, default=LineState.WAITING
    )
    code = models.CharField(max_length=40, blank=True)
    message = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="operation_line_position", fields=["operation", "position"]
            ),
            models.CheckConstraint(
                name="operation_line_sent_while_waiting",
                condition=Q(state="waiting", sent__isnull=False)
                | ~Q(state="waiting") & Q(sent__isnull=True),
            ),
        ]
        indexes = [
            models.Index(
                fields=["operation", "position"],
                name="operation_line_waiting",
                condition=Q(state="waiting"),
            )
        ]

    def __str__(self) -> str:
        return f"line {self.position}"
