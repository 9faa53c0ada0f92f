"""Who owns and who speaks: workspaces, members, agents and their keys."""

import datetime
import uuid
from collections.abc import Collection

from django.contrib.auth.models import User
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q


class Role(models.TextChoices):
    """What a member may do; each role includes the ones before it."""

    VIEWER = "viewer"
    CURATOR = "curator"
    LEAD = "lead"
    ADMIN = "admin"


CURATING = (Role.CURATOR, Role.LEAD, Role.ADMIN)
LEADING = (Role.LEAD, Role.ADMIN)


class Scope(models.TextChoices):
    """What a key opens. `curate` and `admin` exist on members' keys only."""

    INGEST = "ingest"
    READ = "read"
    GATE = "gate"
    RETRACT = "retract"
    CURATE = "curate"
    ADMIN = "admin"


PERSONAL_SCOPES = [Scope.CURATE.value, Scope.ADMIN.value]


class ConflictPolicy(models.TextChoices):
    """What happens to a conflict that consolidation does not settle."""

    ASK = "ask"
    NEWER_EVIDENCE = "newer_evidence"


class Workspace(models.Model):
    """The tenant: part of every identity hash, unique key and query."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=40, unique=True)
    lag = models.DurationField(
        default=datetime.timedelta(hours=24),
        help_text="Consolidation lag: how long a new claim stays quarantined.",
    )
    requires_acceptance = models.BooleanField(
        default=False, help_text="Promote only what a person has accepted."
    )
    overlap_threshold = models.FloatField(default=0.5)
    conflict_policy = models.CharField(
        max_length=16, choices=ConflictPolicy.choices, default=ConflictPolicy.ASK
    )
    archive_after = models.DurationField(
        null=True,
        blank=True,
        default=datetime.timedelta(days=180),
        help_text="How long a retired claim stays in lists; never archived if empty.",
    )
    four_eyes_threshold = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Live dependants above which a second person must agree.",
    )
    shows_credentials = models.BooleanField(
        default=False,
        help_text="Show models the words in which credentials were found.",
    )
    episodes_per_day = models.PositiveIntegerField(
        null=True, blank=True, help_text="Quota of a day (UTC); empty is no limit."
    )
    observations_per_day = models.PositiveIntegerField(
        null=True, blank=True, help_text="The same for their observations."
    )
    bytes_per_day = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="The same for the bytes of their text."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="workspace_lag_not_negative",
                condition=Q(lag__gte=datetime.timedelta(0)),
            ),
            models.CheckConstraint(
                name="workspace_archive_after_not_negative",
                condition=Q(archive_after=None)
                | Q(archive_after__gte=datetime.timedelta(0)),
            ),
            models.CheckConstraint(
                name="workspace_overlap_threshold_share",
                condition=Q(overlap_threshold__gte=0, overlap_threshold__lte=1),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def may_show(self, credentials: Collection[str]) -> bool:
        """Whether a model may be shown words in which such credentials were found."""
        return self.shows_credentials or not credentials


class Membership(models.Model):
    """A person's place in a workspace."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, related_name="members"
    )
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=8, choices=Role.choices)
    single_keys = models.BooleanField(
        default=True, help_text="Single-key shortcuts are on."
    )
    last_visit_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="membership_once_per_workspace", fields=["workspace", "user"]
            ),
            models.UniqueConstraint(
                name="membership_workspace_id", fields=["workspace", "id"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.role}"

    @property
    def name(self) -> str:
        """The person's name as pages show it."""
        return self.user.get_full_name() or self.user.get_username()

    def may_curate(self) -> bool:
        """Whether this member may decide about claims."""
        return self.role in CURATING

    def leads(self) -> bool:
        """Whether this member looks after the workspace."""
        return self.role in LEADING


class Agent(models.Model):
    """An API principal; the author of episodes."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, related_name="agents"
    )
    name = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="agent_name_in_workspace", fields=["workspace", "name"]
            ),
            models.UniqueConstraint(
                name="agent_workspace_id", fields=["workspace", "id"]
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ApiKey(models.Model):
    """A bearer key, kept as a SHA-256 digest; it belongs to an agent or a member."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, related_name="keys"
    )
    agent = models.ForeignKey(
        Agent, on_delete=models.PROTECT, null=True, blank=True, db_constraint=False
    )
    membership = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, db_constraint=False
    )
    label = models.CharField(max_length=80, blank=True)
    prefix = models.CharField(max_length=12, editable=False)
    digest = models.BinaryField(max_length=32, unique=True, editable=False)
    scopes = ArrayField(models.CharField(max_length=8, choices=Scope.choices))
    one_voice = models.BooleanField(
        default=False,
        help_text="All keys marked so count as one voice in the lower confidence.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="api_key_one_owner",
                condition=Q(agent=None, membership__isnull=False)
                | Q(agent__isnull=False, membership=None),
            ),
            models.CheckConstraint(
                name="api_key_personal_scopes",
                condition=Q(membership__isnull=False)
                | ~Q(scopes__overlap=PERSONAL_SCOPES),
            ),
            models.CheckConstraint(
                name="api_key_revoked_after_created",
                condition=Q(revoked_at=None) | Q(revoked_at__gte=F("created_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.agent or self.membership})"
