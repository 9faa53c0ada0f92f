"""The one place where views fetch rows, and where it is decided who may."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from memory.models import Actor, Membership, Workspace


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


type PlacedView[**P] = Callable[Concatenate[HttpRequest, Place, P], HttpResponse]
type SlugView[**P] = Callable[Concatenate[HttpRequest, str, P], HttpResponse]


def member_of[**P](view: PlacedView[P]) -> SlugView[P]:
    """Give the view its place; a workspace the person is no member of is a 404."""

    @wraps(view)
    def placed(
        request: HttpRequest, slug: str, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        return view(request, _place(request, slug), *args, **kwargs)

    return placed


def curator_of[**P](view: PlacedView[P]) -> SlugView[P]:
    """As `member_of`, and a member who may not decide gets a 403."""

    @wraps(view)
    def placed(
        request: HttpRequest, slug: str, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        place = _place(request, slug)
        if not place.may_curate:
            raise PermissionDenied(
                f"Deciding needs the role curator. Yours in {place.workspace} "
                f"is {place.member.role}."
            )
        return view(request, place, *args, **kwargs)

    return placed


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
