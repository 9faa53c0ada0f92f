"""Episodes: handed over whole or piece by piece, and read back."""

from uuid import UUID

from django.urls import reverse
from ninja import Query, Router, Status

from memory.actions.record import append, close, open_episode, record
from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.paging import Page, Paging, page
from memory.api.schemas import episode as sent
from memory.api.schemas.log import (
    Accepted,
    Appended,
    BriefEpisode,
    NamedObservation,
    Opened,
    ToldEpisode,
)
from memory.models import Episode, Scope
from memory.queries.beliefs import beliefs
from memory.queries.clock import database_now
from memory.queries.episodes import episode_view, statuses
from memory.tasks import ring

router = Router(tags=["Episodes"])
INGEST, READ = Key(Scope.INGEST), Key(Scope.READ)


@router.post("/episodes", auth=INGEST, response=replies({200: Accepted, 202: Accepted}))
def post_episode(request: Request, payload: sent.Episode) -> Status[Accepted]:
    """Hand over a closed episode; it is distilled soon after.

    202 when it is new, 200 with the same reply when this body came before, 409
    when another body came under the same external_id.
    """
    recorded = record(
        workspace=request.auth.workspace,
        entry=payload.entry(),
        by=request.auth.actor,
        key=request.auth.key,
        now=database_now(),
    )
    ring()
    return Status(202 if recorded.created else 200, _accepted(recorded.episode))


@router.post("/episodes/open", auth=INGEST, response=replies({201: Opened}))
def post_open(request: Request, payload: sent.OpenEpisode) -> Status[Opened]:
    """Begin an episode that observations are appended to until it is closed."""
    recorded = open_episode(
        workspace=request.auth.workspace,
        entry=payload.entry(),
        by=request.auth.actor,
        key=request.auth.key,
        now=database_now(),
    )
    return Status(201, Opened(id=recorded.episode.uid))


@router.post(
    "/episodes/{uuid:uid}/observations", auth=INGEST, response=replies({201: Appended})
)
def post_observations(
    request: Request, uid: UUID, payload: sent.More
) -> Status[Appended]:
    """Append sources and observations to an open episode."""
    rows = append(
        workspace=request.auth.workspace,
        episode=uid,
        sources=[each.entry() for each in payload.sources],
        observations=[each.entry() for each in payload.observations],
        by=request.auth.actor,
        now=database_now(),
    )
    named = [NamedObservation(id=row.uid, ref=row.ref) for row in rows]
    return Status(201, Appended(observations=named))


@router.post(
    "/episodes/{uuid:uid}/close", auth=INGEST, response=replies({202: Accepted})
)
def post_close(request: Request, uid: UUID, payload: sent.Close) -> Status[Accepted]:
    """Close an episode; it is immutable from here, and distilled soon after."""
    row = close(
        workspace=request.auth.workspace,
        episode=uid,
        closed_at=payload.closed_at,
        conclusions=sent.kept(payload.conclusions),
        residue=[each.entry() for each in payload.residue],
        by=request.auth.actor,
        now=database_now(),
    )
    ring()
    return Status(202, _accepted(row))


@router.get("/episodes", auth=READ, response=replies({200: Page[BriefEpisode]}))
def get_episodes(request: Request, paging: Query[Paging]) -> Page[BriefEpisode]:
    """Episodes, newest first."""
    workspace = request.auth.workspace
    rows = Episode.objects.filter(workspace=workspace)
    rows = rows.select_related("words", "agent", "member__user")
    found, following = page(request, rows, paging, f"episodes:{workspace.uid}")
    known = statuses(found)
    items = [BriefEpisode.of(row, known[row.pk]) for row in found]
    return Page[BriefEpisode](items=items, next=following)


@router.get("/episodes/{uuid:uid}", auth=READ, response=replies({200: ToldEpisode}))
def get_episode(request: Request, uid: UUID) -> ToldEpisode:
    """An episode with its observations, its claims and what was refused."""
    workspace = request.auth.workspace
    view = episode_view(workspace, uid)
    found = beliefs(workspace, [claim.pk for claim in view.claims])
    return ToldEpisode.whole(view, [found[claim.pk] for claim in view.claims])


def _accepted(row: Episode) -> Accepted:
    url = reverse("api-1.0.0:get_episode", kwargs={"uid": row.uid})
    return Accepted(id=row.uid, status="queued", url=url)
