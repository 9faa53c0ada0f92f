"""Noun phrases, cut from tagged words."""

from collections.abc import Sequence
from dataclasses import replace

from memory.distillers.rules import words as w
from memory.distillers.rules.phrase import NounPhrase
from memory.distillers.rules.word import NOMINAL, Measure, Tag, Word

_INSIDE = NOMINAL | {Tag.GERUND}


def noun_phrase_at(
    words: Sequence[Word], index: int, depth: int = 0
) -> tuple[NounPhrase, int] | None:
    first = words[index]
    if first.tag in {Tag.PRONOUN, Tag.DATE}:
        return NounPhrase((first,), start=first.start), index + 1
    determiner, begin = _determiner(words, index)
    end = _run(words, begin, determined=bool(determiner))
    if end == begin:
        return None
    return _assembled(words, index, (begin, end), determiner, depth)


def _determiner(words: Sequence[Word], index: int) -> tuple[str, int]:
    found = ""
    while index < len(words) and words[index].tag is Tag.DETERMINER:
        found = found or words[index].low
        if words[index].low in w.POSSESSIVES | {"no"}:
            found = words[index].low
        index += 1
    return found, index


def _run(words: Sequence[Word], begin: int, *, determined: bool) -> int:
    """The end of the run of nominal words; quantities with a unit stand alone."""
    end = begin
    while end < len(words) and _continues(words, begin, end, determined):
        end += 1
    return end


def _continues(words: Sequence[Word], begin: int, at: int, determined: bool) -> bool:
    word = words[at]
    previous = words[at - 1] if at > begin else None
    if word.tag is Tag.POSSESSIVE:
        return previous is not None and at + 1 < len(words)
    if word.tag is Tag.ADVERB:
        return determined and at + 1 < len(words) and words[at + 1].tag in NOMINAL
    if _joins_adjectives(words, at, determined):
        return True
    if word.tag not in _INSIDE or _is_particle(words, at, previous):
        return False
    if word.tag is Tag.QUANTITY:
        return previous is None or (is_bare(word) and previous.tag in NOMINAL)
    return previous is None or previous.tag is not Tag.QUANTITY or is_bare(previous)


def _joins_adjectives(words: Sequence[Word], at: int, determined: bool) -> bool:
    """The comma of "a black, potato-shaped object"."""
    if words[at].text != "," or not determined or at + 2 >= len(words):
        return False
    after = words[at + 1].tag is Tag.ADJECTIVE or words[at + 2].tag is Tag.NOUN
    return words[at - 1].tag is Tag.ADJECTIVE and words[at + 1].tag in _INSIDE and after


def _is_particle(words: Sequence[Word], at: int, previous: Word | None) -> bool:
    """ "Joined Southend back in 2013"."""
    if words[at].low not in w.PARTICLES or previous is None:
        return False
    return at + 1 < len(words) and words[at + 1].tag is Tag.PREPOSITION


def is_bare(word: Word) -> bool:
    """Whether a quantity has no unit: "8812" but not "2 TB"."""
    return isinstance(word.payload, Measure) and word.payload.unit == ""


def _assembled(
    words: Sequence[Word],
    index: int,
    run: tuple[int, int],
    determiner: str,
    depth: int,
) -> tuple[NounPhrase, int]:
    begin, end = run
    phrase = NounPhrase(tuple(words[begin:end]), determiner, start=words[index].start)
    phrase = _owned(phrase)
    if depth < 2 and end + 1 < len(words) and words[end].low == "of":
        inner = noun_phrase_at(words, end + 1, depth + 1)
        if inner and not inner[0].is_pronoun:
            return replace(phrase, of=inner[0]), inner[1]
    return phrase, end


def _owned(phrase: NounPhrase) -> NounPhrase:
    """Set the owner where an apostrophe shows one; the words stay as they are."""
    for position in range(len(phrase.words) - 2, 0, -1):
        if phrase.words[position].tag is Tag.POSSESSIVE:
            owner = NounPhrase(
                phrase.words[:position], phrase.determiner, start=phrase.start
            )
            return replace(phrase, owner=owner)
    return phrase
