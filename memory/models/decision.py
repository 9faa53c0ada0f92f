"""Who changed what, when and why: decisions, status events and refused candidates."""

import uuid
from dataclasses import dataclass

from django.db import models
from django.db.models import Q
from django.db.models.functions import Cast

from memory.models.claim import Claim, Derivation
from memory.models.graph import Node
from memory.models.log import Episode, Observation
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
    FIND_DANGLING = "find_dangling", "found without live evidence"
    RESTORE = "restore", "found live evidence again"
    UNDO = "undo", "undid"


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

    def __str__(self) -> str:
        return self.text


class StatusEvent(models.Model):
    """What one decision did to one claim; append-only (trigger)."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    claim = models.ForeignKey(
        Claim, on_delete=models.PROTECT, related_name="history", db_constraint=False
    )
    decision = models.ForeignKey(
        Decision, on_delete=models.PROTECT, related_name="events", db_constraint=False
    )
    before = models.CharField(max_length=11, blank=True)
    after = models.CharField(
        max_length=11, choices=[(status.value, status.value) for status in Status]
    )
    version = models.PositiveIntegerField(help_text="Of the claim, afterwards.")
    at = models.DateTimeField()

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

    def __str__(self) -> str:
        return f"{self.kind} {self.subject_uid}"
