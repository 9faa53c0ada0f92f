"""What a claim states and rests on, as it is sent."""

import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import Discriminator, Field, Tag, model_validator

from memory.api.kinds import (
    Day,
    Exact,
    Kappa,
    Kind,
    Passage,
    Ref,
    Statement,
    Strict,
    Time,
    Uid,
    refuse,
)
from memory.rules.candidate import NodeName
from memory.rules.declared import read_value
from memory.rules.edit import Edit
from memory.rules.spelling import IdentityRefused, normalise
from memory.rules.values import Value

ClaimTypeName = Literal[
    "relation", "attribute", "quantity", "event", "causal", "preference", "summary"
]
MAX_SUPPORTS = 1000
MAX_QUALIFIERS = 20
# Branches of a union carry this sign, so that paths can leave them out.
BRANCH = "|"


def either(value: Any) -> str:
    """Which branch a value takes that is a text or an object."""
    return f"{BRANCH}text" if isinstance(value, str | UUID) else f"{BRANCH}object"


TEXT = Tag(f"{BRANCH}text")
OBJECT = Tag(f"{BRANCH}object")
EITHER = Discriminator(either)


class NamedNode(Strict):
    """A node named by its kind and the id that it has in the world."""

    kind: Kind
    id: Ref

    @model_validator(mode="after")
    def spell(self) -> Self:
        """The id must fold into something under the rule of its kind."""
        try:
            normalise(self.kind, self.id)
        except IdentityRefused as no:
            raise refuse(no.code, f"{str(no).capitalize()}.") from None
        return self


AnyNode = Annotated[Annotated[Uid, TEXT] | Annotated[NamedNode, OBJECT], EITHER]
"""A node named by its id here, or by kind and external id."""


class StatedValue(Strict):
    """A value: exactly one of number, date, text and bool."""

    number: Exact | None = None
    unit: Annotated[str, Field(max_length=60)] = ""
    date: Day | None = None
    text: Annotated[Statement, Field(max_length=2000)] | None = None
    flag: bool | None = Field(default=None, alias="bool")

    @model_validator(mode="after")
    def one(self) -> Self:
        """Exactly one part is given, and only a number has a unit."""
        given = [self.number, self.date, self.text, self.flag]
        if given.count(None) != 3 or (self.unit and self.number is None):
            raise refuse("one_of", "A value is one of number, date, text and bool.")
        return self

    def read(self) -> Value:
        """As the rules know it."""
        return read_value(self.model_dump(mode="json", by_alias=True))


class NamedSupport(Strict):
    """A support: a quoted observation, a claim, or an earlier conclusion."""

    observation: Ref | None = None
    quote: Annotated[Statement, Field(max_length=20_000)] | None = None
    claim: Uid | None = None
    conclusion: Ref | None = None

    @model_validator(mode="after")
    def one(self) -> Self:
        """Exactly one thing is named, and only an observation is quoted."""
        given = [self.observation, self.claim, self.conclusion]
        if given.count(None) == 2 and not (self.quote and self.observation is None):
            return self
        raise refuse("one_of", "A support is an observation, claim or conclusion.")


AnySupport = Annotated[Annotated[Ref, TEXT] | Annotated[NamedSupport, OBJECT], EITHER]
Qualifiers = Annotated[dict[Ref, Ref], Field(max_length=MAX_QUALIFIERS)]
Supports = Annotated[list[AnySupport], Field(max_length=MAX_SUPPORTS, fail_fast=True)]


class Stated(Strict):
    """A statement with what it rests on."""

    subject: AnyNode
    predicate: Ref
    object: AnyNode | None = None
    value: StatedValue | None = None
    confidence: Kappa
    supports: Supports
    text: Statement | None = None
    type: ClaimTypeName | None = None
    qualifiers: Qualifiers = Field(default_factory=dict)
    valid_from: Time | None = None
    valid_to: Time | None = None

    @model_validator(mode="after")
    def whole(self) -> Self:
        """It has an object or a value, and its validity is in order."""
        if (self.object is None) == (self.value is None):
            raise refuse("one_of", "A statement has an object or a value.")
        check_order(self.valid_from, self.valid_to, "valid_to")
        return self

    def kept(self) -> dict[str, Any]:
        """As the log keeps it: numbers as decimal texts, times as RFC 3339."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class Conclusion(Stated):
    """A statement that an episode declares; later ones may rest on its ref."""

    ref: Ref | None = None


class Assertion(Stated):
    """A statement made outside any episode; a testimony becomes its support."""

    supports: Supports = Field(default_factory=list)
    testimony: Passage | None = None


class Change(Strict):
    """What a curator changes about a claim; what is absent stays as it is."""

    text: Statement | None = None
    object: AnyNode | None = None
    value: StatedValue | None = None
    valid_from: Time | None = None
    valid_to: Time | None = None
    confidence: Kappa | None = None
    qualifiers: Qualifiers | None = None
    derivation: Uid | None = None

    @model_validator(mode="after")
    def whole(self) -> Self:
        """Not both an object and a value; the validity is in order."""
        if self.object is not None and self.value is not None:
            raise refuse("one_of", "A statement has an object or a value.")
        check_order(self.valid_from, self.valid_to, "valid_to")
        return self

    def read(self) -> Edit:
        """As the rules know it."""
        return Edit(
            text=self.text,
            target=self.value.read() if self.value else named_node(self.object),
            valid_from=self.valid_from,
            valid_to=self.valid_to,
            kappa=None if self.confidence is None else float(self.confidence),
            qualifiers=self.qualifiers,
            derivation=self.derivation,
        )


def named_node(node: UUID | NamedNode | None) -> UUID | NodeName | None:
    """A named node as the rules know it."""
    return NodeName(node.kind, node.id) if isinstance(node, NamedNode) else node


def check_order(
    earlier: datetime.datetime | None, later: datetime.datetime | None, field: str
) -> None:
    """Refuse an interval that ends before it begins."""
    if earlier and later and later < earlier:
        raise refuse("range", "It ends before it begins.", field)
