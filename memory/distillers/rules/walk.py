"""Steps over the chunks of a sentence, to the left and to the right."""

from collections.abc import Sequence

from memory.distillers.rules.phrase import Chunk, Joint, NounPhrase, VerbGroup, Voice
from memory.distillers.rules.word import Tag


def is_sign(chunk: Chunk, sign: str) -> bool:
    return isinstance(chunk, Joint) and chunk.low == sign


def left_of(chunks: Sequence[Chunk], index: int) -> int:
    """The position of the nearest chunk before the verb that is not an adverb."""
    left = index - 1
    while left >= 0 and is_joint(chunks[left], Tag.ADVERB):
        left -= 1
    return left


def is_joint(chunk: Chunk, *tags: Tag) -> bool:
    return isinstance(chunk, Joint) and chunk.tag in tags


def is_comma(chunk: Chunk) -> bool:
    return isinstance(chunk, Joint) and chunk.low == ","


_CLAUSE_OPENERS = frozenset({"after", "before", "since", "until", "as", "than", "like"})
"""Prepositions that also open a clause; before a subject they do that."""


def chain_start(chunks: Sequence[Chunk], left: int) -> int:
    """Walk back over "the valve on K-5 in area 2" to its first phrase."""
    start = left
    while start >= 2 and isinstance(chunks[start - 2], NounPhrase):
        link = chunks[start - 1]
        if not isinstance(link, Joint) or link.tag is not Tag.PREPOSITION:
            break
        if link.low in _CLAUSE_OPENERS:
            break
        start -= 2
    return start


def is_and(chunk: Chunk) -> bool:
    return isinstance(chunk, Joint) and chunk.low in {"and", "&"}


def after_adverbs(chunks: Sequence[Chunk], at: int) -> int:
    while at < len(chunks) and is_joint(chunks[at], Tag.ADVERB):
        at += 1
    return at


def governs(chunks: Sequence[Chunk], at: int) -> bool:
    """Whether the phrase at `at`, with what hangs on it, is followed by a verb."""
    position = at + 1
    while position + 1 < len(chunks) and is_joint(chunks[position], Tag.PREPOSITION):
        position += 2
    position = after_adverbs(chunks, position)
    if position >= len(chunks):
        return False
    follower = chunks[position]
    return isinstance(follower, VerbGroup) and follower.voice is not Voice.LOOSE
