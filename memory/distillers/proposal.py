"""What a distiller proposes; nothing here is believed before it is validated."""

from collections.abc import Mapping
from dataclasses import dataclass

from memory.rules.values import Value


@dataclass(frozen=True, slots=True)
class ObservationText:
    """One observation of the episode, by its id."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start:end` of an observation's text, counted in code points."""

    observation: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Entity:
    """A node as the text names it: the id is verbatim, not yet normalised."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A claim offered to the validator.

    `predicate` is written as it stands: of a negated statement it is already the
    negation. `known` is false when no predicate of the lexicon said it, so that it
    is offered to curators. `text` is verbatim from the first observation of
    `spans`; every number and identifier of the claim occurs in one of the spans.
    """

    subject: Entity
    predicate: str
    target: Entity | Value
    kappa: float
    spans: tuple[Span, ...]
    text: str
    negated: bool
    qualifiers: Mapping[str, str]
    claim_type: str
    attributed_to: str | None
    known: bool


@dataclass(frozen=True, slots=True)
class ResidueProposal:
    """A question that the episode leaves open, with the entities it is about."""

    kind: str
    text: str
    span: Span
    about: tuple[Entity, ...]


@dataclass(frozen=True, slots=True)
class Distillation:
    """Everything read from one episode, in the order of the text."""

    proposals: tuple[Proposal, ...]
    residue: tuple[ResidueProposal, ...]
