"""The episodic log: episodes and the observations drawn from sources."""

import uuid

from django.db import models
from django.db.models import Q

from memory.models.credentials import credentials_field
from memory.models.source import Source
from memory.models.workspace import Agent, ApiKey, Membership, Workspace


class EpisodeKind(models.TextChoices):
    """Why an episode was written."""

    TASK = "task"
    SUPERSESSION = "supersession"
    RETIREMENT = "retirement"
    RETRACTION = "retraction"
    CURATION = "curation"
    ERASURE = "erasure"


class TextState(models.TextChoices):
    """What became of the words beside an immutable row."""

    LIVE = "live"
    COMPACTED = "compacted"
    ERASED = "erased"


class Episode(models.Model):
    """One piece of work by an agent; immutable once closed (trigger)."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    kind = models.CharField(max_length=12, choices=EpisodeKind.choices)
    agent = models.ForeignKey(
        Agent, on_delete=models.PROTECT, null=True, db_constraint=False
    )
    member = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, db_constraint=False
    )
    key = models.ForeignKey(
        ApiKey,
        on_delete=models.PROTECT,
        null=True,
        help_text="The key it came through; a voice mark on the key counts.",
    )
    external_id = models.CharField(max_length=200)
    model = models.CharField(max_length=200, blank=True)
    started_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    recorded_at = models.DateTimeField()
    body_hash = models.BinaryField(
        max_length=32, null=True, help_text="SHA-256 of the body as sent."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="episode_uid", fields=["workspace", "uid"]),
            models.UniqueConstraint(
                name="episode_external_id", fields=["workspace", "external_id"]
            ),
            models.UniqueConstraint(
                name="episode_workspace_id", fields=["workspace", "id"]
            ),
            models.CheckConstraint(
                name="episode_closed_after_started",
                condition=Q(closed_at=None) | Q(closed_at__gte=models.F("started_at")),
            ),
        ]
        indexes = [models.Index(fields=["workspace", "-id"], name="episode_recent")]

    def __str__(self) -> str:
        return self.external_id


class EpisodeText(models.Model):
    """The erasable words of an episode: its task and what it declared."""

    episode = models.OneToOneField(
        Episode, on_delete=models.PROTECT, primary_key=True, related_name="words"
    )
    task = models.TextField(blank=True)
    conclusions = models.JSONField(
        null=True, help_text="As declared; null means the distiller reads."
    )
    salt = models.BinaryField(max_length=32, null=True)
    commitment = models.BinaryField(
        max_length=32, null=True, help_text="Drawn and kept once it is sealed."
    )
    credentials = credentials_field()

    def __str__(self) -> str:
        return self.task


class EpisodeSource(models.Model):
    """The name (ref) under which an episode speaks of a source."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    episode = models.ForeignKey(
        Episode,
        on_delete=models.PROTECT,
        related_name="named_sources",
        db_constraint=False,
        db_index=False,
    )
    source = models.ForeignKey(Source, on_delete=models.PROTECT, db_constraint=False)
    ref = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="episode_source_ref", fields=["episode", "ref"]
            )
        ]

    def __str__(self) -> str:
        return self.ref


class Observation(models.Model):
    """A timestamped span of an episode; immutable (trigger); its words lie beside."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    episode = models.ForeignKey(
        Episode,
        on_delete=models.PROTECT,
        related_name="observations",
        db_constraint=False,
    )
    source = models.ForeignKey(
        Source,
        on_delete=models.PROTECT,
        related_name="observations",
        db_constraint=False,
    )
    ref = models.CharField(max_length=200)
    locator = models.CharField(max_length=400, blank=True)
    observed_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    commitment = models.BinaryField(
        max_length=32, help_text="SHA-256 over the salted text."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="observation_uid", fields=["workspace", "uid"]
            ),
            models.UniqueConstraint(name="observation_ref", fields=["episode", "ref"]),
            models.UniqueConstraint(
                name="observation_workspace_id", fields=["workspace", "id"]
            ),
        ]
        indexes = [models.Index(fields=["source", "id"], name="observation_of_source")]

    def __str__(self) -> str:
        return self.ref


class ObservationText(models.Model):
    """The erasable text of an observation; null once compacted or erased."""

    observation = models.OneToOneField(
        Observation, on_delete=models.PROTECT, primary_key=True, related_name="words"
    )
    text = models.TextField(null=True)  # noqa: DJ001  gone is not the same as empty
    salt = models.BinaryField(max_length=16, null=True)
    state = models.CharField(
        max_length=9, choices=TextState.choices, default=TextState.LIVE
    )
    credentials = credentials_field()
    gone_at = models.DateTimeField(null=True, help_text="When it first was not there.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="observation_text_while_live",
                condition=Q(state="live", text__isnull=False)
                | Q(~Q(state="live"), text=None),
            )
        ]
        indexes = [
            models.Index(
                fields=["observation"],
                name="observation_text_gone",
                condition=~Q(state="live"),
            ),
            models.Index(
                fields=["observation"],
                name="observation_with_credentials",
                condition=~Q(credentials=[]),
            ),
        ]

    def __str__(self) -> str:
        return self.text or f"({self.state})"
