"""Verb groups: auxiliaries, main verb and particle, cut from tagged words."""

from collections.abc import Sequence
from dataclasses import replace

from memory.distillers.rules import words as w
from memory.distillers.rules.phrase import VerbGroup, Voice
from memory.distillers.rules.verbs import Form, guess_participle
from memory.distillers.rules.word import Tag, Word

GROUP = frozenset({Tag.BE, Tag.HAVE, Tag.DO, Tag.MODAL, Tag.VERB})


def is_verb(words: Sequence[Word], index: int) -> bool:
    return index < len(words) and words[index].tag in {Tag.VERB, Tag.BE, Tag.HAVE}


def verb_group_at(words: Sequence[Word], index: int) -> tuple[VerbGroup, int]:
    """Auxiliaries, adverbs and negations up to the main verb and its particle."""
    end = index + 1
    members = [words[index]]
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
        return not _complete(members)
    return word.tag in GROUP and not _complete(members)


def _complete(members: Sequence[Word]) -> bool:
    """A main verb closes the group, and so does a second form of "have"."""
    return any(m.tag is Tag.VERB for m in members)


def _grouped(members: Sequence[Word]) -> VerbGroup:
    verbs = [m for m in members if m.tag in GROUP]
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
    if end + 1 >= len(words) or words[end].low != "to" or not is_verb(words, end + 1):
        return group, end
    inner, after = verb_group_at(words, end + 1)
    negated = inner.negated or group.negated
    present = group.present and not inner.perfect
    hedged = replace(
        inner, start=group.start, hedged=True, negated=negated, present=present
    )
    return hedged, after
