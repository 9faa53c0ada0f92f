"""What an episode leaves besides claims: refused candidates, residue and events."""

import uuid

from django.db import models
from django.db.models.functions import Cast

from memory.models.graph import Node
from memory.models.log import Episode, Observation
from memory.models.workspace import Workspace


class RejectedCandidate(models.Model):
    """A candidate claim that the validator refused, kept with its reason."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    episode = models.ForeignKey(
        Episode, on_delete=models.PROTECT, related_name="rejected", db_constraint=False
    )
    position = models.PositiveIntegerField(help_text="Among the episode's proposals.")
    method = models.CharField(max_length=8)
    text = models.TextField()
    reason = models.CharField(max_length=24)
    detail = models.TextField(blank=True)
    path = models.JSONField(default=list, help_text="Claim uids of a refused cycle.")
    proposal = models.JSONField(default=dict, help_text="The candidate as proposed.")
    recorded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="rejected_candidate_once",
                fields=["episode", "method", "position"],
            )
        ]

    def __str__(self) -> str:
        return f"{self.reason}: {self.text}"


class ResidueKind(models.TextChoices):
    """What an episode left open."""

    CONTRADICTION = "contradiction"
    QUESTION = "question"
    HYPOTHESIS = "hypothesis"
    ABSTRACTION = "abstraction"


class Residue(models.Model):
    """Something an episode left unresolved, for whoever listens."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    episode = models.ForeignKey(
        Episode, on_delete=models.PROTECT, related_name="residue", db_constraint=False
    )
    position = models.PositiveIntegerField(help_text="Among the episode's residue.")
    kind = models.CharField(max_length=13, choices=ResidueKind.choices)
    text = models.TextField()
    about = models.ManyToManyField(Node, related_name="residue")
    observation = models.ForeignKey(Observation, on_delete=models.PROTECT, null=True)
    span_start = models.PositiveIntegerField(null=True)
    span_end = models.PositiveIntegerField(null=True)
    recorded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="residue_once", fields=["episode", "position"])
        ]

    def __str__(self) -> str:
        return self.text


class Event(models.Model):
    """What others may listen to, append-only, read by cursor.

    `transaction` makes a cursor safe: rows of transactions that were still open
    when a reader passed are recognised by it, though their ids are lower.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    kind = models.CharField(max_length=24)
    subject_uid = models.UUIDField(help_text="Of the row the event is about.")
    at = models.DateTimeField()
    transaction = models.BigIntegerField(
        db_default=Cast(
            Cast(
                models.Func(
                    function="pg_current_xact_id", output_field=models.TextField()
                ),
                models.TextField(),
            ),
            models.BigIntegerField(),
        )
    )

    class Meta:
        indexes = [
            models.Index(fields=["transaction", "id"], name="event_order"),
            # The newest of the many that are asked about, for the health of belief.
            models.Index(
                fields=["workspace", "-id"],
                name="event_justification",
                condition=models.Q(kind__in=["justified", "justification_withheld"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject_uid}"
