"""Which nodes a person takes for one thing, and which look-alikes for two."""

import uuid

from django.db import models
from django.db.models import F, Q

from memory.models.decision import Decision
from memory.models.graph import Node
from memory.models.workspace import Workspace


class Merge(models.Model):
    """An alias: `node` counts as `into`; every row keeps the node it was written with.

    Append-only (trigger): only the decision that undoes it is added, once. Chains
    end: a merge that would lead back to its own node is refused (trigger).
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    node = models.ForeignKey(
        Node, on_delete=models.PROTECT, related_name="merged", db_constraint=False
    )
    into = models.ForeignKey(
        Node, on_delete=models.PROTECT, related_name="aliases", db_constraint=False
    )
    decision = models.ForeignKey(
        Decision, on_delete=models.PROTECT, related_name="merges", db_constraint=False
    )
    undone_by = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="undone_merges",
        null=True,
        db_constraint=False,
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="merge_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="merge_of_node_in_force",
                fields=["node"],
                condition=Q(undone_by=None),
            ),
            models.CheckConstraint(
                name="merge_into_another", condition=~Q(node=F("into"))
            ),
        ]
        indexes = [
            models.Index(
                fields=["into"], name="merge_aliases", condition=Q(undone_by=None)
            )
        ]

    def __str__(self) -> str:
        return f"{self.node_id} as {self.into_id}"


class Distinction(models.Model):
    """Two look-alikes that a person holds to be two things; append-only (trigger)."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    first = models.ForeignKey(
        Node, on_delete=models.PROTECT, related_name="+", db_constraint=False
    )
    second = models.ForeignKey(
        Node, on_delete=models.PROTECT, related_name="+", db_constraint=False
    )
    decision = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="distinctions",
        db_constraint=False,
    )
    undone_by = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="undone_distinctions",
        null=True,
        db_constraint=False,
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="distinction_in_force",
                fields=["first", "second"],
                condition=Q(undone_by=None),
            ),
            models.CheckConstraint(
                name="distinction_in_id_order", condition=Q(first__lt=F("second"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} apart from {self.second_id}"
