"""What a word is where it stands: a noun, or a verb of its neighbours."""

from collections.abc import Sequence
from dataclasses import replace

from memory.distillers.rules import words as w
from memory.distillers.rules.finite import finite
from memory.distillers.rules.verbs import Form, guess_participle, lemma_in_form
from memory.distillers.rules.word import NOMINAL, Tag, Word


def placed(word: Word, before: Sequence[Word], after: Word | None) -> Word:
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
    return finite(word, before, previous, after)


def _after_modifier(
    word: Word, before: Sequence[Word], previous: Word, after: Word | None
) -> Word | None:
    """An adjective may end a phrase ("the largest leaks"), a determiner may not."""
    if previous.tag is Tag.ADJECTIVE and after and after.tag is Tag.DETERMINER:
        return finite(word, before, previous, after)
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
