"""Words of a sentence with their class; verbs are told from nouns by neighbours."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from memory.distillers.proposal import Entity
from memory.distillers.rules import words as w
from memory.distillers.rules.text import Token
from memory.distillers.rules.verbs import (
    Form,
    guess_lemma,
    guess_participle,
    lemma_in_form,
    verb_readings,
)
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
_SCORE = re.compile(r"\d+(?:[:\-\u2010-\u2013]\d+)+")
_TAG = re.compile(r"[A-Z]{1,6}[-\u2010-\u2013]?\d[\w./\-\u2010-\u2013]*")


@dataclass(frozen=True, slots=True)
class Word:
    """A token, or the tokens of one node, date or quantity, with its class."""

    text: str
    start: int
    end: int
    tag: Tag
    lemma: str = ""
    form: Form | None = None
    payload: Payload = None

    @property
    def low(self) -> str:
        """The word in lower case."""
        return self.text.lower()


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


def tagged(text: str, tokens: Sequence[Token], marks: Iterable[Mark]) -> list[Word]:
    """Give every word its class, left to right.

    A mark counts only where it begins and ends with a token, so that no mark cuts
    an identifier apart.
    """
    raw = list(_with_marks(text, tokens, marks))
    done: list[Word] = []
    for index, word in enumerate(raw):
        after = raw[index + 1] if index + 1 < len(raw) else None
        done.append(_placed(word, done, after))
    return done


def _with_marks(
    text: str, tokens: Sequence[Token], marks: Iterable[Mark]
) -> Iterator[Word]:
    starts = {m.start: m for m in marks}
    ends = {t.end for t in tokens}
    reached = 0
    for position, token in enumerate(tokens):
        mark = starts.get(token.start)
        if token.start < reached:
            continue
        if mark and mark.end in ends:
            reached = mark.end
            piece = text[mark.start : mark.end]
            yield Word(piece, mark.start, mark.end, mark.tag, payload=mark.payload)
        else:
            yield _classed(token, first=position == 0)


_BY_WORD: dict[str, Tag] = {
    **dict.fromkeys(w.PREPOSITIONS, Tag.PREPOSITION),
    **dict.fromkeys(w.SUBORDINATORS, Tag.SUBORDINATOR),
    **dict.fromkeys(w.CONDITIONS, Tag.CONDITION),
    **dict.fromkeys(w.DETERMINERS, Tag.DETERMINER),
    **dict.fromkeys(w.RELATIVES, Tag.RELATIVE),
    **dict.fromkeys(w.PRONOUNS, Tag.PRONOUN),
    **dict.fromkeys(w.COORDINATORS, Tag.CONJUNCTION),
    **dict.fromkeys(w.NEGATIONS, Tag.NOT),
    **dict.fromkeys(w.BE, Tag.BE),
    **dict.fromkeys(w.HAVE, Tag.HAVE),
    **dict.fromkeys(w.DO, Tag.DO),
    **dict.fromkeys(w.MODALS, Tag.MODAL),
    "'s": Tag.POSSESSIVE,
    "’s": Tag.POSSESSIVE,
    "since": Tag.PREPOSITION,
}
_SINGLE_LETTER_NAMES = frozenset({"A", "I"})


def _classed(token: Token, *, first: bool) -> Word:
    return Word(token.text, token.start, token.end, _class_of(token, first=first))


def _class_of(token: Token, *, first: bool) -> Tag:
    capital = token.text[0].isupper() and not first
    if token.low in _BY_WORD and not (
        len(token.text) > 1 and token.text.isupper() and not first
    ):
        return _BY_WORD[token.low]
    if not token.text[0].isalnum():
        return Tag.SIGN
    if _SCORE.fullmatch(token.text):
        return Tag.ADVERB
    if is_identifier(token.text) and not token.text.isdigit():
        return Tag.IDENTIFIER
    if w.is_adverb(token.low) and not capital:
        return Tag.ADVERB
    if capital:
        return Tag.NAME
    return Tag.ADJECTIVE if w.is_adjective(token.low) else Tag.NOUN


_CLOSED = frozenset(
    {Tag.SIGN, Tag.NODE, Tag.DATE, Tag.QUANTITY, Tag.IDENTIFIER, Tag.NAME}
)


def _placed(word: Word, before: Sequence[Word], after: Word | None) -> Word:
    """Decide what a word is where it stands."""
    if word.low == "that" or word.low in w.DEMONSTRATIVES:
        return replace(word, tag=_that(word, before, after))
    if word.low == "her" and not (after and after.tag in NOMINAL | {Tag.GERUND}):
        return replace(word, tag=Tag.PRONOUN)
    if word.tag not in {Tag.NOUN, Tag.ADJECTIVE, Tag.ADVERB}:
        return word
    previous = _previous(before)
    return _as_verb(word, before, previous, after) or _as_noun(word)


def _that(word: Word, before: Sequence[Word], after: Word | None) -> Tag:
    nominal = after is not None and after.tag in NOMINAL
    if word.low != "that":
        return Tag.DETERMINER if nominal else Tag.PRONOUN
    opening = not before or before[-1].tag in {Tag.PREPOSITION, Tag.SIGN}
    if opening and before and before[-1].text == ",":
        opening = False
    if opening:
        return Tag.DETERMINER if nominal else Tag.PRONOUN
    return Tag.RELATIVE


def _previous(before: Sequence[Word]) -> Word | None:
    for word in reversed(before):
        if word.tag not in {Tag.ADVERB, Tag.NOT} or word.low == "to":
            return word
    return None


def _as_noun(word: Word) -> Word:
    if word.low.endswith("ing") and lemma_in_form(word.low, Form.GERUND):
        return replace(word, tag=Tag.GERUND, lemma=_lemma(word, Form.GERUND))
    if word.tag is Tag.NOUN and guess_participle(word.low):
        return replace(word, tag=Tag.ADJECTIVE)
    return word


def _lemma(word: Word, *forms: Form) -> str:
    return lemma_in_form(word.low, *forms) or ""


def _as_verb(
    word: Word, before: Sequence[Word], previous: Word | None, after: Word | None
) -> Word | None:
    if previous is None:
        return None
    match previous.tag:
        case Tag.BE:
            return _after_be(word, after)
        case Tag.HAVE:
            return _participle(word) if guess_participle(word.low) else None
        case Tag.MODAL | Tag.DO:
            return _base(word)
        case Tag.PREPOSITION if previous.low == "to":
            return _base(word) if _infinitive(after) else None
        case Tag.DETERMINER | Tag.PREPOSITION | Tag.POSSESSIVE | Tag.ADJECTIVE:
            return _after_modifier(word, before, previous, after)
        case Tag.VERB if previous.form is not Form.PARTICIPLE:
            return None
    return _finite(word, before, previous, after)


def _after_modifier(
    word: Word, before: Sequence[Word], previous: Word, after: Word | None
) -> Word | None:
    """An adjective may end a phrase ("the largest leaks"), a determiner may not."""
    if previous.tag is Tag.ADJECTIVE and after and after.tag is Tag.DETERMINER:
        return _finite(word, before, previous, after)
    return None


def _infinitive(after: Word | None) -> bool:
    return after is None or after.tag not in {Tag.BE, Tag.MODAL, Tag.DO}


def _base(word: Word) -> Word | None:
    lemma = lemma_in_form(word.low, Form.BASE)
    if lemma is None and word.tag is Tag.NOUN and word.text.islower():
        lemma = word.low
    return replace(word, tag=Tag.VERB, lemma=lemma, form=Form.BASE) if lemma else None


def _after_be(word: Word, after: Word | None) -> Word | None:
    if w.is_adjective(word.low) and not (after and after.low == "by"):
        return None
    if guess_participle(word.low):
        return _participle(word)
    lemma = lemma_in_form(word.low, Form.GERUND)
    if lemma is None:
        return None
    return replace(word, tag=Tag.VERB, lemma=lemma, form=Form.GERUND)


def _participle(word: Word) -> Word:
    lemma = guess_participle(word.low) or word.low
    return replace(word, tag=Tag.VERB, lemma=lemma, form=Form.PARTICIPLE)


def _finite(
    word: Word, before: Sequence[Word], previous: Word, after: Word | None
) -> Word | None:
    if after is not None and (after.low == "of" or after.tag is Tag.POSSESSIVE):
        return None
    for reading in verb_readings(word.low):
        if _agrees(reading.form, before, previous, after):
            return _verb(word, reading.lemma, reading.form, before, after)
    return _guessed(word, before, previous, after)


def _verb(
    word: Word, lemma: str, form: Form, before: Sequence[Word], after: Word | None
) -> Word:
    if form is Form.PAST and _reduced(word, before, after):
        return replace(word, tag=Tag.PARTICIPLE, lemma=lemma, form=Form.PARTICIPLE)
    return replace(word, tag=Tag.VERB, lemma=lemma, form=form)


_SUBJECT_END = frozenset(
    {
        Tag.NOUN,
        Tag.NAME,
        Tag.IDENTIFIER,
        Tag.NODE,
        Tag.PRONOUN,
        Tag.CONJUNCTION,
        Tag.RELATIVE,
        Tag.QUANTITY,
        Tag.DATE,
        Tag.SIGN,
        Tag.GERUND,
        Tag.ADJECTIVE,
    }
)


def _agrees(
    form: Form, before: Sequence[Word], previous: Word, after: Word | None
) -> bool:
    if previous.tag not in _SUBJECT_END or _lone_number(before, previous):
        return False
    match form:
        case Form.THIRD:
            return _third_person(before, previous, after)
        case Form.PAST:
            return not (after and after.tag in {Tag.BE, Tag.MODAL, Tag.DO, Tag.HAVE})
        case Form.BASE:
            return _plural_subject(previous) and _goes_on(after)
    return False


def _lone_number(before: Sequence[Word], previous: Word) -> bool:
    """ "Three times" has no verb; "account 4410 holds" has one."""
    if previous.tag is not Tag.QUANTITY:
        return False
    at = next(i for i in range(len(before) - 1, -1, -1) if before[i] is previous)
    return at == 0 or before[at - 1].tag not in NOMINAL


def _third_person(before: Sequence[Word], previous: Word, after: Word | None) -> bool:
    if after is None:
        return False
    if previous.tag is Tag.NOUN and w.is_plural(previous.low):
        singular_name = previous is before[0] and previous.text[0].isupper()
        return singular_name and after.tag is Tag.DETERMINER
    if after.tag in {Tag.BE, Tag.MODAL, Tag.DO, Tag.HAVE}:
        return False
    if previous.tag is Tag.SIGN and previous.text != ",":
        return previous.text in {")", "`", "'", '"', "”", "’"}
    readings = verb_readings(after.low)
    follows_base = any(r.form in {Form.BASE, Form.PAST} for r in readings)
    return not (follows_base and after.tag is Tag.NOUN and _opens(before))


def _opens(before: Sequence[Word]) -> bool:
    """Whether no verb came yet: then a later verb is the verb of this clause."""
    return not any(word.tag in {Tag.VERB, Tag.BE} for word in before[-8:])


def _plural_subject(previous: Word) -> bool:
    if previous.tag is Tag.PRONOUN:
        return previous.low in w.PLURAL_PRONOUNS | w.SPEAKERS
    if previous.tag in {Tag.CONJUNCTION, Tag.RELATIVE}:
        return True
    return previous.tag in {Tag.NOUN, Tag.NAME} and w.is_plural(previous.low)


def _goes_on(after: Word | None) -> bool:
    return after is not None and after.tag not in {Tag.BE, Tag.MODAL, Tag.SIGN}


def _reduced(word: Word, before: Sequence[Word], after: Word | None) -> bool:
    """Whether a form in -ed only describes the noun before it ("a sauce made of").

    It does when it could be a participle, its clause has its verb already, and no
    conjunction, comma or relative stands between.
    """
    if not guess_participle(word.low) or after is None:
        return False
    if after.tag in {Tag.DETERMINER, Tag.PRONOUN}:
        return False
    for earlier in reversed(before):
        if earlier.tag in {Tag.CONJUNCTION, Tag.RELATIVE, Tag.SUBORDINATOR, Tag.SIGN}:
            return False
        if earlier.tag in {Tag.VERB, Tag.BE, Tag.HAVE}:
            return True
    return False


def _guessed(
    word: Word, before: Sequence[Word], previous: Word, after: Word | None
) -> Word | None:
    """An unlisted word in -s or -ed between a noun and a determiner is a verb."""
    if after is None or after.tag is not Tag.DETERMINER:
        return None
    if previous.tag not in NOMINAL or not word.text.isalpha() or len(word.text) < 4:
        return None
    if word.low.endswith("ed"):
        return _verb(word, guess_lemma(word.low), Form.PAST, before, after)
    if w.is_plural(word.low) and not w.is_plural(previous.low):
        return _verb(word, guess_lemma(word.low), Form.THIRD, before, after)
    return None
