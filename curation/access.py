"""The one place where views fetch rows, and where it is decided who may."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from curation.contexts.activity import decisions
from curation.contexts.episodes import episodes
from curation.contexts.sources import sources
from memory.models import (
    Actor,
    CheckedText,
    Claim,
    Decision,
    Episode,
    Erasure,
    Finding,
    Membership,
    Node,
    Observation,
    OperationKind,
    Source,
    TextState,
    Work,
    Workspace,
    WorkState,
)
from memory.queries.belief import Belief
from memory.queries.beliefs import belief as find_belief
from memory.queries.conflicts import ConflictView
from memory.queries.conflicts import conflict as find_conflict
from memory.queries.disputes import DisputeView
from memory.queries.disputes import dispute as find_dispute
from memory.queries.entities import entities
from memory.queries.finding import finding as find_finding
from memory.queries.keeping import erasure as find_erasure
from memory.queries.operations import OperationView, operation_view
from memory.queries.prov_document import prov_document as find_prov_document
from memory.queries.provenance import provenance as find_provenance
from memory.queries.provenance_view import Provenance, Wanted
from memory.queries.receipts import ReceiptView
from memory.queries.receipts import receipt as find_receipt
from memory.queries.retractions import RetractionView
from memory.queries.retractions import retraction as find_retraction
from memory.rules.refused import Missing
from tension.models import Collision, Tension
from tension.queries.tensions import collision as find_collision
from tension.queries.tensions import tension as find_tension


@dataclass(frozen=True)
class Place:
    """Where a request is: the workspace in its address, the member who asks."""

    workspace: Workspace
    member: Membership

    @property
    def actor(self) -> Actor:
        """The member as the author of a decision."""
        return Actor(member=self.member)

    @property
    def may_curate(self) -> bool:
        """Whether the member may decide here."""
        return self.member.may_curate()

    @property
    def may_erase(self) -> bool:
        """Whether the member may destroy content for good."""
        return self.member.leads()


type PlacedView[**P] = Callable[Concatenate[HttpRequest, Place, P], HttpResponseBase]
type SlugView = Callable[..., HttpResponseBase]


def member_of[**P](view: PlacedView[P]) -> SlugView:
    """Give the view its place; a workspace the person is no member of is a 404."""

    @wraps(view)
    def placed(
        request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        return view(request, _place(request, slug), *args, **kwargs)

    return placed


def only[**P](
    view: PlacedView[P], may: Callable[[Place], bool], needs: str
) -> SlugView:
    """As `member_of`, and whoever may not gets a 403 that says what it needs."""

    @wraps(view)
    def placed(
        request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        place = _place(request, slug)
        if not may(place):
            raise PermissionDenied(
                f"{needs} Yours in {place.workspace} is {place.member.role}."
            )
        return view(request, place, *args, **kwargs)

    return placed


def curator_of[**P](view: PlacedView[P]) -> SlugView:
    """As `member_of`, and a member who may not decide gets a 403."""
    return only(view, lambda at: at.may_curate, "Deciding needs the role curator.")


def lead_of[**P](view: PlacedView[P]) -> SlugView:
    """As `member_of`, and a member who may not erase gets a 403."""
    return only(view, lambda at: at.may_erase, "Erasing needs the role lead.")


def memberships(request: HttpRequest) -> list[Membership]:
    """The person's places, by the workspace's name."""
    if not request.user.is_authenticated:
        return []
    mine = Membership.objects.filter(user=request.user.pk)
    return list(mine.select_related("workspace", "user").order_by("workspace__name"))


def _place(request: HttpRequest, slug: str) -> Place:
    for membership in memberships(request):
        if membership.workspace.slug == slug:
            return Place(membership.workspace, membership)
    raise Http404("No such workspace, or you are not a member of it.")


def decision(place: Place, uid: UUID) -> Decision:
    """A decision of this workspace."""
    return get_object_or_404(decisions(place.workspace), uid=uid)


def episode(place: Place, uid: UUID) -> Episode:
    """An episode of this workspace, with what its pages count."""
    return get_object_or_404(episodes(place.workspace), uid=uid)


def turn(place: Place, episode: UUID, uid: UUID) -> Observation:
    """An observation of an episode of this workspace that has its words."""
    rows = Observation.objects.select_related("words", "source__node", "episode__words")
    return get_object_or_404(
        rows,
        workspace=place.workspace,
        episode__uid=episode,
        uid=uid,
        words__state=TextState.LIVE,
    )


def failed_work(place: Place, uid: UUID) -> UUID:
    """The given-up work of an episode of this workspace."""
    work = get_object_or_404(
        Work,
        workspace=place.workspace,
        episode__uid=uid,
        state=WorkState.DEAD,
    )
    return work.uid


def source(place: Place, uid: UUID) -> Source:
    """A source of this workspace, by the uid of its node."""
    found = sources(place.workspace).select_related("workspace")
    return get_object_or_404(found, node__uid=uid)


def entity(place: Place, uid: UUID) -> Node:
    """A node of this workspace that stands for no source."""
    return get_object_or_404(entities(place.workspace), uid=uid)


def claim(place: Place, uid: UUID) -> Claim:
    """A claim of this workspace, with its sentence and status."""
    found = Claim.objects.select_related("subject", "object", "predicate", "state")
    return get_object_or_404(found, workspace=place.workspace, uid=uid)


def belief(place: Place, uid: UUID) -> Belief:
    """A claim of this workspace as it stands now."""
    with _missing_is_404():
        return find_belief(place.workspace, uid)


def dispute(place: Place, uid: UUID) -> DisputeView:
    """A dispute of this workspace, settled or not."""
    with _missing_is_404():
        return find_dispute(place.workspace, uid)


def conflict(place: Place, uid: UUID) -> ConflictView:
    """A conflict of this workspace, settled or not."""
    with _missing_is_404():
        return find_conflict(place.workspace, uid)


def erasure(place: Place, uid: UUID) -> Erasure:
    """A certificate of this workspace."""
    with _missing_is_404():
        return find_erasure(place.workspace, uid)


def retraction(place: Place, uid: UUID) -> RetractionView:
    """A retraction of this workspace, in force or not."""
    with _missing_is_404():
        return find_retraction(place.workspace, uid)


def retracting(place: Place, uid: UUID) -> OperationView:
    """An operation of this workspace that retracts something."""
    with _missing_is_404():
        found = operation_view(place.workspace, uid)
    if found.operation.kind != OperationKind.RETRACT:
        raise Http404("No such operation.")
    return found


def receipt(place: Place, uid: UUID) -> ReceiptView:
    """A passage through the gate of this workspace."""
    with _missing_is_404():
        return find_receipt(place.workspace, uid)


def tension(place: Place, uid: UUID) -> Tension:
    """A tension of this workspace, with what its page counts."""
    with _missing_is_404():
        return find_tension(place.workspace, uid)


def collision(place: Place, uid: UUID) -> Collision:
    """A collision of this workspace, with its tension."""
    with _missing_is_404():
        return find_collision(place.workspace, uid)


def observation(place: Place, uid: UUID) -> Observation:
    """An observation of this workspace, with its words and where it was drawn from."""
    found = Observation.objects.select_related("words", "episode", "source__node")
    return get_object_or_404(found, workspace=place.workspace, uid=uid)


def finding(place: Place, uid: UUID) -> Finding:
    """A finding of this workspace, with its text's row."""
    with _missing_is_404():
        return find_finding(place.workspace, uid)


def checked_text(place: Place, uid: UUID) -> CheckedText:
    """A text of this workspace that was checked."""
    rows = CheckedText.objects.select_related("workspace", "operation")
    return get_object_or_404(rows, workspace=place.workspace, uid=uid)


def provenance(place: Place, uid: UUID, wanted: Wanted) -> Provenance:
    """What is drawn around a claim of this workspace."""
    with _missing_is_404():
        return find_provenance(place.workspace, uid, wanted)


def prov_document(place: Place, uid: UUID) -> dict[str, Any]:
    """Everything that a claim of this workspace rests on, as PROV-JSON."""
    with _missing_is_404():
        return find_prov_document(place.workspace, uid)


@contextmanager
def _missing_is_404() -> Iterator[None]:
    try:
        yield
    except Missing as no:
        raise Http404(no.message) from None
