"""Sources: where observations come from and what rests on them directly."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from curation.contexts.standing import Standing, of_observations, standing
from curation.contexts.transcript import Citing, credential_words
from curation.contexts.words import Piece, pieces, statement
from curation.filters import SourceFilter
from curation.library_forms import VetForm
from curation.paging import Stretch
from memory.actions.retract import Target
from memory.models import Observation, Source, Support, Workspace


@dataclass(frozen=True)
class SourceRow:
    """One source of the list."""

    uid: UUID
    title: str
    kind: str
    as_of: str
    vetted: bool
    observations: int
    claims: int
    credentials: str


@dataclass(frozen=True)
class SourcesPage:
    """All sources, filtered."""

    rows: list[SourceRow]
    more: str
    filter: SourceFilter
    title: str = "Sources"

    @property
    def library(self) -> bool:
        """Whether only vetted sources are asked for."""
        return self.filter.is_valid() and self.filter.cleaned_data["vetted"] == "yes"


@dataclass(frozen=True)
class Passage:
    """One observation drawn from the source."""

    uid: UUID
    episode: UUID
    locator: str
    at: datetime
    state: str
    pieces: list[Piece]
    cited_by: list[Citing]
    retraction: Standing | None = None


@dataclass(frozen=True)
class SourcePage:
    """One source in full."""

    row: SourceRow
    title: str
    uri: str
    version: str
    vetted_by: str
    vetted_at: datetime | None
    vetted_note: str
    revisions: list[SourceRow]
    passages: list[Passage]
    more: str
    form: VetForm
    standing: list[Standing] = field(default_factory=list)
    toast: Any = None


def sources(workspace: Workspace) -> QuerySet[Source]:
    """Sources with how many observations they gave and how many claims cite those."""
    drawn = Observation.objects.filter(source=OuterRef("pk")).order_by()
    citing = Support.objects.filter(observation__source=OuterRef("pk")).order_by()
    return (
        Source.objects.filter(workspace=workspace)
        .select_related("node", "vetted_by__user")
        .annotate(
            drawn=_counted(drawn, "source", "pk"),
            citing=_counted(citing, "observation__source", "claim"),
        )
    )


def _counted(rows: QuerySet[Any], per: str, what: str) -> Coalesce:
    counted = rows.values(per).annotate(n=Count(what, distinct=True))
    return Coalesce(Subquery(counted.values("n")), 0)


def row(source: Source) -> SourceRow:
    """One line of the list, from a row that `sources` loaded."""
    return SourceRow(
        uid=source.node.uid,
        title=str(source),
        kind=source.get_kind_display(),
        as_of=source.as_of,
        vetted=source.vetted_at is not None,
        observations=getattr(source, "drawn", 0),
        claims=getattr(source, "citing", 0),
        credentials=credential_words(source.credentials),
    )


def observations(source: Source) -> QuerySet[Observation]:
    """What was drawn from a source, with the claims that cite it."""
    return (
        Observation.objects.filter(source=source, workspace=source.workspace_id)
        .select_related("words", "episode")
        .prefetch_related(
            "supports__claim__subject",
            "supports__claim__object",
            "supports__claim__predicate",
            "supports__claim__state",
        )
    )


def source_page(
    source: Source, found: Stretch[Observation], form: VetForm, toast: Any = None
) -> SourcePage:
    """One source with a stretch of its observations."""
    revisions = sources(source.workspace).filter(voice=source.voice)
    retracted = of_observations([each.pk for each in found.rows])
    return SourcePage(
        row=row(source),
        title=str(source),
        uri=source.uri,
        version=source.version,
        vetted_by=source.vetted_by.name if source.vetted_by else "",
        vetted_at=source.vetted_at,
        vetted_note=source.vetted_note,
        revisions=[row(each) for each in revisions.exclude(pk=source.pk)[:20]],
        passages=[_passage(each, retracted.get(each.pk)) for each in found.rows],
        more=found.more,
        form=form,
        standing=standing(Target(source=source.node.uid), source.workspace),
        toast=toast,
    )


def _passage(observation: Observation, retraction: Standing | None) -> Passage:
    supports = list(observation.supports.all())
    claims = {
        each.claim_id: Citing(
            each.claim.uid, statement(each.claim), each.claim.state.status
        )
        for each in supports
    }
    spans = [(each.span_start or 0, each.span_end or 0) for each in supports]
    return Passage(
        uid=observation.uid,
        episode=observation.episode.uid,
        locator=observation.locator,
        at=observation.observed_at,
        state=observation.words.state,
        pieces=pieces(observation.words.text or "", spans),
        cited_by=list(claims.values()),
        retraction=retraction,
    )
