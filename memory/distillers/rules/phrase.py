"""The chunks a sentence is cut into: noun phrases, verb groups and joints."""

from dataclasses import dataclass
from enum import StrEnum

from memory.distillers.rules import words as w
from memory.distillers.rules.word import Tag, Word


class Voice(StrEnum):
    """What a verb group does with its subject."""

    ACTIVE = "active"
    PASSIVE = "passive"
    COPULA = "copula"
    POSSESSION = "possession"
    LOOSE = "loose"


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """Words of one phrase; `of` is the phrase after "of", `owner` who has it."""

    words: tuple[Word, ...]
    determiner: str = ""
    owner: "NounPhrase | None" = None
    of: "NounPhrase | None" = None
    start: int = 0
    gerund: bool = False

    @property
    def head(self) -> Word:
        """The last word, which says what kind of thing it is."""
        return self.words[-1]

    @property
    def end(self) -> int:
        """Where the phrase ends, what follows "of" included."""
        return self.of.end if self.of else self.head.end

    @property
    def is_pronoun(self) -> bool:
        """Whether it stands for something named elsewhere."""
        return self.head.tag is Tag.PRONOUN

    @property
    def is_plural(self) -> bool:
        """Whether the phrase looks plural."""
        if self.determiner in w.PLURAL_DETERMINERS:
            return True
        return self.head.tag is Tag.NOUN and w.is_plural(self.head.low)


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """A verb with its auxiliaries; LOOSE ones have no subject of their own."""

    lemma: str
    voice: Voice
    start: int
    end: int
    negated: bool = False
    modal: str = ""
    hedged: bool = False
    present: bool = False
    progressive: bool = False
    perfect: bool = False
    bare_past: bool = False


@dataclass(frozen=True, slots=True)
class Joint:
    """Whatever stands between phrases: a preposition, a comma, a conjunction."""

    tag: Tag
    low: str
    start: int
    end: int


type Chunk = NounPhrase | VerbGroup | Joint
