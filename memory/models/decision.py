"""Who changed what, when and why: decisions, status events and refused candidates."""

import uuid
from dataclasses import dataclass

from django.db import models
from django.db.models import Q

from memory.models.claim import Claim
from memory.models.derivation import Derivation
from memory.models.workspace import Agent, Membership, Workspace
from memory.rules.lifecycle import Status


class Action(models.TextChoices):
    """What a decision did."""

    ADMIT = "admit", "admitted to quarantine"
    PROMOTE = "promote", "promoted"
    ACCEPT = "accept", "accepted"
    REJECT = "reject", "rejected"
    EDIT = "edit", "edited"
    NEEDS_EVIDENCE = "needs_evidence", "asked for evidence"
    RETRACT = "retract", "retracted"
    REINSTATE = "reinstate", "reinstated"
    UPHOLD = "uphold", "upheld"
    REVISE = "revise", "revised"
    RESUPPORT = "resupport", "re-supported"
    RETIRE = "retire", "retired"
    DEFER = "defer", "deferred"
    SUPERSEDE = "supersede", "superseded"
    QUALIFY = "qualify", "qualified"
    KEEP_OPEN = "keep_open", "kept open"
    MERGE = "merge", "merged"
    DISTINGUISH = "distinguish", "told apart"
    CONFIRM = "confirm", "confirmed a finding"
    DISMISS = "dismiss", "dismissed a finding"
    FIND_DANGLING = "find_dangling", "found without live evidence"
    RESTORE = "restore", "found live evidence again"
    UNDO = "undo", "undid"
    REVIVE = "revive", "revived"
    COMPACT = "compact", "compacted"
    ERASE = "erase", "erased"
    VET = "vet", "vetted"
    UNVET = "unvet", "took the vetted mark off"
    ARCHIVE = "archive", "archived"
    BRING_BACK = "bring_back", "brought back from the archive"


class Reason(models.TextChoices):
    """The closed list of reasons to reject or retire."""

    WRONG = "wrong", "Wrong"
    OUTDATED = "outdated", "Outdated"
    UNVERIFIABLE = "unverifiable", "Unverifiable"
    DUPLICATE = "duplicate", "Duplicate"
    UNSUPPORTED = "unsupported", "Not supported by its evidence"
    OUT_OF_SCOPE = "out_of_scope", "Out of scope"
    POLICY = "policy", "Against policy"


@dataclass(frozen=True)
class Actor:
    """Who acts: a member, an agent, or the system under a named policy."""

    member: Membership | None = None
    agent: Agent | None = None
    policy: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person decides."""
        return self.member is not None


class Decision(models.Model):
    """One act and its author; append-only (trigger); its note lies beside."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    action = models.CharField(max_length=16, choices=Action.choices)
    by_member = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, db_constraint=False
    )
    by_agent = models.ForeignKey(
        Agent, on_delete=models.PROTECT, null=True, db_constraint=False
    )
    policy = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=16, blank=True)
    at = models.DateTimeField()
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="undone_by"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="decision_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="decision_workspace_id", fields=["workspace", "id"]
            ),
            models.CheckConstraint(
                name="decision_one_author",
                condition=Q(by_member__isnull=False, by_agent=None, policy="")
                | Q(by_member=None, by_agent__isnull=False, policy="")
                | Q(by_member=None, by_agent=None) & ~Q(policy=""),
            ),
        ]
        indexes = [models.Index(fields=["workspace", "-id"], name="decision_recent")]

    def __str__(self) -> str:
        return f"{self.action} {self.uid}"


class DecisionNote(models.Model):
    """The erasable free words of a decision."""

    decision = models.OneToOneField(
        Decision, on_delete=models.PROTECT, primary_key=True, related_name="words"
    )
    text = models.TextField()
    salt = models.BinaryField(max_length=32, null=True)
    commitment = models.BinaryField(
        max_length=32, null=True, help_text="Drawn and kept once it is sealed."
    )

    def __str__(self) -> str:
        return self.text


class StatusEvent(models.Model):
    """What one decision did to one claim; append-only (trigger)."""

    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    claim = models.ForeignKey(
        Claim, on_delete=models.PROTECT, related_name="history", db_constraint=False
    )
    decision = models.ForeignKey(
        Decision,
        on_delete=models.PROTECT,
        related_name="events",
        db_constraint=False,
        db_index=False,
    )
    before = models.CharField(max_length=11, blank=True)
    after = models.CharField(
        max_length=11, choices=[(status.value, status.value) for status in Status]
    )
    version = models.PositiveIntegerField(help_text="Of the claim, afterwards.")
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["decision", "id"], name="status_event_of_decision")
        ]

    def __str__(self) -> str:
        return f"{self.before or 'new'} → {self.after}"


class Withdrawal(models.Model):
    """A record that one derivation no longer counts; undone by a later decision."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    derivation = models.ForeignKey(
        Derivation,
        on_delete=models.PROTECT,
        related_name="withdrawals",
    )
    decision = models.ForeignKey(
        Decision, on_delete=models.PROTECT, related_name="withdrawals"
    )
    undone_by = models.ForeignKey(
        Decision, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="withdrawal_one_in_force",
                fields=["derivation"],
                condition=Q(undone_by=None),
            )
        ]

    def __str__(self) -> str:
        return str(self.derivation_id)


class Supersession(models.Model):
    """Which claim took another's place, by which decision."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    old = models.ForeignKey(
        Claim,
        on_delete=models.PROTECT,
        related_name="superseded_by",
        db_constraint=False,
    )
    new = models.ForeignKey(
        Claim, on_delete=models.PROTECT, related_name="supersedes", db_constraint=False
    )
    decision = models.ForeignKey(
        Decision, on_delete=models.PROTECT, related_name="supersessions"
    )
    undone_by = models.ForeignKey(
        Decision, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="supersession_one_in_force",
                fields=["old"],
                condition=Q(undone_by=None),
            ),
            models.CheckConstraint(
                name="supersession_by_another", condition=~Q(old=models.F("new"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.old_id} by {self.new_id}"
