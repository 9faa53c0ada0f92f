"""The subject of a finite verb, found to its left."""

from collections.abc import Sequence
from dataclasses import replace

from memory.distillers.rules.clause import Clause
from memory.distillers.rules.contexts import context_at
from memory.distillers.rules.phrase import Chunk, NounPhrase, VerbGroup, Voice
from memory.distillers.rules.walk import chain_start, is_and, is_comma, is_joint
from memory.distillers.rules.word import Tag


def subjects_at(
    chunks: Sequence[Chunk], left: int, earlier: Clause | None
) -> Clause | None:
    """The clause a subject opens, ending at the chunk `left`; None if it is unsure."""
    if left < 0:
        return None
    chunk = chunks[left]
    if isinstance(chunk, NounPhrase):
        return _phrase_subject(chunks, left, earlier)
    if isinstance(chunk, VerbGroup):
        return None
    if chunk.tag is Tag.RELATIVE and chunk.low in {"which", "that", "who"}:
        return _relative_subject(chunks, left)
    if chunk.tag is Tag.CONJUNCTION or _is_list_comma(chunks, left):
        return _shared_subject(chunks, left, earlier)
    if chunk.low == "," and is_joint(chunks[left - 1], Tag.ADVERB):
        return _around_adverb(chunks, left, earlier)
    if chunk.low == ",":
        return _apposed_subject(chunks, left)
    return None


def _opens(first: Chunk) -> bool:
    """Whether the sentence opens with a thing, not with "deploying build 8812"."""
    return isinstance(first, NounPhrase) and first.words[0].tag is not Tag.GERUND


_NO_VERB = VerbGroup("", Voice.LOOSE, 0, 0)


def _phrase_subject(
    chunks: Sequence[Chunk], left: int, earlier: Clause | None
) -> Clause | None:
    first = chain_start(chunks, left)
    gerund = _gerund_subject(chunks, first)
    if gerund:
        return Clause((gerund,), _NO_VERB)
    phrases, start = _coordinated_left(chunks, first)
    context = context_at(chunks, start - 1, earlier)
    if context is None and len(phrases) > 1:
        phrases, start = phrases[-1:], first
        context = context_at(chunks, start - 1, earlier)
    if context is None:
        return None
    return Clause(
        phrases, _NO_VERB, context=context, opening=_opens(chunks[0]) and start == 0
    )


def _gerund_subject(chunks: Sequence[Chunk], first: int) -> NounPhrase | None:
    """ "Scalding the milk prevents lumps": the whole of it is the subject."""
    if first != 1 or not isinstance(chunks[0], VerbGroup):
        return None
    phrase = chunks[1]
    assert isinstance(phrase, NounPhrase)
    if not chunks[0].progressive or phrase.is_pronoun:
        return None
    return replace(phrase, start=chunks[0].start, determiner="", gerund=True)


def _coordinated_left(
    chunks: Sequence[Chunk], first: int
) -> tuple[tuple[NounPhrase, ...], int]:
    """Take in the earlier members of "Vienna, Bratislava and Budapest"."""
    members = [chunks[first]]
    start = first
    while start >= 2 and isinstance(chunks[start - 2], NounPhrase):
        link = chunks[start - 1]
        if not (is_and(link) or (len(members) > 1 and is_comma(link))):
            break
        start -= 2
        members.append(chunks[start])
    return tuple(m for m in reversed(members) if isinstance(m, NounPhrase)), start


def _relative_subject(chunks: Sequence[Chunk], left: int) -> Clause | None:
    at = left - 1
    if at >= 0 and is_comma(chunks[at]):
        at -= 1
    phrase = chunks[at] if at >= 0 else None
    if not isinstance(phrase, NounPhrase) or phrase.is_pronoun:
        return None
    if phrase.head.tag in {Tag.DATE, Tag.QUANTITY} or _hangs_on(chunks, at):
        return None
    return Clause((phrase.of or phrase,), _NO_VERB, relative=True)


def _hangs_on(chunks: Sequence[Chunk], at: int) -> bool:
    """Whether a relative may also mean an earlier phrase ("cliffs in the UK that")."""
    if at < 2 or not is_joint(chunks[at - 1], Tag.PREPOSITION):
        return False
    return isinstance(chunks[at - 2], NounPhrase)


def _is_list_comma(chunks: Sequence[Chunk], left: int) -> bool:
    """ "left Earth, reached Saturn and carried": a comma before the second verb."""
    if not is_comma(chunks[left]):
        return False
    later = [
        index
        for index in range(left + 2, min(left + 12, len(chunks)))
        if isinstance(chunks[index], VerbGroup) and is_and(chunks[index - 1])
    ]
    return bool(later)


def _shared_subject(
    chunks: Sequence[Chunk], left: int, earlier: Clause | None
) -> Clause | None:
    if earlier is None or earlier.context.supposed or not earlier.complete:
        return None
    return Clause(
        earlier.subjects,
        _NO_VERB,
        relative=earlier.relative,
        shared=True,
        context=earlier.context,
    )


def _around_adverb(
    chunks: Sequence[Chunk], left: int, earlier: Clause | None
) -> Clause | None:
    """ "Lighthouses, however, are automated"."""
    before = left - 2
    if before < 1 or not is_comma(chunks[before]):
        return None
    if not isinstance(chunks[before - 1], NounPhrase):
        return None
    return _phrase_subject(chunks, before - 1, earlier)


def _apposed_subject(chunks: Sequence[Chunk], left: int) -> Clause | None:
    """ "The supplier, Kessler GmbH, is based in Linz": the name is the subject."""
    if left < 3 or not is_comma(chunks[left - 2]):
        return None
    first, second = chunks[left - 3], chunks[left - 1]
    if not (isinstance(first, NounPhrase) and isinstance(second, NounPhrase)):
        return None
    if left > 3 and context_at(chunks, left - 4, None) is None:
        return None
    named = second if _is_name(second) else first
    return Clause((named,), _NO_VERB)


def _is_name(phrase: NounPhrase) -> bool:
    return phrase.head.tag in {Tag.NAME, Tag.NODE, Tag.IDENTIFIER}
