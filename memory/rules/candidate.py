"""Candidate claims: what an agent, a model or the rules propose for the store."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from memory.rules.values import Value

CLAIM_TYPES = frozenset(
    {"relation", "attribute", "quantity", "event", "causal", "preference", "summary"}
)


@dataclass(frozen=True)
class NodeName:
    """A node named by kind and external id; it need not exist yet."""

    kind: str
    id: str


@dataclass(frozen=True)
class Quote:
    """A support on an observation, named by its ref in the episode or by its uid.

    Without words or span the whole text is quoted. `span` counts characters.
    """

    observation: str
    words: str | None = None
    span: tuple[int, int] | None = None


@dataclass(frozen=True)
class Premise:
    """A support on a claim that the store knows."""

    claim: UUID


@dataclass(frozen=True)
class Conclusion:
    """A support on an earlier candidate of the same episode."""

    ref: str


type SupportName = Quote | Premise | Conclusion


@dataclass(frozen=True)
class Candidate:
    """One proposed derivation of a claim, before anything was checked."""

    position: int
    subject: NodeName | UUID
    predicate: str
    target: NodeName | UUID | Value
    kappa: float
    supports: tuple[SupportName, ...]
    text: str = ""
    ref: str = ""
    type: str = ""
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    valid_from: datetime.datetime | None = None
    valid_to: datetime.datetime | None = None

    @property
    def rests_on_claims(self) -> bool:
        """Whether a support is a claim, of the store or of the same episode."""
        return any(not isinstance(support, Quote) for support in self.supports)


@dataclass(frozen=True)
class Malformed:
    """A proposal that is no candidate: what was said instead, and why it is none."""

    position: int
    reason: str
    text: str
    detail: str
    raw: str = ""
