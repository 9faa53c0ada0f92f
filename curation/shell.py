"""What stands around every page: places to go, what waits there, who is here."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from curation.access import Place
from memory.models import (
    Conflict,
    ConflictState,
    Membership,
    ReviewItem,
    Work,
    WorkState,
)
from memory.queries.conflicting import in_force
from memory.queries.disputes import DisputeFilter, matching
from tension.models import Collision, Tension
from tension.rules.states import State


@dataclass(frozen=True)
class Entry:
    """A place to go; `key` follows `g`; `waiting` is None where nothing queues."""

    label: str
    url: str
    key: str
    current: bool
    waiting: int | None = None


@dataclass(frozen=True)
class Section:
    """A titled group of places."""

    title: str
    entries: list[Entry]


@dataclass(frozen=True)
class Shell:
    """The frame of a page in a workspace."""

    sections: list[Section]
    others: list[Membership]
    initials: str


PLACES = [
    (
        "Work",
        [
            ("Home", "home", "h"),
            ("Review", "review", "r"),
            ("Disputes", "disputes", "d"),
            ("Conflicts", "conflicts", "x"),
            ("Tensions", "tensions", "o"),
            ("Collisions", "collisions", "m"),
            ("Search", "search", "/"),
            ("Failed", "failed", "f"),
        ],
    ),
    (
        "Memory",
        [
            ("Claims", "claims", "c"),
            ("Episodes", "episodes", "e"),
            ("Sources", "sources", "s"),
            ("Entities", "entities", "n"),
            ("Retrieval", "retrieval", "l"),
        ],
    ),
    (
        "Care",
        [
            ("Activity", "activity", "a"),
            ("Checks", "checks", "q"),
            ("Retention", "retention", "t"),
            ("Keys", "keys", "k"),
            ("Help", "help", "?"),
        ],
    ),
]


def shell(request: HttpRequest, place: Place | None) -> Shell | None:
    """The frame, in seven statements whatever the size of the workspace."""
    if place is None:
        return None
    waiting = _waiting(place)
    sections = [
        Section(title, [_entry(request, place, waiting, *spot) for spot in spots])
        for title, spots in PLACES
    ]
    others = (
        Membership.objects.filter(user=place.member.user_id)
        .exclude(pk=place.member.pk)
        .select_related("workspace")
        .order_by("workspace__name")
    )
    return Shell(sections, list(others), _initials(place.member.name))


def _entry(
    request: HttpRequest,
    place: Place,
    waiting: dict[str, int],
    label: str,
    name: str,
    key: str,
) -> Entry:
    url = reverse(name, args=[place.workspace.slug])
    here = request.path == url or (name != "home" and request.path.startswith(url))
    return Entry(label, url, key, here, waiting.get(name))


def _waiting(place: Place) -> dict[str, int]:
    dead = Work.objects.filter(workspace=place.workspace, state=WorkState.DEAD)
    open_conflicts = Conflict.objects.filter(
        workspace=place.workspace, state=ConflictState.OPEN
    )
    counts = {
        "review": ReviewItem.objects.filter(workspace=place.workspace).count(),
        "disputes": matching(place.workspace, DisputeFilter()).order_by().count(),
        "conflicts": in_force(open_conflicts).count(),
    }
    counts |= _unresolved(place)
    return counts | ({"failed": failed} if (failed := dead.count()) else {})


def _unresolved(place: Place) -> dict[str, int]:
    here = {"workspace": place.workspace}
    unresolved = Tension.objects.filter(**here, state=State.open)
    return {
        "tensions": unresolved.count(),
        "collisions": Collision.objects.filter(**here, state="new").count(),
    }


def _initials(name: str) -> str:
    words = name.replace(".", " ").split()
    return "".join(word[0] for word in words[:2]).upper()
