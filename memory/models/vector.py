"""What texts mean, as vectors: derived rows, made anew from the texts at any time."""

from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField

from memory.models.claim import Claim
from memory.models.graph import Node
from memory.models.operation import Operation
from memory.models.source import Source
from memory.models.workspace import Workspace

__all__ = ["VECTORS", "EmbeddingRun", "TextKind", "Unembedded", "Vector"]


class TextKind(models.TextChoices):
    """Whose text it is. Observations have no vectors, so compaction leaves none."""

    NODE = "node"
    CLAIM = "claim"
    SOURCE = "source"


class Unembedded(models.Model):
    """A text that has no vector of the workspace's model yet.

    Written by triggers in the transaction that writes the text, whoever writes it.
    A text may stand here twice; `error` says why the model refused it.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    kind = models.CharField(max_length=6, choices=TextKind.choices)
    object = models.BigIntegerField()
    error = models.TextField(blank=True, db_default="")

    class Meta:
        indexes = [models.Index(fields=["workspace", "id"], name="unembedded_order")]

    def __str__(self) -> str:
        return f"{self.kind} {self.object}"


class EmbeddingRun(models.Model):
    """One model taking over a workspace's texts; the newest run's model is in force.

    `total` texts were to be embedded when it began; what is left of them lies in
    Unembedded, so that a run goes on where it was cut off.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    operation = models.ForeignKey(
        Operation, on_delete=models.PROTECT, related_name="embedding"
    )
    model = models.CharField(max_length=200)
    dimensions = models.PositiveIntegerField()
    total = models.PositiveIntegerField()
    ended_at = models.DateTimeField(null=True)
    error = models.TextField(blank=True)
    due_at = models.DateTimeField(help_text="Not tried before, after a failure.")

    class Meta:
        indexes = [models.Index(fields=["workspace", "-id"], name="embedding_newest")]

    def __str__(self) -> str:
        return f"{self.model} in {self.workspace}"


class Vector(models.Model):
    """A text's vector by one model, and the SHA-256 of the text that it is of."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    model = models.CharField(max_length=200)
    node = models.ForeignKey(
        Node,
        on_delete=models.PROTECT,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
    )
    claim = models.ForeignKey(
        Claim,
        on_delete=models.PROTECT,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
    )
    source = models.ForeignKey(
        Source,
        on_delete=models.PROTECT,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
    )
    text_hash = models.BinaryField(max_length=32)

    class Meta:
        abstract = True
        constraints = [
            models.UniqueConstraint(name="%(class)s_of_node", fields=["node", "model"]),
            models.UniqueConstraint(
                name="%(class)s_of_claim", fields=["claim", "model"]
            ),
            models.UniqueConstraint(
                name="%(class)s_of_source", fields=["source", "model"]
            ),
            models.CheckConstraint(
                name="%(class)s_of_one_text",
                condition=Q(node__isnull=False, claim=None, source=None)
                | Q(node=None, claim__isnull=False, source=None)
                | Q(node=None, claim=None, source__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["workspace", "model"], name="%(class)s_of_workspace")
        ]

    def __str__(self) -> str:
        return f"{self.model} of {self.node_id or self.claim_id or self.source_id}"


class Vector384(Vector):
    """Vectors of at most 384 dimensions; numbers are halves, kept in the row itself."""

    value = HalfVectorField(dimensions=384)


class Vector3072(Vector):
    """Vectors of more, at most 3,072 dimensions."""

    value = HalfVectorField(dimensions=3072)


# The table for each width.
VECTORS: dict[int, type[Vector384] | type[Vector3072]] = {
    384: Vector384,
    3072: Vector3072,
}
