"""How a clause is held: asserted, said by somebody, thought or supposed."""

from collections.abc import Iterator, Sequence

from memory.distillers.rules import words as w
from memory.distillers.rules.clause import Clause, Context
from memory.distillers.rules.phrase import Chunk, Joint, NounPhrase, VerbGroup, Voice
from memory.distillers.rules.walk import chain_start, is_joint, left_of
from memory.distillers.rules.word import Tag
from memory.distillers.rules.words import listed

PLAIN = Context()

_SUPPOSED = Context(supposed=True)

_CONTENT_VERBS = listed(
    "show find prove reveal confirm demonstrate mean hold discover see rule"
)

_DOUBTFUL_CONTENT_VERBS = frozenset({"suggest", "indicate", "imply", "speculate"})

_BOUNDARY_SIGNS = frozenset(",;:()–—-\"“”'‘’*•>`")


def context_at(
    chunks: Sequence[Chunk], at: int, earlier: Clause | None
) -> Context | None:
    """How a clause that begins after `at` is held; None if none begins there."""
    while at >= 0 and is_joint(chunks[at], Tag.ADVERB):
        at -= 1
    if at < 0:
        return PLAIN
    chunk = chunks[at]
    if isinstance(chunk, VerbGroup):
        return _said(chunks, at)
    if isinstance(chunk, NounPhrase):
        return PLAIN if _introduces(chunks, at) else None
    if chunk.low == "that":
        return _that_content(chunks, at)
    if chunk.tag is Tag.CONJUNCTION and earlier:
        return earlier.context
    return _after_joint(chunk, at)


def _after_joint(chunk: Joint, at: int) -> Context | None:
    match chunk.tag:
        case Tag.CONDITION:
            return _SUPPOSED
        case Tag.CONJUNCTION:
            return PLAIN
        case Tag.PREPOSITION:
            return PLAIN if chunk.low in {"after", "since"} and at > 0 else None
        case Tag.SUBORDINATOR:
            return PLAIN if chunk.low not in {"how", "why", "what"} else None
        case Tag.SIGN:
            return PLAIN if chunk.low in _BOUNDARY_SIGNS else None
    return None


def _introduces(chunks: Sequence[Chunk], at: int) -> bool:
    """Whether a phrase before the subject is an opening "in 2022 …"."""
    start = chain_start(chunks, at)
    return start == 1 and is_joint(chunks[0], Tag.PREPOSITION)


def _that_content(chunks: Sequence[Chunk], at: int) -> Context | None:
    before = left_of(chunks, at)
    if before < 0 or not isinstance(chunks[before], VerbGroup):
        return None
    return _said(chunks, before)


def _said(chunks: Sequence[Chunk], at: int) -> Context | None:
    """What a verb of saying, thinking or showing makes of the clause after it."""
    verb = chunks[at]
    assert isinstance(verb, VerbGroup)
    if verb.negated or verb.voice is Voice.COPULA:
        return None
    who = _speaker(chunks, at)
    if verb.lemma in w.SAYING:
        return Context(attributed_to=who, hedged=who is None)
    if verb.lemma in w.THINKING:
        return Context(attributed_to=who, hedged=True)
    if verb.lemma in _DOUBTFUL_CONTENT_VERBS:
        return Context(hedged=True)
    return PLAIN if verb.lemma in _CONTENT_VERBS else None


def _speaker(chunks: Sequence[Chunk], at: int) -> str | None:
    left = left_of(chunks, at)
    if left < 0 or not isinstance(chunks[left], NounPhrase):
        return None
    phrase = chunks[chain_start(chunks, left)]
    assert isinstance(phrase, NounPhrase)
    if phrase.is_pronoun:
        return None
    return " ".join(word.text for word in phrase.words)


def conditions(chunks: Sequence[Chunk]) -> Iterator[tuple[int, int]]:
    """The stretches that say under which condition the sentence holds."""
    for index, chunk in enumerate(chunks):
        if not is_joint(chunk, Tag.CONDITION):
            continue
        end = index + 1
        while end < len(chunks) and not is_joint(chunks[end], Tag.SIGN):
            end += 1
        last = chunks[end - 1]
        yield chunk.start, last.end
