"""Names a noun phrase's entity, its owner and what a pronoun stands for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.distillers.proposal import Entity, Span
from memory.distillers.rules import words as w
from memory.distillers.rules.phrase import NounPhrase
from memory.distillers.rules.word import Tag, Word, is_tag
from memory.distillers.rules.words import listed

MAX_NAME = 80
"""A longer name is a sentence that was misread."""


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity as mentioned; `span` shows where, if outside the sentence."""

    entity: Entity
    start: int
    end: int
    by_pronoun: bool = False
    plural: bool = False
    generic: bool = False
    span: Span | None = None


_GENERIC_ONLY = listed(
    "one ones rest thing things way lot number kind type part something case fact"
    " reason result example"
)

_KNOWN_OWNER = w.POSSESSIVES - {"my", "our", "your"}


def mention_of(
    phrase: NounPhrase, text: str, *, quantified: bool = False
) -> Mention | None:
    """The entity that a phrase names by itself, or None for pronouns and times.

    `quantified` keeps "most" and "some" in the name, which a subject needs: what
    holds of most pumps does not hold of pumps.
    """
    if phrase.is_pronoun or phrase.head.tag is Tag.DATE:
        return None
    if phrase.head.tag is Tag.NODE and isinstance(phrase.head.payload, Entity):
        return Mention(phrase.head.payload, phrase.head.start, phrase.head.end)
    words = _naming(phrase)
    if not words or (words[-1].low in _GENERIC_ONLY and len(words) == 1):
        return None
    if len(words) == 1 and words[0].tag is Tag.ADJECTIVE and not phrase.determiner:
        return None
    return _named(phrase, words, text, quantified=quantified)


def _naming(phrase: NounPhrase) -> Sequence[Word]:
    """The words of the name; a tag stands alone even after "pump"."""
    head = phrase.head
    if is_tag(head.text) and not phrase.of:
        return (head,)
    return phrase.words


def _named(
    phrase: NounPhrase, words: Sequence[Word], text: str, *, quantified: bool
) -> Mention | None:
    start, end = words[0].start, phrase.end
    bare = phrase.determiner in w.STRIPPED
    if not bare and (quantified or not phrase.determiner) and words is phrase.words:
        start = phrase.start
    name = " ".join(text[start:end].split())
    if len(name) > MAX_NAME or not any(c.isalpha() for c in name):
        return None
    kind = "tag" if is_tag(name) else "thing"
    return Mention(
        Entity(kind, name),
        start,
        end,
        plural=phrase.is_plural,
        generic=phrase.head.text[:1].islower(),
    )


@dataclass(slots=True)
class Antecedents:
    """The subject last named, which a following pronoun is taken to mean."""

    singular: Mention | None = None
    plural: Mention | None = None
    person: Mention | None = None
    fresh: bool = False

    def next_sentence(self) -> None:
        """Forget the subjects that the sentence just read did not take up."""
        if not self.fresh:
            self.forget()
        self.fresh = False

    def forget(self) -> None:
        """Be sure of no subject any more."""
        self.singular = self.plural = self.person = None

    def remember(self, mention: Mention, sentence: Span) -> None:
        """Keep a subject for the sentences after it."""
        self.fresh = True
        kept = replace(mention, span=mention.span or sentence)
        capital = not mention.generic
        if mention.plural or capital:
            self.plural = kept
        if not mention.plural or capital:
            self.singular = kept
        if _may_be_person(mention):
            self.person = kept

    def meant_by(self, pronoun: str) -> Mention | None:
        """The subject that a pronoun or possessive stands for, if there is one."""
        found: Mention | None = None
        if pronoun in w.NEUTRAL | {"its"}:
            found = self.singular
        elif pronoun in w.PERSONAL | {"his", "her"}:
            found = self.person
        elif pronoun in w.PLURAL_PRONOUNS | {"their"}:
            found = self.plural
        return replace(found, by_pronoun=True) if found else None


def _may_be_person(mention: Mention) -> bool:
    """A name, or an abbreviated patient: capitals without digits."""
    name = mention.entity.id
    capitals = all(word[0].isupper() for word in name.split())
    return capitals and not any(c.isdigit() for c in name)


def owner_of(
    phrase: NounPhrase, text: str, antecedents: Antecedents
) -> tuple[Mention, str] | None:
    """Who has what in "V-12's level", "its level", "the level of V-12"."""
    if phrase.of is not None:
        owner = mention_of(phrase.of, text)
        return (owner, _noun(phrase.words)) if owner else None
    if phrase.owner is not None:
        owner = mention_of(phrase.owner, text)
        rest = phrase.words[len(phrase.owner.words) + 1 :]
        return (owner, _noun(rest)) if owner and rest else None
    if phrase.determiner in _KNOWN_OWNER:
        owner = antecedents.meant_by(phrase.determiner)
        return (owner, _noun(phrase.words)) if owner else None
    return _leading_tag(phrase)


def _leading_tag(phrase: NounPhrase) -> tuple[Mention, str] | None:
    """ "P-101A discharge pressure": the tag has the rest."""
    first, rest = phrase.words[0], phrase.words[1:]
    if not rest or not all(word.tag is Tag.NOUN for word in rest):
        return None
    if first.tag is Tag.NODE and isinstance(first.payload, Entity):
        return Mention(first.payload, first.start, first.end), _noun(rest)
    if is_tag(first.text):
        return Mention(Entity("tag", first.text), first.start, first.end), _noun(rest)
    return None


def _noun(words: Sequence[Word]) -> str:
    return " ".join(word.low for word in words[-3:])
