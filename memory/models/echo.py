"""What the gate told and came back as evidence."""

from django.db import models
from django.db.models import Q

from memory.models.derivation import Derivation
from memory.models.log import Observation
from memory.models.receipt import ReceiptLine
from memory.models.workspace import Workspace


class EchoKind(models.TextChoices):
    """How an observation is known to repeat what the gate said."""

    MARK = "mark", "It carries the gate's mark"
    REPEAT = "repeat", "The agent's own words repeat it"
    SUSPECT = "suspect", "Another document is worded like it"


class Echo(models.Model):
    """An observation that repeats a claim as the gate told it; append-only (trigger).

    A suspect was kept as the support of `derivation`, which counts as one voice with
    the derivation whose words were told; the others were refused.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    observation = models.ForeignKey(
        Observation,
        on_delete=models.PROTECT,
        related_name="echoes",
        db_constraint=False,
        db_index=False,
    )
    line = models.ForeignKey(
        ReceiptLine,
        on_delete=models.PROTECT,
        related_name="echoes",
        db_constraint=False,
        db_index=False,
    )
    derivation = models.ForeignKey(
        Derivation,
        on_delete=models.PROTECT,
        related_name="echoes",
        null=True,
        db_constraint=False,
    )
    kind = models.CharField(max_length=7, choices=EchoKind.choices)
    likeness = models.FloatField(help_text="To the words that were told, in [0, 1].")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="echo_once",
                fields=["observation", "line", "derivation"],
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                name="echo_suspect_is_kept",
                condition=Q(kind="suspect", derivation__isnull=False)
                | ~Q(kind="suspect") & Q(derivation=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.observation_id}"
