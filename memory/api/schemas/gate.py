"""Passages through the gate as they are sent and told."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Self
from uuid import UUID

from pydantic import BaseModel, Field, StringConstraints

from memory.actions.pass_gate import Passed
from memory.api.kinds import Count, Passage, Strict, Uid
from memory.api.schemas.finding import ToldFinding
from memory.api.schemas.served import Served, ServedSource, Withheld
from memory.api.schemas.statement import AnyNode, NamedNode
from memory.classifier.quantity import MAX_TEXT
from memory.models import Receipt, ReceiptText
from memory.queries.receipts import ReceiptView
from memory.rules.candidate import NodeName
from memory.rules.mark import mark

MOST_NODES = 50


class SentTask(Strict):
    """What is being worked on: nodes of the graph, and the episode it is part of."""

    nodes: Annotated[list[AnyNode], Field(max_length=MOST_NODES)] = Field(
        default_factory=list
    )
    episode: Uid | None = None


class SentMessage(Strict):
    """A message before it goes out; `k` is how many claims are served at most."""

    message: Annotated[Passage, StringConstraints(max_length=MAX_TEXT)]
    task: SentTask = Field(default_factory=SentTask)
    k: Annotated[Count, Field(ge=1, le=50)] = 12

    def nodes(self) -> list[UUID | NodeName]:
        """The nodes that the task names."""
        return [
            NodeName(each.kind, each.id) if isinstance(each, NamedNode) else each
            for each in self.task.nodes
        ]


class RawLens(BaseModel):
    """How the lens on the message itself ran; `lesser` says why not as it should."""

    form: str
    found: int
    lesser: str | None


class ReframeLens(RawLens):
    """The neutral reframe; `query` is what was looked for."""

    query: str


class SubgraphLens(RawLens):
    """The task's subgraph; `roots` are the nodes where it was entered."""

    roots: list[UUID]


class Lenses(BaseModel):
    """All three, on every call."""

    raw: RawLens
    reframe: ReframeLens
    subgraph: SubgraphLens

    @classmethod
    def of(
        cls, kept: Mapping[str, Mapping[str, Any]], query: str, roots: list[UUID]
    ) -> Self:
        """From what a receipt keeps of them."""
        plain = {
            name: dict(each) | {"lesser": each["lesser"] or None}
            for name, each in kept.items()
        }
        return cls(
            raw=RawLens(**plain["raw"]),
            reframe=ReframeLens(**plain["reframe"], query=query),
            subgraph=SubgraphLens(**plain["subgraph"], roots=roots),
        )


class SurfacedTension(BaseModel):
    """A tension that was surfaced with the answer, and why."""

    id: UUID
    kind: str
    text: str
    why: str


class ToldPassage(BaseModel):
    """What an agent is told; `degraded` names lenses that did not run as they should.

    `mark` stands at the end of every text; `references` are vetted sources on the same
    nodes as what was served unvetted.
    """

    receipt: UUID
    mark: str
    context: list[Served]
    withheld: list[Withheld]
    references: list[ServedSource]
    lenses: Lenses
    tensions: list[SurfacedTension]
    findings: list[ToldFinding]
    degraded: list[str]

    @classmethod
    def of(cls, passed: Passed) -> Self:
        """From what the gate has just told."""
        stood = [(x, passed.standings[x.claim_id]) for x in passed.lines]
        roots = list(passed.roots.values())
        return cls(
            context=[Served.of(x, now, now.text) for x, now in stood if x.served],
            withheld=[
                Withheld.of(x, now, now.text) for x, now in stood if not x.served
            ],
            references=[ServedSource.of(each) for each in passed.references],
            **_around(passed.receipt, passed.words, roots),
        )


class Fallen(BaseModel):
    """A claim that was served and may not be believed any longer."""

    claim: UUID
    status: str


class ToldReceipt(ToldPassage):
    """A receipt: what was told then, and what of it has fallen since.

    `message` is null once it was erased.
    """

    at: datetime.datetime
    message: str | None
    agent: str | None
    member: str | None
    k: int
    trial: bool
    fallen: list[Fallen]

    @classmethod
    def of_view(cls, view: ReceiptView) -> Self:
        """From what is kept of a passage, and how its claims stand now."""
        row = view.receipt
        return cls(
            context=[Served.of(x.line, x.now, x.text) for x in view.served],
            withheld=[Withheld.of(x.line, x.now, x.text) for x in view.withheld],
            references=[ServedSource.of(each) for each in view.references],
            **_around(row, row.words, [node.uid for node in view.roots]),
            at=row.at,
            message=row.words.message,
            agent=row.agent.name if row.agent else None,
            member=row.member.name if row.member else None,
            k=row.k,
            trial=row.trial,
            fallen=[
                Fallen(claim=x.line.claim.uid, status=x.now.status.value)
                for x in view.lines
                if x.fallen
            ],
        )


def _around(row: Receipt, words: ReceiptText, roots: Iterable[UUID]) -> dict[str, Any]:
    """What a reply says beside its claims."""
    return {
        "receipt": row.uid,
        "mark": mark(row.uid),
        "lenses": Lenses.of(row.lenses, words.reframe, list(roots)),
        "tensions": [SurfacedTension(**each) for each in words.tensions],
        "findings": [ToldFinding(**each) for each in words.findings],
        "degraded": row.degraded,
    }
