"""Noun phrases and verb groups, cut from tagged words in one pass."""

from collections.abc import Sequence
from dataclasses import replace

from memory.distillers.rules.groups import GROUP, is_verb, verb_group_at
from memory.distillers.rules.nouns import noun_phrase_at
from memory.distillers.rules.phrase import Chunk, Joint, VerbGroup, Voice
from memory.distillers.rules.word import Tag, Word


def chunks_of(words: Sequence[Word]) -> list[Chunk]:
    """Cut the words into phrases; each word belongs to one chunk at most."""
    chunks: list[Chunk] = []
    index = 0
    while index < len(words):
        chunk, index = _next_chunk(words, index)
        chunks.append(chunk)
    return chunks


def _next_chunk(words: Sequence[Word], index: int) -> tuple[Chunk, int]:
    word = words[index]
    denies = word.tag is Tag.NOT and is_verb(words, index + 1)
    if word.tag in GROUP or denies:
        return verb_group_at(words, index)
    if word.tag is Tag.PREPOSITION and word.low == "to" and is_verb(words, index + 1):
        group, after = verb_group_at(words, index + 1)
        return replace(group, voice=Voice.LOOSE, start=word.start), after
    if word.tag is Tag.PARTICIPLE or _gerund_phrase(words, index):
        group = VerbGroup(
            word.lemma,
            Voice.LOOSE,
            word.start,
            word.end,
            progressive=word.tag is Tag.GERUND,
        )
        return group, index + 1
    phrase = noun_phrase_at(words, index)
    if phrase:
        return phrase
    return Joint(word.tag, word.low, word.start, word.end), index + 1


def _gerund_phrase(words: Sequence[Word], index: int) -> bool:
    """ "-ing" before a determiner, pronoun or name governs it, as in "scalding the"."""
    if words[index].tag is not Tag.GERUND or index + 1 >= len(words):
        return False
    after = words[index + 1]
    if after.tag in {Tag.DETERMINER, Tag.PRONOUN, Tag.IDENTIFIER, Tag.NODE}:
        return True
    return index > 0 and words[index - 1].tag is Tag.PREPOSITION
