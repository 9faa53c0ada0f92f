"""The tree of a provenance: every node once in full, and then as a way back to it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from curation.contexts.provenance_lines import Line
from curation.contexts.provenance_state import State
from memory.queries.provenance_view import Key, Provenance, Side, Stub


@dataclass(frozen=True)
class Folded:
    """Nodes that a stub stands for, and where they are shown."""

    name: str
    text: str
    url: str


@dataclass(frozen=True)
class Row:
    """One row; it is a line, a way back to one, something folded, or a heading.

    `level` counts from 1. `opens` when rows below belong to it.
    """

    level: int
    opens: bool = False
    line: Line | None = None
    again: bool = False
    folded: Folded | None = None
    heading: str = ""


def folded(stub: Stub, state: State) -> Folded:
    """A stub in words."""
    ends = "claims that rest on it" if stub.opening.side == "down" else "supports"
    if stub.earlier:
        text = f"{stub.hidden} earlier {ends}"
    else:
        text = f"+{stub.hidden} more {ends}"
    return Folded(stub.name, text, state.opening(stub))


def tree(found: Provenance, lines: Mapping[Key, Line], state: State) -> list[Row]:
    """The rows in order: the claim, what it rests on, then what rests on it."""
    branches = _Branches(found, lines, state)
    root = found.root.key
    rows = list(branches.rows(root, "up", 1))
    below = list(branches.children(root, "down", 3))
    if below:
        rows.append(Row(2, opens=True, heading="What rests on it"))
        rows += below
        rows[0] = Row(1, opens=True, line=rows[0].line)
    return rows


class _Branches:
    def __init__(
        self, found: Provenance, lines: Mapping[Key, Line], state: State
    ) -> None:
        self.lines = lines
        self.state = state
        self.told: set[Key] = set()
        self.ways: dict[tuple[Side, Key], list[Key]] = {}
        for link in found.links:
            upper = found.by_key[link.upper]
            if upper.at.side == "down":
                self.ways.setdefault(("down", link.lower), []).append(link.upper)
            else:
                self.ways.setdefault(("up", link.upper), []).append(link.lower)
        self.stubs: dict[tuple[Side, Key], Sequence[Stub]] = {}
        for stub in found.stubs:
            end = (stub.opening.side, stub.claim)
            self.stubs[end] = [*self.stubs.get(end, ()), stub]

    def rows(self, key: Key, side: Side, level: int) -> Iterator[Row]:
        if key in self.told:
            yield Row(level, line=self.lines[key], again=True)
            return
        self.told.add(key)
        below = list(self.children(key, side, level + 1))
        yield Row(level, opens=bool(below), line=self.lines[key])
        yield from below

    def children(self, key: Key, side: Side, level: int) -> Iterator[Row]:
        stubs = self.stubs.get((side, key), ())
        yield from self._folded((x for x in stubs if x.earlier), level)
        for each in self.ways.get((side, key), ()):
            yield from self.rows(each, side, level)
        yield from self._folded((x for x in stubs if not x.earlier), level)

    def _folded(self, stubs: Iterable[Stub], level: int) -> Iterator[Row]:
        for stub in stubs:
            yield Row(level, folded=folded(stub, self.state))
