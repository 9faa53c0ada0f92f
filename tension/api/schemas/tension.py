"""Tensions as they are sent and told."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import (
    BaseModel,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    model_validator,
)

from memory.api.kinds import Count, Note, Statement, Strict, Time, Uid, refuse
from memory.api.schemas.statement import (
    BRANCH,
    OBJECT,
    TEXT,
    AnyNode,
    NamedNode,
    either,
)
from memory.models import Workspace
from memory.rules.identity import node_uid
from tension.actions.raise_tension import Stated
from tension.actions.surface import Shown
from tension.actions.triage import Triage
from tension.models import Anchor, Entry, Tension

KindName = Literal["contradiction", "question", "hypothesis", "abstraction"]
StateName = Literal["open", "snoozed", "merged", "answered", "dropped"]
VerbName = Literal[
    "keep", "merge", "snooze", "link", "answer", "drop", "escalate", "assign", "undo"
]
Why = Annotated[str, StringConstraints(max_length=4000)]


class NamedClaim(Strict):
    """A claim, named by its id."""

    claim: Uid


def branch(value: Any) -> str:
    """Which branch a name takes: an id, an object that names a claim, or a node."""
    named = isinstance(value, Mapping) and "claim" in value
    is_claim = named or isinstance(value, NamedClaim)
    return f"{BRANCH}claim" if is_claim else either(value)


Named = Annotated[
    Annotated[Uid, TEXT]
    | Annotated[NamedClaim, Tag(f"{BRANCH}claim")]
    | Annotated[NamedNode, OBJECT],
    Discriminator(branch),
]
"""A node by its id or by kind and external id, or a claim by its id."""


class SentTension(Strict):
    """What is unresolved, and the nodes and claims that it is about."""

    kind: KindName
    text: Statement
    why: Why = ""
    about: list[Named] = Field(default_factory=list, max_length=50)

    def read(self, workspace: Workspace) -> Stated:
        """As the action takes it."""
        return Stated(
            kind=self.kind,
            statement=self.text,
            why=self.why,
            nodes=nodes_named(workspace, self.about),
            claims=[each.claim for each in self.about if isinstance(each, NamedClaim)],
        )


class SentSurface(Strict):
    """The nodes whose neighbourhood is asked about; without any, all open tensions."""

    nodes: list[AnyNode] = Field(default_factory=list, max_length=200)
    k: Annotated[Count, Field(ge=1, le=50)] = 3


class SentTriage(Strict):
    """A verb on the version of a tension that the person saw."""

    version: Count
    action: VerbName
    until: Time | None = None
    until_new_material: bool = False
    into: Uid | None = None
    claim: Uid | None = None
    owner: Uid | None = None
    note: Note | None = None

    @model_validator(mode="after")
    def complete(self) -> Self:
        """What a verb is about is named with it."""
        needed = {"merge": "into", "link": "claim", "answer": "claim",
                  "assign": "owner"}.get(self.action)  # fmt: skip
        if needed is not None and getattr(self, needed) is None:
            raise refuse("missing", f"To {self.action}, name it.", needed)
        return self

    def read(self) -> Triage:
        """As the action takes it."""
        return Triage(
            verb=self.action,
            version=self.version,
            note=self.note or "",
            until=self.until,
            until_material=self.until_new_material,
            into=self.into,
            claim=self.claim,
            owner=self.owner,
        )


def nodes_named(workspace: Workspace, names: Sequence[Any]) -> list[UUID]:
    """The ids of those names that are nodes'."""
    return [
        node_uid(workspace=workspace.uid, kind=each.kind, external_id=each.id)
        if isinstance(each, NamedNode)
        else each
        for each in names
        if isinstance(each, NamedNode | UUID)
    ]


class ToldAnchor(BaseModel):
    """What a tension is about: a node, or a claim with one of its ends."""

    node: UUID
    kind: str
    external_id: str
    name: str
    claim: UUID | None

    @classmethod
    def of(cls, anchor: Anchor) -> Self:
        """From its row."""
        return cls(
            node=anchor.node.uid,
            kind=anchor.node.kind,
            external_id=anchor.node.external_id,
            name=str(anchor.node),
            claim=anchor.claim.uid if anchor.claim else None,
        )


class ToldTension(BaseModel):
    """A tension; `version` is what a triage names."""

    id: UUID
    kind: KindName
    text: str
    why: str
    about: list[ToldAnchor]
    origin: str
    origin_id: UUID | None
    episode: UUID | None
    state: StateName
    weight: int
    version: int
    raised_at: datetime.datetime
    until: datetime.datetime | None
    until_new_material: bool
    into: UUID | None
    answer: UUID | None
    owner: str | None
    escalated: bool
    surfaced_at: datetime.datetime | None
    times_surfaced: int
    new_collisions: int

    @classmethod
    def of(cls, row: Any) -> Self:
        """From its row, as the list's query annotates it."""
        return cls(**_told(row))


def _told(row: Any) -> dict[str, Any]:
    return {
        "id": row.uid,
        "kind": row.kind,
        "text": row.statement,
        "why": row.why,
        "about": [ToldAnchor.of(each) for each in row.anchors.all()],
        "origin": row.origin,
        "origin_id": row.origin_uid,
        "episode": row.episode.uid if row.episode else None,
        "state": row.state,
        "weight": row.weight,
        "version": row.version,
        "raised_at": row.raised_at,
        "until": row.snoozed_until,
        "until_new_material": row.until_material,
        "into": row.into.uid if row.into else None,
        "answer": row.answer.uid if row.answer else None,
        "owner": row.owner.name if row.owner else None,
        "escalated": row.escalated,
        "surfaced_at": row.surfaced_at,
        "times_surfaced": row.times_surfaced,
        "new_collisions": row.new_collisions,
    }


class ToldEntry(BaseModel):
    """One act on a tension."""

    act: str
    by: str
    at: datetime.datetime
    note: str
    version: int
    state: str

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """From its row."""
        author = entry.by_member or entry.by_agent
        words = getattr(entry, "words", None)
        return cls(
            act=entry.act,
            by=author.name if author else entry.policy,
            at=entry.at,
            note=words.text if words else "",
            version=entry.version,
            state=entry.after["state"],
        )


class ToldSurfacing(BaseModel):
    """One return of a tension: to whom, when and why."""

    context: str
    at: datetime.datetime
    why: str


class WholeTension(ToldTension):
    """A tension with its history, the latest surfacings, and what says the same."""

    history: list[ToldEntry]
    surfacings: list[ToldSurfacing]
    findings: list[UUID]
    near_identical: list[UUID]
    spans: list[UUID]

    @classmethod
    def whole(cls, row: Tension, **parts: Any) -> Self:
        """From its row and what belongs to it."""
        return cls(**_told(row), **parts)


class ToldShown(BaseModel):
    """A tension that was surfaced, and why."""

    tension: UUID
    kind: KindName
    text: str
    why: str

    @classmethod
    def of(cls, shown: Shown) -> Self:
        """From what the action showed."""
        row = shown.tension
        return cls(tension=row.uid, kind=row.kind, text=row.statement, why=shown.why)


class ToldSurfaced(BaseModel):
    """What was surfaced, whose turn it was first first."""

    items: list[ToldShown]


class StaleTensionReply(BaseModel):
    """Somebody else has decided since; `current` is how the tension is now."""

    code: str = "stale_version"
    message: str
    field: str = "version"
    hint: str
    current: ToldTension
