"""The provenance of a claim as it is told: nodes with positions, edges and stubs."""

from typing import Self
from uuid import UUID

from pydantic import BaseModel

from memory.queries.provenance_view import Drawn, Link, Provenance, Stub


class GraphNode(BaseModel):
    """A node of the drawing; `x` and `y` are its centre in pixels, y downwards.

    `side` is root, up (it is rested on) or down (it rests on the root), `depth` the
    levels between. `confidence` is a claim's with one voice per source. `sole`: the
    root would not stand without it; of a dependant, it would not without the root.
    """

    id: UUID
    kind: str
    label: str
    status: str
    live: bool
    sole: bool
    side: str
    depth: int
    confidence: float | None
    source: str | None
    source_id: UUID | None
    sources: int
    observations: int
    x: int
    y: int

    @classmethod
    def of(cls, node: Drawn) -> Self:
        """From what the store resolved."""
        return cls(
            id=node.uid,
            kind=node.kind,
            label=node.label,
            status=node.status,
            live=node.live,
            sole=node.sole,
            side=node.at.side,
            depth=node.at.depth,
            confidence=node.confidence,
            source=node.source or None,
            source_id=node.source_uid,
            sources=node.sources,
            observations=node.observations,
            x=node.at.x,
            y=node.at.y,
        )


class GraphEdge(BaseModel):
    """`upper` rests on `lower`, needed by these derivations; live while one counts.

    Between an observation and its source there are no derivations.
    """

    upper: UUID
    lower: UUID
    derivations: list[UUID]
    live: bool

    @classmethod
    def of(cls, link: Link, whole: Provenance) -> Self:
        """From a link of the drawing."""
        return cls(
            upper=whole.by_key[link.upper].uid,
            lower=whole.by_key[link.lower].uid,
            derivations=[whole.derivations[each] for each in link.derivations],
            live=link.live,
        )


class GraphStub(BaseModel):
    """Nodes folded away beside a claim; `next`, sent as `open`, shows some of them."""

    claim: UUID
    side: str
    earlier: bool
    hidden: int
    next: str
    x: int
    y: int

    @classmethod
    def of(cls, stub: Stub) -> Self:
        """From a stub of the drawing."""
        return cls(
            claim=stub.opening.claim,
            side=stub.opening.side,
            earlier=stub.earlier,
            hidden=stub.hidden,
            next=str(stub.opening),
            x=stub.x,
            y=stub.y,
        )


class ToldProvenance(BaseModel):
    """What is drawn around a claim, nearest first, the claim itself before all."""

    root: UUID
    nodes: list[GraphNode]
    edges: list[GraphEdge]
    stubs: list[GraphStub]

    @classmethod
    def of(cls, found: Provenance) -> Self:
        """From what the store resolved."""
        return cls(
            root=found.root.uid,
            nodes=[GraphNode.of(each) for each in found.nodes],
            edges=[GraphEdge.of(each, found) for each in found.links],
            stubs=[GraphStub.of(each) for each in found.stubs],
        )
