"""Collisions: a tension and active work that share structure."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q

from memory.models import Claim, Membership, Workspace
from tension.models.tension import Tension
from tension.rules.meeting import REACH


class TriggerKind(models.TextChoices):
    """What kind of work met a tension."""

    CLAIM = "claim", "a new claim"
    EPISODE = "episode", "a closed episode"
    GATE = "gate", "a passage through the gate"


class CollisionState(models.TextChoices):
    """What a person holds of it; withdrawn when the connection is gone."""

    NEW = "new", "New"
    PRODUCTIVE = "productive", "Productive"
    COINCIDENTAL = "coincidental", "Coincidental"
    WRONG_PATH = "wrong_path", "Wrong path"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Collision(models.Model):
    """A meeting, one row a tension and piece of work, whatever the number of paths.

    `path` are nodes from the work's to the anchor, as they count through merges;
    `claims` are the edges between them; `degree` is the highest number of claims at
    a node of the path. `trigger_uid` is of the claim or episode, and of the node that
    was asked about at the gate, with the receipt in `context`.
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    tension = models.ForeignKey(
        Tension,
        on_delete=models.PROTECT,
        related_name="collisions",
        db_constraint=False,
        db_index=False,
    )
    trigger_kind = models.CharField(max_length=8, choices=TriggerKind.choices)
    trigger_uid = models.UUIDField()
    context = models.CharField(max_length=80, blank=True)
    path = ArrayField(models.BigIntegerField())
    claims = ArrayField(models.BigIntegerField())
    distance = models.PositiveSmallIntegerField()
    degree = models.PositiveIntegerField()
    surfaced_before = models.BooleanField(
        help_text="Whether the tension had been surfaced before the work."
    )
    found_at = models.DateTimeField()
    state = models.CharField(
        max_length=12, choices=CollisionState.choices, default=CollisionState.NEW
    )
    version = models.PositiveIntegerField(default=1)
    judged_by = models.ForeignKey(
        Membership,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        db_constraint=False,
    )
    judged_at = models.DateTimeField(null=True)
    finding = models.ForeignKey(
        Claim, on_delete=models.PROTECT, related_name="+", null=True,
        db_constraint=False,
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(name="collision_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="collision_once",
                fields=["tension", "trigger_kind", "trigger_uid"],
            ),
            models.CheckConstraint(
                name="collision_within_reach", condition=Q(distance__lte=REACH)
            ),
            models.CheckConstraint(
                name="collision_path_of_its_length",
                condition=Q(path__len=models.F("distance") + 1)
                & Q(claims__len=models.F("distance")),
            ),
            models.CheckConstraint(
                name="collision_judged_by_somebody",
                condition=Q(state__in=["new", "withdrawn"], judged_by=None)
                & Q(judged_at=None, finding=None)
                | Q(state="productive", judged_by__isnull=False)
                & Q(judged_at__isnull=False)
                | Q(state__in=["coincidental", "wrong_path"])
                & Q(judged_by__isnull=False, judged_at__isnull=False, finding=None),
            ),
        ]
        indexes = [
            GinIndex(fields=["path"], name="collision_path", condition=Q(state="new")),
            GinIndex(
                fields=["claims"], name="collision_claims", condition=Q(state="new")
            ),
            models.Index(
                fields=["trigger_uid"],
                name="collision_trigger",
                condition=Q(state="new"),
            ),
            models.Index(fields=["workspace", "-id"], name="collision_recent"),
        ]

    def __str__(self) -> str:
        return f"{self.tension_id} with {self.trigger_kind} {self.trigger_uid}"
