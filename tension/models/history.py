"""What was done to a tension, by whom and why: append-only."""

import uuid

from django.db import models
from django.db.models import Q

from memory.models import Agent, Claim, Membership, Workspace
from tension.models.tension import Tension


class Act(models.TextChoices):
    """What an entry records."""

    RAISE = "raise", "raised it"
    KEEP = "keep", "kept it"
    MERGE = "merge", "merged it"
    SNOOZE = "snooze", "snoozed it"
    WAKE = "wake", "woke it"
    LINK = "link", "linked a finding"
    ANSWER = "answer", "answered it"
    DROP = "drop", "dropped it"
    ESCALATE = "escalate", "escalated it"
    ASSIGN = "assign", "handed it over"
    REOPEN = "reopen", "reopened it"
    UNDO = "undo", "undid"
    JUDGE = "judge", "judged a collision of it"


class Entry(models.Model):
    """One act on a tension; append-only (trigger); its note lies beside."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    tension = models.ForeignKey(
        Tension, on_delete=models.PROTECT, related_name="history", db_constraint=False
    )
    act = models.CharField(max_length=8, choices=Act.choices)
    by_member = models.ForeignKey(
        Membership,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        db_constraint=False,
    )
    by_agent = models.ForeignKey(
        Agent, on_delete=models.PROTECT, related_name="+", null=True,
        db_constraint=False,
    )  # fmt: skip
    policy = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()
    version = models.PositiveIntegerField(help_text="Of the tension, afterwards.")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="undone_by"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="entry_version",
                fields=["tension", "version"],
                condition=~Q(act="judge"),
            ),
            models.UniqueConstraint(name="entry_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="entry_workspace_id", fields=["workspace", "id"]
            ),
            models.CheckConstraint(
                name="entry_one_author",
                condition=Q(by_member__isnull=False, by_agent=None, policy="")
                | Q(by_member=None, by_agent__isnull=False, policy="")
                | Q(by_member=None, by_agent=None) & ~Q(policy=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.tension_id}"


class EntryNote(models.Model):
    """The erasable free words of an entry."""

    entry = models.OneToOneField(
        Entry, on_delete=models.PROTECT, primary_key=True, related_name="words"
    )
    text = models.TextField()

    def __str__(self) -> str:
        return self.text


class Finding(models.Model):
    """A claim that a person linked to a tension as what bears on it."""

    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    tension = models.ForeignKey(
        Tension, on_delete=models.PROTECT, related_name="findings", db_constraint=False
    )
    claim = models.ForeignKey(
        Claim, on_delete=models.PROTECT, related_name="+", db_constraint=False
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="findings", db_constraint=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="finding_once", fields=["tension", "claim"])
        ]

    def __str__(self) -> str:
        return str(self.claim_id)
