"""Tells a finite verb from a noun by agreement and by what stands around it."""

from collections.abc import Sequence
from dataclasses import replace

from memory.distillers.rules import words as w
from memory.distillers.rules.verbs import (
    Form,
    guess_lemma,
    guess_participle,
    verb_readings,
)
from memory.distillers.rules.word import NOMINAL, Tag, Word
from memory.distillers.rules.words import listed


def finite(
    word: Word, before: Sequence[Word], previous: Word, after: Word | None
) -> Word | None:
    """The word as a finite verb or a reduced participle; None where it is a noun."""
    if after is not None and _is_noun_before(word, after):
        return None
    for reading in verb_readings(word.low):
        if _agrees(reading.form, before, previous, after):
            return _verb(word, reading.lemma, reading.form, before, after)
    return _guessed(word, before, previous, after)


_OF_VERBS = listed(
    "consist consists consisted dispose disposes disposed approve approves approved"
    " think thinks thought speak speaks spoke die dies died complain complains"
    " complained conceive conceives conceived made composed built"
)


def _is_noun_before(word: Word, after: Word) -> bool:
    """ "The increases of" has a noun, "the team consists of" a verb."""
    if after.tag is Tag.POSSESSIVE:
        return True
    return after.low == "of" and word.low not in _OF_VERBS


def _verb(
    word: Word, lemma: str, form: Form, before: Sequence[Word], after: Word | None
) -> Word | None:
    if form is Form.PAST and _reduced(word, before, after):
        if _noun_after_all(word, after):
            return None
        return replace(word, tag=Tag.PARTICIPLE, lemma=lemma, form=Form.PARTICIPLE)
    return replace(word, tag=Tag.VERB, lemma=lemma, form=form)


def _noun_after_all(word: Word, after: Word | None) -> bool:
    """ "A shot but" is a noun, "a protein called keratin" has a participle."""
    follows = after is not None and after.tag in {Tag.PREPOSITION, Tag.ADVERB}
    return not follows and not word.low.endswith("ed")


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
            plural = _plural_subject(before, previous, after) or _joined(before, after)
            return plural and _goes_on(after)
    return False


def _lone_number(before: Sequence[Word], previous: Word) -> bool:
    """ "Three times" has no verb; "account 4410 holds" has one."""
    if previous.tag is not Tag.QUANTITY:
        return False
    at = next(i for i in range(len(before) - 1, -1, -1) if before[i] is previous)
    return at == 0 or not _numbered(before[at - 1])


def _numbered(word: Word) -> bool:
    """Whether a number after the word is its name, not a count of what follows."""
    return word.tag in NOMINAL and not w.is_plural(word.low)


def _third_person(before: Sequence[Word], previous: Word, after: Word | None) -> bool:
    if after is None:
        return False
    if previous.tag is Tag.NOUN and w.is_plural(previous.low):
        return after.tag in {Tag.DETERMINER, Tag.QUANTITY}
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


def _joined(before: Sequence[Word], after: Word | None) -> bool:
    """Whether two names are the subject: "Vienna and Graz lie in"."""
    if len(before) < 3 or after is None or after.tag not in _DEFINITE:
        return False
    named = {Tag.NAME, Tag.IDENTIFIER, Tag.NODE}
    return before[-2].low == "and" and before[-1].tag in named


_DEFINITE = frozenset(
    {Tag.DETERMINER, Tag.NAME, Tag.IDENTIFIER, Tag.NODE, Tag.PREPOSITION}
)


def _plural_subject(before: Sequence[Word], previous: Word, after: Word | None) -> bool:
    if previous.tag is Tag.PRONOUN:
        return previous.low in w.PLURAL_PRONOUNS | w.SPEAKERS
    if previous.tag is Tag.RELATIVE:
        nominal = [word for word in before[-3:-1] if word.text != ","]
        return bool(nominal) and w.is_plural(nominal[-1].low)
    if previous.tag is Tag.CONJUNCTION:
        return after is not None and after.tag in _DEFINITE
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
