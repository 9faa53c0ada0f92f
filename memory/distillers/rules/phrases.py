"""Noun phrases and verb groups, cut from tagged words in one pass."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from memory.distillers.rules import words as w
from memory.distillers.rules.tagging import NOMINAL, Measure, Tag, Word
from memory.distillers.rules.verbs import Form, guess_participle


class Voice(StrEnum):
    """What a verb group does with its subject."""

    ACTIVE = "active"
    PASSIVE = "passive"
    COPULA = "copula"
    POSSESSION = "possession"
    LOOSE = "loose"


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """Words of one phrase; `of` is the phrase after "of", `owner` who has it."""

    words: tuple[Word, ...]
    determiner: str = ""
    owner: "NounPhrase | None" = None
    of: "NounPhrase | None" = None
    start: int = 0
    gerund: bool = False

    @property
    def head(self) -> Word:
        """The last word, which says what kind of thing it is."""
        return self.words[-1]

    @property
    def end(self) -> int:
        """Where the phrase ends, what follows "of" included."""
        return self.of.end if self.of else self.head.end

    @property
    def is_pronoun(self) -> bool:
        """Whether it stands for something named elsewhere."""
        return self.head.tag is Tag.PRONOUN

    @property
    def is_plural(self) -> bool:
        """Whether the phrase looks plural."""
        if self.determiner in w.PLURAL_DETERMINERS:
            return True
        return self.head.tag is Tag.NOUN and w.is_plural(self.head.low)


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """A verb with its auxiliaries; LOOSE ones have no subject of their own."""

    lemma: str
    voice: Voice
    start: int
    end: int
    negated: bool = False
    modal: str = ""
    hedged: bool = False
    present: bool = False
    progressive: bool = False
    perfect: bool = False
    bare_past: bool = False


@dataclass(frozen=True, slots=True)
class Joint:
    """Whatever stands between phrases: a preposition, a comma, a conjunction."""

    tag: Tag
    low: str
    start: int
    end: int


type Chunk = NounPhrase | VerbGroup | Joint

_GROUP = frozenset({Tag.BE, Tag.HAVE, Tag.DO, Tag.MODAL, Tag.VERB})
_INSIDE = NOMINAL | {Tag.GERUND}


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
    if word.tag in _GROUP:
        return _verb_group(words, index)
    if word.tag is Tag.PREPOSITION and word.low == "to" and _is_verb(words, index + 1):
        group, after = _verb_group(words, index + 1)
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
    phrase = _noun_phrase(words, index)
    if phrase:
        return phrase
    return Joint(word.tag, word.low, word.start, word.end), index + 1


def _is_verb(words: Sequence[Word], index: int) -> bool:
    return index < len(words) and words[index].tag in {Tag.VERB, Tag.BE, Tag.HAVE}


def _gerund_phrase(words: Sequence[Word], index: int) -> bool:
    """ "-ing" before a determiner, pronoun or name governs it, as in "scalding the"."""
    if words[index].tag is not Tag.GERUND or index + 1 >= len(words):
        return False
    after = words[index + 1]
    if after.tag in {Tag.DETERMINER, Tag.PRONOUN, Tag.IDENTIFIER, Tag.NODE}:
        return True
    return index > 0 and words[index - 1].tag is Tag.PREPOSITION


# --- noun phrases


def _noun_phrase(
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
    if word.tag not in _INSIDE:
        return False
    if word.tag is Tag.QUANTITY:
        return previous is None or (is_bare(word) and previous.tag in NOMINAL)
    return previous is None or previous.tag is not Tag.QUANTITY or is_bare(previous)


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
        inner = _noun_phrase(words, end + 1, depth + 1)
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


# --- verb groups


def _verb_group(words: Sequence[Word], index: int) -> tuple[VerbGroup, int]:
    """Auxiliaries, adverbs and negations up to the main verb and its particle."""
    end = index
    members: list[Word] = []
    while end < len(words) and _in_group(words, members, end):
        members.append(words[end])
        end += 1
    while members and members[-1].tag is Tag.ADVERB and members[-1].low != "not":
        members.pop()
        end -= 1
    group = _grouped(members)
    group, end = _with_particle(words, group, end)
    return _through_hedge(words, group, end)


def _in_group(words: Sequence[Word], members: Sequence[Word], at: int) -> bool:
    word = words[at]
    if word.tag in {Tag.ADVERB, Tag.NOT}:
        return bool(members) and not _complete(members)
    return word.tag in _GROUP and not _complete(members)


def _complete(members: Sequence[Word]) -> bool:
    """A main verb closes the group, and so does a second form of "have"."""
    return any(m.tag is Tag.VERB for m in members)


def _grouped(members: Sequence[Word]) -> VerbGroup:
    verbs = [m for m in members if m.tag in _GROUP]
    modal = next((m.low for m in verbs if m.tag is Tag.MODAL), "")
    lemma, voice = _voice(verbs)
    return VerbGroup(
        lemma=lemma,
        voice=voice,
        start=members[0].start,
        end=members[-1].end,
        negated=any(m.tag is Tag.NOT or m.low in _NEGATIVE for m in members),
        modal="can" if modal == "cannot" else modal,
        hedged=any(m.low in w.HEDGES for m in members),
        present=verbs[0].low in w.PRESENT_BE | {"does", "do", "has"}
        or verbs[0].form in {Form.THIRD, Form.BASE},
        progressive=verbs[-1].form is Form.GERUND,
        perfect=any(m.tag is Tag.HAVE for m in verbs[:-1]),
        bare_past=len(verbs) == 1 and _could_be_participle(verbs[0]),
    )


def _could_be_participle(verb: Word) -> bool:
    return verb.form is Form.PAST and guess_participle(verb.low) is not None


_NOT_FINITE = frozenset({"be", "been", "being", "having"})
_NEGATIVE = frozenset({"rarely", "seldom", "hardly", "cannot"})


def _voice(verbs: Sequence[Word]) -> tuple[str, Voice]:
    main = verbs[-1]
    if verbs[0].low in _NOT_FINITE:
        return main.lemma or main.low, Voice.LOOSE
    if main.tag is Tag.BE:
        return "be", Voice.COPULA
    if main.tag is Tag.HAVE:
        return "have", Voice.POSSESSION
    if main.tag is not Tag.VERB:
        return main.low, Voice.LOOSE
    passive = main.form is Form.PARTICIPLE and any(v.tag is Tag.BE for v in verbs)
    return main.lemma, Voice.PASSIVE if passive else Voice.ACTIVE


def _with_particle(
    words: Sequence[Word], group: VerbGroup, end: int
) -> tuple[VerbGroup, int]:
    if group.voice not in {Voice.ACTIVE, Voice.PASSIVE} or end >= len(words):
        return group, end
    word = words[end]
    if word.low not in w.PARTICLES:
        return group, end
    lemma = f"{group.lemma} {word.low}"
    return replace(group, lemma=lemma, end=word.end), end + 1


def _through_hedge(
    words: Sequence[Word], group: VerbGroup, end: int
) -> tuple[VerbGroup, int]:
    """ "Appears to form" says "forms" with a hedge; other infinitives stay apart."""
    if group.lemma not in w.HEDGING_VERBS or group.voice is not Voice.ACTIVE:
        return group, end
    if end + 1 >= len(words) or words[end].low != "to" or not _is_verb(words, end + 1):
        return group, end
    inner, after = _verb_group(words, end + 1)
    negated = inner.negated or group.negated
    present = group.present and not inner.perfect
    hedged = replace(
        inner, start=group.start, hedged=True, negated=negated, present=present
    )
    return hedged, after
