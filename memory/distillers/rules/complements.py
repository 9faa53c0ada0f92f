"""Objects and prepositional phrases, found to the right of a finite verb."""

from collections.abc import Sequence
from dataclasses import replace

from memory.distillers.rules.clause import Clause, Linked
from memory.distillers.rules.phrase import Chunk, Joint, NounPhrase, VerbGroup, Voice
from memory.distillers.rules.walk import (
    after_adverbs,
    governs,
    is_and,
    is_comma,
    is_joint,
)
from memory.distillers.rules.word import Tag
from memory.distillers.rules.words import listed

_TIME_NOUNS = listed(
    "week month year day morning night evening afternoon spring summer autumn winter"
    " time today yesterday monday tuesday wednesday thursday friday saturday sunday"
    " quarter season"
)

DIMENSIONS = {
    "long": "length",
    "high": "height",
    "tall": "height",
    "wide": "width",
    "deep": "depth",
    "thick": "thickness",
    "old": "age",
    "heavy": "mass",
    "away": "distance",
}

GIVING = listed(
    "give offer grant send pay award lend show tell teach bring cost owe hand sell"
    " assign"
)


def with_complements(chunks: Sequence[Chunk], index: int, clause: Clause) -> Clause:
    at = after_adverbs(chunks, index + 1)
    objects, at = _object_list(chunks, at)
    dimension, at = _dimension(chunks, at, objects)
    objects, at = _second_object(chunks, at, clause.verb, objects)
    linked: list[Linked] = []
    while (step := _linked(chunks, at)) is not None:
        link, at = step
        linked.append(link)
    complete = _ends_well(chunks, at) and not _controls(chunks, at, clause.verb)
    closed = complete and not linked and not _is_open(chunks, at)
    return replace(
        clause,
        objects=objects,
        linked=tuple(linked),
        complete=complete,
        dimension=dimension,
        closed=closed,
    )


def _is_open(chunks: Sequence[Chunk], at: int) -> bool:
    """Whether something follows that a state cannot do without ("is useful to …")."""
    at = after_adverbs(chunks, at)
    if at >= len(chunks):
        return False
    return isinstance(chunks[at], VerbGroup) or is_joint(chunks[at], Tag.PREPOSITION)


def _is_loose(chunks: Sequence[Chunk], at: int) -> bool:
    at = after_adverbs(chunks, at)
    return at < len(chunks) and isinstance(chunks[at], VerbGroup)


def _controls(chunks: Sequence[Chunk], at: int, verb: VerbGroup) -> bool:
    """ "Persuade ministers to pay" says nothing without its infinitive."""
    return verb.lemma in _CONTROL and _is_loose(chunks, at)


_CONTROL = listed(
    "persuade cause allow enable force help expect want ask require tell permit order"
    " make let get convince prompt lead encourage advise urge need prevent stop"
)


def _dimension(
    chunks: Sequence[Chunk], at: int, objects: tuple[NounPhrase, ...]
) -> tuple[str, int]:
    """What "2,850 km long" measures, by the adjective after the quantity."""
    if not objects or objects[-1].head.tag is not Tag.QUANTITY or at >= len(chunks):
        return "", at
    word = chunks[at]
    if not isinstance(word, NounPhrase) or word.head.low not in DIMENSIONS:
        return "", at
    return DIMENSIONS[word.head.low], at + 1


def _object_list(
    chunks: Sequence[Chunk], at: int
) -> tuple[tuple[NounPhrase, ...], int]:
    """One phrase, or several that "and" closes and that no verb follows."""
    if at >= len(chunks):
        return (), at
    first = chunks[at]
    if not isinstance(first, NounPhrase):
        return (), at
    members, end = [first], at + 1
    listed = _list_end(chunks, at)
    if listed == at + 2 and _is_adjective(first):
        joined = chunks[listed]
        assert isinstance(joined, NounPhrase)
        return (replace(joined, words=first.words + joined.words),), listed + 1
    if listed > at and not governs(chunks, listed):
        members += [c for c in chunks[at + 1 : listed + 1] if isinstance(c, NounPhrase)]
        end = listed + 1
    return tuple(members), end


def _is_adjective(phrase: NounPhrase) -> bool:
    """ "Red" in "red and blue light"."""
    words = phrase.words
    return len(words) == 1 and words[0].tag is Tag.ADJECTIVE


def _list_end(chunks: Sequence[Chunk], at: int) -> int:
    """The last member of "butter, flour and milk", or `at` where there is no list."""
    position = at
    while position + 2 < len(chunks):
        link, member = chunks[position + 1], chunks[position + 2]
        if is_comma(link) and position + 3 < len(chunks) and is_and(member):
            link, member = member, chunks[position + 3]
            position += 1
        if not isinstance(member, NounPhrase):
            return at
        if is_and(link):
            return position + 2
        if not is_comma(link):
            return at
        position += 2
    return at


def _second_object(
    chunks: Sequence[Chunk],
    at: int,
    verb: VerbGroup,
    objects: tuple[NounPhrase, ...],
) -> tuple[tuple[NounPhrase, ...], int]:
    """Step over "last week"; of two objects of giving the second is the thing."""
    if not objects or at >= len(chunks):
        return objects, at
    following = chunks[at]
    if not isinstance(following, NounPhrase):
        return objects, at
    if is_time(following):
        return objects, at + 1
    if verb.lemma in GIVING:
        return (following,), at + 1
    return objects, at


def is_time(phrase: NounPhrase) -> bool:
    """Whether a phrase only says when."""
    return phrase.head.tag is Tag.DATE or phrase.head.low in _TIME_NOUNS


def _linked(chunks: Sequence[Chunk], at: int) -> tuple[Linked, int] | None:
    at = after_adverbs(chunks, at)
    if at + 1 >= len(chunks) or not is_joint(chunks[at], Tag.PREPOSITION):
        return None
    preposition = chunks[at]
    phrases, end = _object_list(chunks, at + 1)
    if not phrases or not isinstance(preposition, Joint):
        return None
    return Linked(preposition.low, phrases), end


_GOES_ON = frozenset({Tag.SIGN, Tag.CONJUNCTION, Tag.RELATIVE, Tag.SUBORDINATOR})


def _ends_well(chunks: Sequence[Chunk], at: int) -> bool:
    """Whether a clause stops where a reader would stop, so that it was understood."""
    at = after_adverbs(chunks, at)
    if at >= len(chunks):
        return True
    chunk = chunks[at]
    if isinstance(chunk, VerbGroup):
        return chunk.voice is Voice.LOOSE
    if isinstance(chunk, NounPhrase):
        return is_time(chunk)
    return chunk.tag in _GOES_ON or chunk.tag in {Tag.CONDITION, Tag.PREPOSITION}
