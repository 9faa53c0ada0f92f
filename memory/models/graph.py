"""The graph's vocabulary: content-addressed nodes and named predicates."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper

from memory.models.workspace import Workspace


class Cardinality(models.TextChoices):
    """How many objects a subject may have, and the reverse, at one time."""

    MANY = "many"
    FUNCTIONAL = "functional"
    INVERSE_FUNCTIONAL = "inverse_functional"
    ONE_TO_ONE = "one_to_one"


class ValueKind(models.TextChoices):
    """What stands at the far end of a claim."""

    NODE = "node"
    NUMBER = "number"
    DATE = "date"
    TEXT = "text"
    BOOL = "bool"


# What full text finds a node by; an index of the same expression serves it.
NODE_WORDS = SearchVector("name", "external_id", "description", config="english")


class Node(models.Model):
    """An entity; its uid is the hash of workspace, kind and normalised id."""

    uid = models.UUIDField(editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    kind = models.CharField(max_length=60)
    external_id = models.CharField(max_length=2200)
    name = models.CharField(max_length=400, blank=True)
    description = models.TextField(blank=True)
    skeletons = ArrayField(
        models.CharField(max_length=240),
        default=list,
        help_text="Keys that look-alike ids share.",
    )
    degree = models.PositiveIntegerField(
        default=0, help_text="Claims in and out, counted on write."
    )
    recorded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="node_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="node_workspace_id", fields=["workspace", "id"]
            ),
        ]
        indexes = [
            GinIndex(fields=["skeletons"], name="node_skeletons", fastupdate=False),
            GinIndex(NODE_WORDS, name="node_words", fastupdate=False),
            models.Index("workspace", Upper("name"), name="node_name"),
            models.Index(fields=["workspace", "kind", "-id"], name="node_kind"),
        ]

    def __str__(self) -> str:
        return self.name or self.external_id


class Predicate(models.Model):
    """A named relation of one workspace."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    name = models.CharField(max_length=60)
    label = models.CharField(max_length=80)
    inverse_label = models.CharField(max_length=80, blank=True)
    cardinality = models.CharField(
        max_length=20, choices=Cardinality.choices, default=Cardinality.MANY
    )
    value_kind = models.CharField(
        max_length=8, choices=ValueKind.choices, default=ValueKind.NODE
    )
    aliases = ArrayField(models.CharField(max_length=80), default=list, blank=True)
    negates = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, db_constraint=False
    )
    half_life_days = models.PositiveIntegerField(null=True, blank=True)
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="predicate_name", fields=["workspace", "name"]
            ),
            models.UniqueConstraint(
                name="predicate_workspace_id", fields=["workspace", "id"]
            ),
            models.CheckConstraint(
                name="predicate_half_life_positive",
                condition=Q(half_life_days=None) | Q(half_life_days__gt=0),
            ),
        ]

    def __str__(self) -> str:
        return self.label
