"""What observations are drawn from."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import Q

from memory.models.credentials import credentials_field
from memory.models.graph import Node
from memory.models.workspace import Membership, Workspace


class SourceKind(models.TextChoices):
    """What a source is."""

    DOCUMENT = "document"
    TOOL_OUTPUT = "tool_output"
    CONVERSATION = "conversation"
    TESTIMONY = "testimony"


# What full text finds a source by; an index of the same expression serves it.
SOURCE_WORDS = SearchVector("title", config="english")


class Source(models.Model):
    """A document or other origin of observations; a node of kind `source`."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    node = models.OneToOneField(
        Node, on_delete=models.PROTECT, related_name="source", db_constraint=False
    )
    kind = models.CharField(max_length=12, choices=SourceKind.choices)
    uri = models.CharField(max_length=2000, blank=True)
    version = models.CharField(max_length=200, blank=True)
    as_of = models.CharField(
        max_length=40, blank=True, help_text="Date or time the source speaks of."
    )
    title = models.CharField(max_length=400, blank=True)
    voice = models.UUIDField(
        help_text="Shared by all revisions of one URI: they are one voice."
    )
    recorded_at = models.DateTimeField()
    credentials = credentials_field()
    vetted_at = models.DateTimeField(null=True)
    vetted_by = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True)
    vetted_note = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="source_workspace_id", fields=["workspace", "id"]
            ),
            models.CheckConstraint(
                name="source_vetted_by_someone",
                condition=Q(vetted_at=None, vetted_by=None)
                | Q(vetted_at__isnull=False, vetted_by__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["workspace", "voice"], name="source_voice"),
            models.Index(
                fields=["workspace"],
                name="source_vetted",
                condition=Q(vetted_at__isnull=False),
            ),
            GinIndex(SOURCE_WORDS, name="source_words", fastupdate=False),
        ]

    def __str__(self) -> str:
        return self.title or self.uri or "untitled source"

    @property
    def may_be_shown(self) -> bool:
        """Whether a model may be shown its title and address."""
        return self.workspace.may_show(self.credentials)

    @property
    def shown_name(self) -> str:
        """What it is called before a model."""
        return str(self) if self.may_be_shown else "a source that holds credentials"
