"""Tagged words and the classes they fall into."""

import re
from dataclasses import dataclass
from enum import StrEnum

from memory.distillers.proposal import Entity
from memory.distillers.rules.verbs import Form
from memory.rules.values import Date, Number, Text


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity's value, with the word that loosens it and whether it is a change."""

    value: Number | Text
    qualifier: str = ""
    is_change: bool = False

    @property
    def unit(self) -> str:
        """The unit as written, "" for a bare number; a range counts as its own."""
        return self.value.unit if isinstance(self.value, Number) else "range"


type Payload = Entity | Measure | Date | Text | None


class Tag(StrEnum):
    """The classes that the phrase rules know."""

    ADJECTIVE = "adjective"
    ADVERB = "adverb"
    BE = "be"
    CONDITION = "condition"
    CONJUNCTION = "conjunction"
    DATE = "date"
    DETERMINER = "determiner"
    DO = "do"
    GERUND = "gerund"
    HAVE = "have"
    IDENTIFIER = "identifier"
    MODAL = "modal"
    NAME = "name"
    NODE = "node"
    NOT = "not"
    NOUN = "noun"
    PARTICIPLE = "participle"
    POSSESSIVE = "possessive"
    PREPOSITION = "preposition"
    PRONOUN = "pronoun"
    QUANTITY = "quantity"
    RELATIVE = "relative"
    SIGN = "sign"
    SUBORDINATOR = "subordinator"
    VERB = "verb"


NOMINAL = frozenset(
    {Tag.NOUN, Tag.NAME, Tag.IDENTIFIER, Tag.NODE, Tag.ADJECTIVE, Tag.QUANTITY}
)

_IDENTIFIER = re.compile(r"(?=.*[\d_.A-Z/])(?=.*[^\W\d_])\w[\w./\-\u2010-\u2013]*")

_TAG = re.compile(r"[A-Z]{1,6}[-\u2010-\u2013]?\d[\w./\-\u2010-\u2013]*")


@dataclass(frozen=True, slots=True)
class Word:
    """A token, or the tokens of one node, date or quantity, with its class.

    `low` is the text in lower case.
    """

    text: str
    start: int
    end: int
    low: str
    tag: Tag
    lemma: str = ""
    form: Form | None = None
    payload: Payload = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch recognised beforehand, taken as one word."""

    start: int
    end: int
    tag: Tag
    payload: Payload


def is_tag(text: str) -> bool:
    """Whether the text is an equipment-like tag: capitals followed by digits."""
    return _TAG.fullmatch(text) is not None


def is_identifier(text: str) -> bool:
    """Whether letters mix with digits, dots, strokes or inner capitals."""
    inner = text[1:]
    if text.isalpha():
        return any(c.isupper() for c in inner)
    return _IDENTIFIER.fullmatch(text) is not None
