"""Nodes, edges and predicates as they are sent and told."""

from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, Field, StringConstraints

from memory.actions.put_predicate import PredicateEntry
from memory.api.kinds import Count, Note, Statement, Strict, Title
from memory.api.schemas.belief import NodeName
from memory.api.schemas.statement import NamedNode
from memory.models import Node, Predicate
from memory.queries.entities import SOURCE
from memory.queries.graph import Edge, Neighbourhood

PredicateName = Annotated[
    str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=60)
]
Label = Annotated[Statement, Field(max_length=80)]


class SentNode(NamedNode):
    """A node with its words; what is absent stays as it is."""

    name: Title | None = None
    description: Note | None = None


class ToldNode(NodeName):
    """A node with its words; `degree` counts the claims at it.

    A source that holds credentials is named by its id alone, unless the workspace's
    policy shows them.
    """

    description: str
    degree: int

    @classmethod
    def of(cls, node: Node) -> Self:
        """From its row."""
        source = getattr(node, "source", None) if node.kind == SOURCE else None
        concealed = source is not None and not source.may_be_shown
        return cls(
            id=node.uid,
            kind=node.kind,
            external_id=str(node.uid) if concealed else node.external_id,
            name=source.shown_name if source and concealed else str(node),
            description=node.description,
            degree=node.degree,
        )


class PutNode(ToldNode):
    """A node, and whether this call made it."""

    created: bool


class Neighbour(NodeName):
    """A node near the one that was asked for."""

    hops: int


class ToldEdge(BaseModel):
    """A claim between two nodes, as it stands now."""

    claim: UUID
    subject: UUID
    predicate: str
    label: str
    object: UUID
    status: str
    admissible: bool
    hops: int

    @classmethod
    def of(cls, edge: Edge) -> Self:
        """From what the store resolved."""
        claim = edge.claim
        assert claim.object is not None
        return cls(
            claim=claim.uid,
            subject=claim.subject.uid,
            predicate=claim.predicate.name,
            label=claim.predicate.label,
            object=claim.object.uid,
            status=edge.status,
            admissible=edge.status == "admissible",
            hops=edge.hops,
        )


class ToldNeighbours(BaseModel):
    """The graph around a node; `truncated` when there was more than `limit`."""

    nodes: list[Neighbour]
    edges: list[ToldEdge]
    truncated: bool

    @classmethod
    def of(cls, found: Neighbourhood) -> Self:
        """From what the store resolved; nearest nodes first."""
        return cls(
            nodes=[
                Neighbour(**NodeName.of(node).model_dump(), hops=hops)
                for node, hops in found.nodes.values()
            ],
            edges=[ToldEdge.of(each) for each in found.edges],
            truncated=found.truncated,
        )


class SentPredicate(Strict):
    """A predicate as it is to be."""

    name: PredicateName
    label: Label
    inverse_label: Annotated[str, Field(max_length=80)] = ""
    cardinality: Literal["many", "functional", "inverse_functional", "one_to_one"] = (
        "many"
    )
    value_kind: Literal["node", "number", "date", "text", "bool"] = "node"
    aliases: Annotated[list[Label], Field(max_length=50)] = Field(default_factory=list)
    negates: Annotated[str, Field(max_length=60)] | None = None
    half_life_days: Annotated[Count, Field(ge=1)] | None = None

    def entry(self) -> PredicateEntry:
        """As the action takes it."""
        return PredicateEntry(**{**dict(self), "aliases": tuple(self.aliases)})


class ToldPredicate(BaseModel):
    """A predicate as it is."""

    id: UUID
    name: str
    label: str
    inverse_label: str
    cardinality: str
    value_kind: str
    aliases: list[str]
    negates: str | None
    half_life_days: int | None

    @classmethod
    def of(cls, row: Predicate) -> Self:
        """From its row, with the predicate that it negates."""
        return cls(
            id=row.uid,
            name=row.name,
            label=row.label,
            inverse_label=row.inverse_label,
            cardinality=row.cardinality,
            value_kind=row.value_kind,
            aliases=row.aliases,
            negates=row.negates.name if row.negates else None,
            half_life_days=row.half_life_days,
        )
