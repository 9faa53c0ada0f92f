"""Clauses: which phrases are the subject, objects and complements of a verb."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from memory.distillers.rules import words as w
from memory.distillers.rules.phrases import (
    Chunk,
    Joint,
    NounPhrase,
    VerbGroup,
    Voice,
)
from memory.distillers.rules.tagging import Tag


@dataclass(frozen=True, slots=True)
class Linked:
    """Phrases after a preposition: "in the basement", "of butter and milk"."""

    preposition: str
    phrases: tuple[NounPhrase, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """How a clause is held: asserted, thought, said by somebody, or supposed."""

    attributed_to: str | None = None
    hedged: bool = False
    supposed: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """One finite verb with everything that belongs to it."""

    subjects: tuple[NounPhrase, ...]
    verb: VerbGroup
    objects: tuple[NounPhrase, ...] = ()
    linked: tuple[Linked, ...] = ()
    complete: bool = True
    closed: bool = True
    opening: bool = False
    relative: bool = False
    shared: bool = False
    dimension: str = ""
    context: Context = field(default_factory=Context)

    @property
    def end(self) -> int:
        """Where its last phrase ends."""
        ends = [o.end for o in self.objects]
        ends += [p.end for link in self.linked for p in link.phrases]
        return max([self.verb.end, *ends])


_PLAIN = Context()
_SUPPOSED = Context(supposed=True)
_CONTENT_VERBS = frozenset(
    "show find prove reveal confirm demonstrate mean hold discover see rule".split()
)
_DOUBTFUL_CONTENT_VERBS = frozenset({"suggest", "indicate", "imply", "speculate"})
_BOUNDARY_SIGNS = frozenset(",;:()–—-\"“”'‘’*•>`")
_TIME_NOUNS = frozenset(
    "week month year day morning night evening afternoon spring summer autumn winter"
    " time today yesterday monday tuesday wednesday thursday friday saturday sunday"
    " quarter season".split()
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
GIVING = frozenset(
    "give offer grant send pay award lend show tell teach bring cost owe hand sell"
    " assign".split()
)


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
    left = _left(chunks, index)
    earlier = found[-1] if found and found[-1].verb is last_verb else None
    opening = _subjects(chunks, left, earlier)
    if opening is None:
        return None
    clause = _with_complements(chunks, index, replace(opening, verb=verb))
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
        if _is_and(later) and not _governs(chunks, at + 1):
            continue
        if isinstance(later, VerbGroup) and later.voice is not Voice.LOOSE:
            return None
        if _is_joint(later, *_NEW_CLAUSE) or _is_sign(later, ";"):
            break
    return clause


def _is_sign(chunk: Chunk, sign: str) -> bool:
    return isinstance(chunk, Joint) and chunk.low == sign


_WITH_BE = frozenset({Voice.PASSIVE, Voice.COPULA})
_NEW_CLAUSE = frozenset(
    {Tag.CONJUNCTION, Tag.RELATIVE, Tag.SUBORDINATOR, Tag.CONDITION}
)


# --- to the left of the verb


def _left(chunks: Sequence[Chunk], index: int) -> int:
    """The position of the nearest chunk before the verb that is not an adverb."""
    left = index - 1
    while left >= 0 and _is_joint(chunks[left], Tag.ADVERB):
        left -= 1
    return left


def _is_joint(chunk: Chunk, *tags: Tag) -> bool:
    return isinstance(chunk, Joint) and chunk.tag in tags


def _is_comma(chunk: Chunk) -> bool:
    return isinstance(chunk, Joint) and chunk.low == ","


def _subjects(
    chunks: Sequence[Chunk], left: int, earlier: Clause | None
) -> Clause | None:
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
    if chunk.low == "," and _is_joint(chunks[left - 1], Tag.ADVERB):
        return _around_adverb(chunks, left, earlier)
    if chunk.low == ",":
        return _apposed_subject(chunks, left)
    return None


def _opens(first: Chunk) -> bool:
    """Whether the sentence opens with a thing, not with "deploying build 8812"."""
    return isinstance(first, NounPhrase) and first.words[0].tag is not Tag.GERUND


_CLAUSE_OPENERS = frozenset({"after", "before", "since", "until", "as", "than", "like"})
"""Prepositions that also open a clause; before a subject they do that."""

_NO_VERB = VerbGroup("", Voice.LOOSE, 0, 0)


def _phrase_subject(
    chunks: Sequence[Chunk], left: int, earlier: Clause | None
) -> Clause | None:
    first = _chain_start(chunks, left)
    gerund = _gerund_subject(chunks, first)
    if gerund:
        return Clause((gerund,), _NO_VERB)
    phrases, start = _coordinated_left(chunks, first)
    context = _context(chunks, start - 1, earlier)
    if context is None and len(phrases) > 1:
        phrases, start = phrases[-1:], first
        context = _context(chunks, start - 1, earlier)
    if context is None:
        return None
    return Clause(
        phrases, _NO_VERB, context=context, opening=_opens(chunks[0]) and start == 0
    )


def _chain_start(chunks: Sequence[Chunk], left: int) -> int:
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
        if not (_is_and(link) or (len(members) > 1 and _is_comma(link))):
            break
        start -= 2
        members.append(chunks[start])
    return tuple(m for m in reversed(members) if isinstance(m, NounPhrase)), start


def _is_and(chunk: Chunk) -> bool:
    return isinstance(chunk, Joint) and chunk.low in {"and", "&"}


def _context(
    chunks: Sequence[Chunk], at: int, earlier: Clause | None
) -> Context | None:
    """How the clause that begins after `at` is held; None if it does not begin there."""
    while at >= 0 and _is_joint(chunks[at], Tag.ADVERB):
        at -= 1
    if at < 0:
        return _PLAIN
    chunk = chunks[at]
    if isinstance(chunk, VerbGroup):
        return _said(chunks, at)
    if isinstance(chunk, NounPhrase):
        return _PLAIN if _introduces(chunks, at) else None
    if chunk.tag is Tag.CONDITION:
        return _SUPPOSED
    if chunk.tag is Tag.RELATIVE:
        return _that_content(chunks, at) if chunk.low == "that" else None
    if chunk.tag is Tag.CONJUNCTION:
        return earlier.context if earlier else _PLAIN
    if chunk.tag is Tag.PREPOSITION:
        return _PLAIN if chunk.low in {"after", "since"} and at > 0 else None
    if chunk.tag is Tag.SUBORDINATOR:
        return _PLAIN if chunk.low not in {"how", "why", "what"} else None
    return _PLAIN if chunk.low in _BOUNDARY_SIGNS else None


def _introduces(chunks: Sequence[Chunk], at: int) -> bool:
    """Whether a phrase before the subject is an opening "in 2022 …"."""
    start = _chain_start(chunks, at)
    return start == 1 and _is_joint(chunks[0], Tag.PREPOSITION)


def _that_content(chunks: Sequence[Chunk], at: int) -> Context | None:
    before = _left(chunks, at)
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
    if verb.lemma in w.SAYING and who:
        return Context(attributed_to=who)
    if verb.lemma in w.THINKING:
        return Context(attributed_to=who, hedged=True)
    if verb.lemma in _DOUBTFUL_CONTENT_VERBS:
        return Context(hedged=True)
    return _PLAIN if verb.lemma in _CONTENT_VERBS else None


def _speaker(chunks: Sequence[Chunk], at: int) -> str | None:
    left = _left(chunks, at)
    if left < 0 or not isinstance(chunks[left], NounPhrase):
        return None
    phrase = chunks[_chain_start(chunks, left)]
    assert isinstance(phrase, NounPhrase)
    if phrase.is_pronoun and phrase.head.low in w.SPEAKERS:
        return None
    return " ".join(word.text for word in phrase.words)


def _relative_subject(chunks: Sequence[Chunk], left: int) -> Clause | None:
    at = left - 1
    if at >= 0 and _is_comma(chunks[at]):
        at -= 1
    phrase = chunks[at] if at >= 0 else None
    if not isinstance(phrase, NounPhrase) or phrase.is_pronoun:
        return None
    if phrase.head.tag is Tag.DATE or _hangs_on(chunks, at):
        return None
    return Clause((phrase.of or phrase,), _NO_VERB, relative=True)


def _hangs_on(chunks: Sequence[Chunk], at: int) -> bool:
    """Whether a relative may as well mean an earlier phrase ("the cliffs in the UK")."""
    if at < 2 or not _is_joint(chunks[at - 1], Tag.PREPOSITION):
        return False
    return isinstance(chunks[at - 2], NounPhrase)


def _is_list_comma(chunks: Sequence[Chunk], left: int) -> bool:
    """ "left Earth, reached Saturn and carried": a comma before the second verb."""
    if not _is_comma(chunks[left]):
        return False
    later = [
        index
        for index in range(left + 2, min(left + 12, len(chunks)))
        if isinstance(chunks[index], VerbGroup) and _is_and(chunks[index - 1])
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
    if before < 1 or not _is_comma(chunks[before]):
        return None
    if not isinstance(chunks[before - 1], NounPhrase):
        return None
    return _phrase_subject(chunks, before - 1, earlier)


def _apposed_subject(chunks: Sequence[Chunk], left: int) -> Clause | None:
    """ "The supplier, Kessler GmbH, is based in Linz": the name is the subject."""
    if left < 3 or not _is_comma(chunks[left - 2]):
        return None
    first, second = chunks[left - 3], chunks[left - 1]
    if not (isinstance(first, NounPhrase) and isinstance(second, NounPhrase)):
        return None
    if left > 3 and _context(chunks, left - 4, None) is None:
        return None
    named = second if _is_name(second) else first
    return Clause((named,), _NO_VERB)


def _is_name(phrase: NounPhrase) -> bool:
    return phrase.head.tag in {Tag.NAME, Tag.NODE, Tag.IDENTIFIER}


# --- to the right of the verb


def _with_complements(chunks: Sequence[Chunk], index: int, clause: Clause) -> Clause:
    at = _after_adverbs(chunks, index + 1)
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
    at = _after_adverbs(chunks, at)
    if at >= len(chunks):
        return False
    return isinstance(chunks[at], VerbGroup) or _is_joint(chunks[at], Tag.PREPOSITION)


def _is_loose(chunks: Sequence[Chunk], at: int) -> bool:
    at = _after_adverbs(chunks, at)
    return at < len(chunks) and isinstance(chunks[at], VerbGroup)


def _controls(chunks: Sequence[Chunk], at: int, verb: VerbGroup) -> bool:
    """ "Persuade ministers to pay" says nothing without its infinitive."""
    return verb.lemma in _CONTROL and _is_loose(chunks, at)


_CONTROL = frozenset(
    "persuade cause allow enable force help expect want ask require tell permit order"
    " make let get convince prompt lead encourage advise urge need prevent stop".split()
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


def _after_adverbs(chunks: Sequence[Chunk], at: int) -> int:
    while at < len(chunks) and _is_joint(chunks[at], Tag.ADVERB):
        at += 1
    return at


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
    if listed > at and not _governs(chunks, listed):
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
        if _is_comma(link) and position + 3 < len(chunks) and _is_and(member):
            link, member = member, chunks[position + 3]
            position += 1
        if not isinstance(member, NounPhrase):
            return at
        if _is_and(link):
            return position + 2
        if not _is_comma(link):
            return at
        position += 2
    return at


def _governs(chunks: Sequence[Chunk], at: int) -> bool:
    """Whether the phrase at `at`, with what hangs on it, is followed by a verb."""
    position = at + 1
    while position + 1 < len(chunks) and _is_joint(chunks[position], Tag.PREPOSITION):
        position += 2
    position = _after_adverbs(chunks, position)
    if position >= len(chunks):
        return False
    follower = chunks[position]
    return isinstance(follower, VerbGroup) and follower.voice is not Voice.LOOSE


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
    at = _after_adverbs(chunks, at)
    if at + 1 >= len(chunks) or not _is_joint(chunks[at], Tag.PREPOSITION):
        return None
    preposition = chunks[at]
    phrases, end = _object_list(chunks, at + 1)
    if not phrases or not isinstance(preposition, Joint):
        return None
    return Linked(preposition.low, phrases), end


_GOES_ON = frozenset({Tag.SIGN, Tag.CONJUNCTION, Tag.RELATIVE, Tag.SUBORDINATOR})


def _ends_well(chunks: Sequence[Chunk], at: int) -> bool:
    """Whether a clause stops where a reader would stop, so that it was understood."""
    at = _after_adverbs(chunks, at)
    if at >= len(chunks):
        return True
    chunk = chunks[at]
    if isinstance(chunk, VerbGroup):
        return chunk.voice is Voice.LOOSE
    if isinstance(chunk, NounPhrase):
        return is_time(chunk)
    return chunk.tag in _GOES_ON or chunk.tag in {Tag.CONDITION, Tag.PREPOSITION}


def conditions(chunks: Sequence[Chunk]) -> Iterator[tuple[int, int]]:
    """The stretches that say under which condition the sentence holds."""
    for index, chunk in enumerate(chunks):
        if not _is_joint(chunk, Tag.CONDITION):
            continue
        end = index + 1
        while end < len(chunks) and not _is_joint(chunks[end], Tag.SIGN):
            end += 1
        last = chunks[end - 1]
        yield chunk.start, last.end
