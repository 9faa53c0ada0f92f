"""Words of a sentence with their class; verbs are told from nouns by neighbours."""

import re
from collections.abc import Iterable, Iterator, Sequence

from memory.distillers.rules import words as w
from memory.distillers.rules.placing import placed
from memory.distillers.rules.text import Token
from memory.distillers.rules.word import Mark, Tag, Word, is_identifier

_SCORE = re.compile(r"\d+(?:[:\-\u2010-\u2013]\d+)+")


def tagged(text: str, tokens: Sequence[Token], marks: Iterable[Mark]) -> list[Word]:
    """Give every word its class, left to right.

    A mark counts only where it begins and ends with a token, so that no mark cuts
    an identifier apart.
    """
    raw = list(_with_marks(text, tokens, marks))
    done: list[Word] = []
    for index, word in enumerate(raw):
        after = raw[index + 1] if index + 1 < len(raw) else None
        done.append(placed(word, done, after))
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
            low = piece.lower()
            yield Word(piece, mark.start, mark.end, low, mark.tag, payload=mark.payload)
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


def _classed(token: Token, *, first: bool) -> Word:
    tag = _class_of(token, first=first)
    return Word(token.text, token.start, token.end, token.low, tag)


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
