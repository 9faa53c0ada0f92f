"""Clauses: which phrases are the subject, objects and complements of a verb."""

from collections.abc import Sequence
from dataclasses import replace

from memory.distillers.rules.clause import Clause
from memory.distillers.rules.complements import with_complements
from memory.distillers.rules.phrase import Chunk, VerbGroup, Voice
from memory.distillers.rules.subjects import subjects_at
from memory.distillers.rules.walk import governs, is_and, is_joint, is_sign, left_of
from memory.distillers.rules.word import Tag


def clauses_of(chunks: Sequence[Chunk]) -> list[Clause]:
    """Read each finite verb of a sentence; without a sure subject it is incomplete."""
    found: list[Clause] = []
    last_verb: VerbGroup | None = None
    for index, chunk in enumerate(chunks):
        if not isinstance(chunk, VerbGroup) or chunk.voice is Voice.LOOSE:
            continue
        clause = _clause(chunks, index, found, last_verb)
        found.append(clause or Clause((), chunk, complete=False))
        last_verb = chunk
    return found


def _clause(
    chunks: Sequence[Chunk],
    index: int,
    found: Sequence[Clause],
    last_verb: VerbGroup | None,
) -> Clause | None:
    verb = chunks[index]
    assert isinstance(verb, VerbGroup)
    left = left_of(chunks, index)
    earlier = found[-1] if found and found[-1].verb is last_verb else None
    opening = subjects_at(chunks, left, earlier)
    if opening is None:
        return None
    clause = with_complements(chunks, index, replace(opening, verb=verb))
    if verb.bare_past and not clause.objects:
        return _bare_past(chunks, index, clause, earlier)
    return clause


def _bare_past(
    chunks: Sequence[Chunk], index: int, clause: Clause, earlier: Clause | None
) -> Clause | None:
    """A form in -ed without an object may be a participle after all.

    It shares the "was" of an earlier passive ("was dismantled and rebuilt"); and with
    a finite verb still to come it describes a noun ("the valve installed in 2011
    leaks").
    """
    if clause.shared and earlier and earlier.verb.voice in _WITH_BE:
        return replace(clause, verb=replace(clause.verb, voice=Voice.PASSIVE))
    for at, later in enumerate(chunks[index + 1 :], start=index + 1):
        if is_and(later) and not governs(chunks, at + 1):
            continue
        if isinstance(later, VerbGroup) and later.voice is not Voice.LOOSE:
            return None
        if is_joint(later, *_NEW_CLAUSE) or is_sign(later, ";"):
            break
    return clause


_WITH_BE = frozenset({Voice.PASSIVE, Voice.COPULA})

_NEW_CLAUSE = frozenset(
    {Tag.CONJUNCTION, Tag.RELATIVE, Tag.SUBORDINATOR, Tag.CONDITION}
)
