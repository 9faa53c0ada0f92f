"""What of the provenance page is in its address, and where its controls lead."""

from dataclasses import dataclass, replace
from typing import Self
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse

from memory.queries.provenance_view import (
    MOST_LEVELS,
    MOST_OPENED,
    Opening,
    Stub,
    Wanted,
)


@dataclass(frozen=True)
class State:
    """What of the page is in its address."""

    slug: str
    claim: UUID
    wanted: Wanted
    table: bool = False

    @classmethod
    def read(cls, slug: str, claim: UUID, given: QueryDict) -> Self:
        """From a query string; what it does not say, or says wrongly, is as usual."""
        openings = [Opening.read(each) for each in given.getlist("open")]
        wanted = Wanted(
            up=_level(given.get("up", "")),
            down=_level(given.get("down", "")),
            grouped=given.get("group") == "1",
            dead=given.get("dead") == "1",
            sole=given.get("sole") == "1",
            openings=tuple(filter(None, openings))[:MOST_OPENED],
        )
        return cls(slug, claim, wanted, table=given.get("view") == "table")

    @property
    def query(self) -> str:
        """The query string that leads here; empty for the page as it opens."""
        usual, wanted = Wanted(), self.wanted
        given = QueryDict(mutable=True)
        for name in ("up", "down"):
            if (level := getattr(wanted, name)) != getattr(usual, name):
                given[name] = str(level)
        flags = {"group": wanted.grouped, "dead": wanted.dead, "sole": wanted.sole}
        given.update({name: "1" for name, on in flags.items() if on})
        given.setlist("open", [str(each) for each in wanted.openings])
        if self.table:
            given["view"] = "table"
        return given.urlencode(safe=":")

    def url(self, name: str = "provenance") -> str:
        """Where this is shown, or one of its exports."""
        path = reverse(name, args=[self.slug, self.claim])
        return f"{path}?{self.query}" if self.query else path

    @property
    def as_tree(self) -> str:
        """The same as a tree and a drawing."""
        return replace(self, table=False).url()

    @property
    def as_table(self) -> str:
        """The same as a table."""
        return replace(self, table=True).url()

    @property
    def svg(self) -> str:
        """The drawing as a file."""
        return self.as_file("provenance-svg")

    @property
    def csv(self) -> str:
        """The table as a file."""
        return self.as_file("provenance-csv")

    @property
    def prov(self) -> str:
        """The closure as a PROV document."""
        return reverse("prov-json", args=[self.slug, self.claim])

    def as_file(self, name: str) -> str:
        """A file of the same nodes."""
        return replace(self, table=False).url(name)

    def changed(self, wanted: Wanted) -> str:
        """Where it is shown with another wish."""
        return replace(self, wanted=wanted).url()

    def from_(self, claim: UUID) -> str:
        """Where it is shown from another claim, with nothing opened."""
        closed = replace(self.wanted, openings=())
        return replace(self, claim=claim, wanted=closed).url()

    def opening(self, stub: Stub) -> str:
        """Where the nodes of a stub are shown: here, or, once full, from its claim."""
        opened = stub.opening
        kept = [
            each
            for each in self.wanted.openings
            if (each.side, each.claim) != (opened.side, opened.claim)
        ]
        if len(kept) == MOST_OPENED:
            return self.from_(opened.claim)
        return self.changed(replace(self.wanted, openings=(*kept, opened)))


def _level(text: str) -> int:
    known = text.isascii() and text.isdecimal() and len(text) < 4
    return min(int(text), MOST_LEVELS) if known else 1


@dataclass(frozen=True)
class Choice:
    """A wish of the page: whether it is on, and where it is the other way."""

    name: str
    label: str
    on: bool
    url: str


@dataclass(frozen=True)
class Stepper:
    """A number of levels with the addresses of one less and one more."""

    name: str
    label: str
    level: int
    fewer: str
    more: str


def choices(state: State) -> list[Choice]:
    """The filters."""
    wanted = state.wanted
    return [
        Choice("sole", "Sole support only", wanted.sole,
               state.changed(replace(wanted, sole=not wanted.sole))),
        Choice("dead", "Paths to what no longer resolves", wanted.dead,
               state.changed(replace(wanted, dead=not wanted.dead))),
        Choice("group", "Group by source", wanted.grouped,
               state.changed(replace(wanted, grouped=not wanted.grouped))),
    ]  # fmt: skip


def steppers(state: State) -> list[Stepper]:
    """How many levels of supports and of dependants."""
    wanted = state.wanted
    ups = [replace(wanted, up=_near(wanted.up, by)) for by in (-1, 1)]
    downs = [replace(wanted, down=_near(wanted.down, by)) for by in (-1, 1)]
    return [
        Stepper("up", "Supports", wanted.up, *map(state.changed, ups)),
        Stepper("down", "Dependants", wanted.down, *map(state.changed, downs)),
    ]


def _near(level: int, by: int) -> int:
    return min(max(level + by, 0), MOST_LEVELS)
