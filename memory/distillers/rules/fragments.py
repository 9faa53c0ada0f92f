"""Clauses without a verb: an apposition, and a label with its value."""

from collections.abc import Iterator, Sequence

from memory.distillers.rules.clause import Clause
from memory.distillers.rules.phrase import Chunk, Joint, NounPhrase, VerbGroup, Voice
from memory.distillers.rules.word import Tag

_NAMED = frozenset({Tag.NAME, Tag.NODE, Tag.IDENTIFIER})

_AFTER = frozenset({",", ".", ";", ")", ":"})


def fragments_of(chunks: Sequence[Chunk]) -> Iterator[Clause]:
    """The clauses that stand for "X is Y" in a sentence."""
    yield from _labelled(chunks)
    for at in range(len(chunks) - 2):
        clause = _apposition(chunks, at)
        if clause:
            yield clause


def _labelled(chunks: Sequence[Chunk]) -> Iterator[Clause]:
    """ "Typical flow: 38 t/h." and nothing else."""
    if len(chunks) not in {3, 4} or not _sign(chunks[1], {":", "="}):
        return
    label, value = chunks[0], chunks[2]
    if len(chunks) == 4 and not _sign(chunks[3], {"."}):
        return
    if not isinstance(label, NounPhrase) or not isinstance(value, NounPhrase):
        return
    if value.head.tag is Tag.QUANTITY and not label.is_pronoun:
        yield _is(label, value)


def _apposition(chunks: Sequence[Chunk], at: int) -> Clause | None:
    """ "Vibrio cholerae, a bacterium": a name, a comma, what kind of thing it is."""
    name, comma, kind = chunks[at : at + 3]
    if not isinstance(name, NounPhrase) or not isinstance(kind, NounPhrase):
        return None
    if not _sign(comma, {","}) or kind.determiner not in {"a", "an"}:
        return None
    after = chunks[at + 3] if at + 3 < len(chunks) else None
    if name.head.tag not in _NAMED or not (after is None or _sign(after, _AFTER)):
        return None
    return _is(name.of or name, kind)


def _is(subject: NounPhrase, complement: NounPhrase) -> Clause:
    verb = VerbGroup("be", Voice.COPULA, subject.end, complement.start, present=True)
    return Clause((subject,), verb, (complement,), shared=True)


def _sign(chunk: Chunk, signs: set[str] | frozenset[str]) -> bool:
    return isinstance(chunk, Joint) and chunk.low in signs
