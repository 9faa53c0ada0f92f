"""The names a workspace already uses: its predicates and its nodes."""

from dataclasses import dataclass

from memory.distillers.proposal import Entity
from memory.rules.predicates import SEED_PREDICATES


@dataclass(frozen=True, slots=True)
class KnownPredicate:
    """A predicate of the workspace; labels and aliases are phrases to look for."""

    name: str
    label: str
    inverse_label: str = ""
    aliases: tuple[str, ...] = ()
    value_kind: str = "node"
    negates: str | None = None


@dataclass(frozen=True, slots=True)
class KnownNode:
    """A node of the workspace with the names people write for it."""

    kind: str
    id: str
    name: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def entity(self) -> Entity:
        """The node as a proposal names it."""
        return Entity(self.kind, self.id)

    @property
    def names(self) -> tuple[str, ...]:
        """Every non-empty way to write the node."""
        return tuple(n for n in (self.id, self.name, *self.aliases) if n.strip())


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What is known before reading; an empty one is allowed."""

    predicates: tuple[KnownPredicate, ...] = ()
    nodes: tuple[KnownNode, ...] = ()


SEED_LEXICON = Lexicon(
    tuple(
        KnownPredicate(
            p.name, p.label, p.inverse_label, p.aliases, p.value_kind, p.negates
        )
        for p in SEED_PREDICATES
    )
)
"""The lexicon of a workspace that has only the seeded predicates."""
