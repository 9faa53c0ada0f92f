"""A clause: one finite verb with its subject, objects and context."""

from dataclasses import dataclass, field

from memory.distillers.rules.phrase import NounPhrase, VerbGroup


@dataclass(frozen=True, slots=True)
class Linked:
    """Phrases after a preposition: "in the basement", "of butter and milk"."""

    preposition: str
    phrases: tuple[NounPhrase, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """How a clause is held: asserted, thought, said by somebody, or supposed."""

    attributed_to: str | None = None
    hedged: bool = False
    supposed: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """One finite verb with everything that belongs to it."""

    subjects: tuple[NounPhrase, ...]
    verb: VerbGroup
    objects: tuple[NounPhrase, ...] = ()
    linked: tuple[Linked, ...] = ()
    complete: bool = True
    closed: bool = True
    opening: bool = False
    relative: bool = False
    shared: bool = False
    dimension: str = ""
    context: Context = field(default_factory=Context)

    @property
    def end(self) -> int:
        """Where its last phrase ends."""
        ends = [o.end for o in self.objects]
        ends += [p.end for link in self.linked for p in link.phrases]
        return max([self.verb.end, *ends])
