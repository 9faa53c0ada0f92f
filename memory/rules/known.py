"""What the validator is told about the store."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from uuid import UUID


@dataclass(frozen=True)
class KnownObservation:
    """An observation that a support may name; `text` is None once it is gone."""

    id: int
    text: str | None
    live: bool


@dataclass(frozen=True)
class KnownClaim:
    """A claim that a support may name; `numbers` are what its statement holds."""

    id: int
    stands: bool
    numbers: tuple[Decimal, ...] = ()


@dataclass(frozen=True)
class KnownPredicate:
    """A predicate under its name; aliases map to the same entry.

    `denies` tells that it is the negation of another one.
    """

    name: str
    value_kind: str
    denies: bool = False


@dataclass(frozen=True)
class Known:
    """What the store knows of the things an episode's candidates name.

    `observations` by ref in this episode and by uid; `predicates` by casefolded
    name and alias; `nodes` the uids that exist here; `refused` the statements that
    a person rejected or retired; `echoes` says by position of what the gate told a
    candidate rests on.
    """

    workspace: UUID
    observations: Mapping[str, KnownObservation] = field(default_factory=dict)
    claims: Mapping[UUID, KnownClaim] = field(default_factory=dict)
    predicates: Mapping[str, KnownPredicate] = field(default_factory=dict)
    nodes: frozenset[UUID] = frozenset()
    refused: frozenset[UUID] = frozenset()
    echoes: Mapping[int, str] = field(default_factory=dict)
