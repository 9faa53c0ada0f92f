"""Tensions: what is kept open on purpose, and what it hangs on in the graph."""

import uuid

from django.db import models
from django.db.models import F, Q

from memory.models import Agent, Claim, Episode, Membership, Node, Workspace
from tension.rules import states
from tension.rules.fairness import HEAVIEST, LIGHTEST
from tension.rules.states import State

STATES = [(state.value, state.name.capitalize()) for state in State]
UNRESOLVED = Q(state__in=["open", "snoozed"])


class Kind(models.TextChoices):
    """What is unresolved."""

    CONTRADICTION = "contradiction", "Contradiction"
    QUESTION = "question", "Question"
    HYPOTHESIS = "hypothesis", "Hypothesis"
    ABSTRACTION = "abstraction", "Abstraction"


class Origin(models.TextChoices):
    """What raised it."""

    RESIDUE = "residue", "left open by an episode"
    CONFLICT = "conflict", "raised by a conflict"
    DISPUTE = "dispute", "raised by a deferred dispute"
    PERSON = "person", "raised by a person"
    AGENT = "agent", "raised by an agent"


class Tension(models.Model):
    """Something unresolved; its words change by erasure alone.

    No work recorded before `since` is news to it. `version` counts what people and
    policies did to it, never surfacings.
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    kind = models.CharField(max_length=13, choices=Kind.choices)
    statement = models.TextField()
    why = models.TextField(blank=True)
    origin = models.CharField(max_length=8, choices=Origin.choices)
    origin_uid = models.UUIDField(
        null=True, help_text="Of the residue, conflict or dispute."
    )
    episode = models.ForeignKey(
        Episode,
        on_delete=models.PROTECT,
        related_name="tensions",
        null=True,
        db_constraint=False,
    )
    by_member = models.ForeignKey(
        Membership,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        db_constraint=False,
    )
    by_agent = models.ForeignKey(
        Agent, on_delete=models.PROTECT, null=True, db_constraint=False
    )
    weight = models.PositiveSmallIntegerField(default=LIGHTEST + 1)
    raised_at = models.DateTimeField()
    since = models.DateTimeField()
    state = models.CharField(max_length=8, choices=STATES, default=State.open.value)
    version = models.PositiveIntegerField(default=1)
    snoozed_until = models.DateTimeField(null=True)
    until_material = models.BooleanField(default=False)
    into = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        related_name="merged",
        null=True,
        db_constraint=False,
    )
    answer = models.ForeignKey(
        Claim,
        on_delete=models.PROTECT,
        related_name="answers",
        null=True,
        db_constraint=False,
    )
    owner = models.ForeignKey(
        Membership,
        on_delete=models.PROTECT,
        related_name="tensions",
        null=True,
        db_constraint=False,
    )
    escalated = models.BooleanField(default=False)
    attended = models.BooleanField(
        default=False,
        help_text="Its spans are held, and what was near when it opened is found.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="tension_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="tension_workspace_id", fields=["workspace", "id"]
            ),
            models.UniqueConstraint(
                name="tension_once_per_origin",
                fields=["workspace", "origin", "origin_uid"],
                condition=Q(origin_uid__isnull=False),
            ),
            models.CheckConstraint(
                name="tension_weight_in_range",
                condition=Q(weight__gte=LIGHTEST, weight__lte=HEAVIEST),
            ),
            models.CheckConstraint(
                name="tension_state_known",
                condition=Q(state__in=[state.value for state in State]),
            ),
            models.CheckConstraint(
                name="tension_snoozed_until_something",
                condition=Q(state="snoozed")
                & (Q(snoozed_until__isnull=False) | Q(until_material=True))
                | ~Q(state="snoozed") & Q(snoozed_until=None, until_material=False),
            ),
            models.CheckConstraint(
                name="tension_merged_into_another",
                condition=Q(state="merged", into__isnull=False) & ~Q(into=F("id"))
                | ~Q(state="merged") & Q(into=None),
            ),
            models.CheckConstraint(
                name="tension_answered_by_claim",
                condition=Q(state="answered", answer__isnull=False)
                | ~Q(state="answered") & Q(answer=None),
            ),
        ]
        indexes = [
            models.Index(
                fields=["workspace", "id"],
                name="tension_unresolved",
                condition=UNRESOLVED,
            ),
            models.Index(
                fields=["id"],
                name="tension_unattended",
                condition=UNRESOLVED & Q(attended=False)
                | ~UNRESOLVED & Q(attended=True),
            ),
            models.Index(
                fields=["snoozed_until"],
                name="tension_snoozed",
                condition=Q(state="snoozed"),
            ),
        ]

    def __str__(self) -> str:
        return self.statement or "(erased)"

    @property
    def unresolved(self) -> bool:
        """Whether it still waits for something."""
        return self.state in states.UNRESOLVED


class Anchor(models.Model):
    """A node that a tension is about, or an end of a claim that it is about."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    tension = models.ForeignKey(
        Tension, on_delete=models.CASCADE, related_name="anchors", db_constraint=False
    )
    node = models.ForeignKey(
        Node, on_delete=models.PROTECT, related_name="anchors", db_constraint=False
    )
    claim = models.ForeignKey(
        Claim,
        on_delete=models.PROTECT,
        related_name="anchors",
        null=True,
        db_constraint=False,
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="anchor_once",
                fields=["tension", "node", "claim"],
                nulls_distinct=False,
            )
        ]

    def __str__(self) -> str:
        return str(self.node)
