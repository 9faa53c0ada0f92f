"""Which nodes around a claim are drawn: level by level, within a fixed room."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import connection

from memory.queries.provenance_grounds import Grounds
from memory.queries.provenance_view import MOST_OPENED, Key, Side, Wanted

DEPENDANTS = """
SELECT DISTINCT premise_id, claim_id FROM memory_support
WHERE premise_id = ANY(%s) ORDER BY premise_id, claim_id
"""

# The least that opening a node by hand shows, counted with the stubs it may need.
OPENED_ROOM = 15

type Filtered = Callable[[Side, Sequence[Key]], list[Key]]


class End(NamedTuple):
    """A claim from which the walk may go on, and which way."""

    side: Side
    claim: int


type Opened = Mapping[End, int]


@dataclass
class Walk:
    """What a walk has drawn.

    `depth` holds the distance of each node from the root, `side` which way it lies.
    `children` are all next nodes of each end that was reached, drawn or not, and
    `first` is where the shown stretch of them begins.
    """

    depth: dict[Key, int] = field(default_factory=dict)
    side: dict[Key, Side] = field(default_factory=dict)
    children: dict[End, Sequence[Key]] = field(default_factory=dict)
    first: dict[End, int] = field(default_factory=dict)

    def put(self, key: Key, side: Side, depth: int) -> None:
        """Draw a node; its first place stays."""
        self.depth.setdefault(key, depth)
        self.side.setdefault(key, side)

    def hidden(self, end: End) -> tuple[list[int], list[int]]:
        """Places of the next nodes that are not drawn: before and after the stretch."""
        first = self.first.get(end, 0)
        missing = [
            place
            for place, key in enumerate(self.children.get(end, ()))
            if key not in self.depth
        ]
        return [x for x in missing if x < first], [x for x in missing if x >= first]


def dependants_of(claims: Collection[int]) -> dict[int, list[Key]]:
    """What rests directly on each of some claims, in one statement."""
    found: dict[int, list[Key]] = {claim: [] for claim in claims}
    if claims:
        with connection.cursor() as cursor:
            cursor.execute(DEPENDANTS, [sorted(claims)])
            for premise, claim in cursor.fetchall():
                found[premise].append(Key("claim", claim))
    return found


def walk(
    root: int, wanted: Wanted, opened: Opened, grounds: Grounds, keep: Filtered
) -> Walk:
    """Draw what lies around a claim, one statement for each level of dependants.

    `grounds` cover the root's closure; `keep` leaves out what a filter hides;
    `opened` ends go on beyond the wanted levels, from the place given. The room is
    shared out evenly among the nodes of a level, nearest levels first, and a third
    of it is for what was opened, so that opening takes nothing away.
    """
    walker = _Walker(wanted, opened, grounds, keep)
    return walker.run(root)


class _Walker:
    def __init__(
        self, wanted: Wanted, opened: Opened, grounds: Grounds, keep: Filtered
    ) -> None:
        self.grounds = grounds
        self.keep = keep
        self.reach: dict[Side, int] = {"up": wanted.up, "down": wanted.down}
        self.opened = opened
        self.spare = wanted.limit // 3
        self.left = wanted.limit - self.spare - 3  # the root and its two stubs
        self.spare -= MOST_OPENED  # stubs before an opened stretch
        self.found = Walk()

    def run(self, root: int) -> Walk:
        self.found.put(Key("claim", root), "root", 0)
        ends, level = [End("up", root), End("down", root)], 0
        while ends:
            level += 1
            self._look(ends)
            going = [
                end
                for end in ends
                if level <= self.reach[end.side] or end in self.opened
            ]
            going.sort(key=lambda end: len(self.found.children[end]))
            ends = []
            for place, end in enumerate(going):
                ends += self._expand(end, level, self.left // (len(going) - place))
        return self.found

    def _look(self, ends: Sequence[End]) -> None:
        down = dependants_of([end.claim for end in ends if end.side == "down"])
        for end in ends:
            if end.side == "up":
                near = [*self.grounds.supports(end.claim)]
            else:
                near = down[end.claim]
            self.found.children[end] = self.keep(end.side, near)

    def _expand(self, end: End, level: int, share: int) -> list[End]:
        """Draw as many next nodes as the share takes; give the claims among them."""
        beyond = level > self.reach[end.side]
        if use_spare := end in self.opened and (beyond or share < OPENED_ROOM):
            share = min(self.spare, OPENED_ROOM)
        drawn, cost = self._choose(end, share)
        if use_spare:
            self.spare -= cost
        else:
            self.left -= cost
        for key in drawn:
            further = key.kind == "source" and not self.grounds.grouped
            self.found.put(key, end.side, level + further)
        return [End(end.side, key.pk) for key in drawn if key.kind == "claim"]

    def _choose(self, end: End, share: int) -> tuple[list[Key], int]:
        """The next nodes that fit, each with what must come along, and their cost."""
        first = self.found.first[end] = self.opened.get(end, 0)
        chosen: dict[Key, None] = {}
        cost = 0
        for key in self.found.children[end][first:]:
            more = [x for x in self._with_source(key) if x not in chosen]
            price = sum(_price(each) for each in more)
            if cost + price > share:
                break
            cost += price
            chosen |= dict.fromkeys(more)
        return list(chosen), cost

    def _with_source(self, key: Key) -> Iterator[Key]:
        """What is not drawn yet of a node and, for an observation, its source."""
        if key in self.found.depth:
            return
        yield key
        if key.kind == "observation":
            source = Key("source", self.grounds.evidence.source_of[key.pk])
            if source not in self.found.depth:
                yield source


def _price(key: Key) -> int:
    """A claim may need a stub beside it."""
    return 2 if key.kind == "claim" else 1
