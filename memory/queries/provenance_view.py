"""What the provenance of a claim looks like: nodes, links, and what is folded away."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, Self
from uuid import UUID

from memory.models import Claim, Observation, Source

type Kind = Literal["claim", "observation", "source"]
type Side = Literal["root", "up", "down"]

MOST_DRAWN = 150
MOST_LEVELS = 20
MOST_OPENED = 3

_OPENING = re.compile(r"(up|down):([0-9a-f-]{36}):(\d{1,9})", re.ASCII)


class Key(NamedTuple):
    """A node by its kind and the key of its row."""

    kind: Kind
    pk: int


@dataclass(frozen=True)
class Opening:
    """A stretch of one claim's next nodes that somebody asked for.

    Written side:claim:first, which is the cursor of a stub.
    """

    side: Side
    claim: UUID
    first: int

    def __str__(self) -> str:
        return f"{self.side}:{self.claim}:{self.first}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """What a cursor says; none when it is none."""
        found = _OPENING.fullmatch(text)
        if found is None:
            return None
        try:
            uid = UUID(found[2])
        except ValueError:
            return None
        return cls("up" if found[1] == "up" else "down", uid, int(found[3]))


@dataclass(frozen=True)
class Wanted:
    """How much of a claim's provenance to draw.

    `up` and `down` are levels of supports and of dependants, counted from the claim.
    `grouped` folds observations into their sources. `dead` keeps only what leads to
    something that does not resolve, `sole` only what leads to something without
    which the claim (or, among dependants, they) would not stand. `limit` bounds the
    nodes drawn, stubs included.
    """

    up: int = 1
    down: int = 1
    grouped: bool = False
    dead: bool = False
    sole: bool = False
    openings: tuple[Opening, ...] = ()
    limit: int = MOST_DRAWN

    @property
    def filtered(self) -> bool:
        """Whether a filter hides anything."""
        return self.dead or self.sole


class Placed(NamedTuple):
    """Where a node is: how far from the root, which way, and its centre in pixels."""

    side: Side
    depth: int
    x: int
    y: int


@dataclass(frozen=True)
class Drawn:
    """A node of the drawing, of the tree and of the table.

    `status` is a claim's status now, an observation's state, or whether a source is
    vetted; `live`, whether it resolves as support. `confidence`, in [0, 1], is a
    claim's with one voice per source. `source` and its id name what it comes from
    when that is one document, `sources` counts them; `observations` counts what the
    claims here rest on of a source. `sole`: the root would not stand without it, or,
    among dependants, it would not without the root.
    """

    key: Key
    uid: UUID
    label: str
    status: str
    live: bool
    at: Placed
    confidence: float | None
    source: str
    source_uid: UUID | None
    sources: int
    observations: int
    sole: bool
    row: Claim | Observation | Source

    @property
    def kind(self) -> Kind:
        """What it is."""
        return self.key.kind


@dataclass(frozen=True)
class Link:
    """`upper` rests on `lower`, by the named derivations; an observation on its source.

    `live` while one of these derivations counts.
    """

    upper: Key
    lower: Key
    derivations: tuple[int, ...]
    live: bool


@dataclass(frozen=True)
class Stub:
    """Nodes folded away beside a claim, counted; `opening` shows a stretch of them.

    `earlier` ones come before the stretch that is shown.
    """

    claim: Key
    opening: Opening
    earlier: bool
    hidden: int
    x: int = 0
    y: int = 0

    @property
    def name(self) -> str:
        """Unique in a drawing, and the same in the next one."""
        way = "earlier" if self.earlier else "more"
        return f"{self.opening.side}-{self.opening.claim}-{way}"


@dataclass(frozen=True)
class Provenance:
    """What is drawn around a claim, nearest first, the claim itself before all."""

    wanted: Wanted
    nodes: Sequence[Drawn]
    links: Sequence[Link]
    stubs: Sequence[Stub]
    derivations: Mapping[int, UUID]

    @property
    def root(self) -> Drawn:
        """The claim that everything is counted from."""
        return self.nodes[0]

    @cached_property
    def by_key(self) -> Mapping[Key, Drawn]:
        """The nodes by their keys."""
        return {node.key: node for node in self.nodes}

    @property
    def hidden(self) -> int:
        """How many nodes are folded away beside those drawn."""
        return sum(stub.hidden for stub in self.stubs)
