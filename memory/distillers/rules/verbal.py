"""What "X has Y", "X does Y" and "X is done by Y" state."""

from collections.abc import Iterator
from dataclasses import replace

from memory.distillers.rules import words as w
from memory.distillers.rules.clause import Clause, Linked
from memory.distillers.rules.complements import GIVING, is_time
from memory.distillers.rules.entities import Mention
from memory.distillers.rules.nouns import is_bare
from memory.distillers.rules.phrase import NounPhrase
from memory.distillers.rules.predicates import Match, Pattern
from memory.distillers.rules.reader import (
    Reader,
    Statement,
    kind_of,
    measure_of,
    stated,
)
from memory.distillers.rules.word import Measure, Tag
from memory.distillers.rules.words import listed
from memory.rules.values import Text

_LINK_VERBS = listed("remain stay become look sound feel stand go turn")


def possession(reader: Reader, clause: Clause) -> Iterator[Statement]:
    """A count, a measured attribute, or a thing that the subject has."""
    for _, subject in reader.subjects(clause):
        for phrase in clause.objects:
            yield from _has(reader, clause, subject, phrase)


def _has(
    reader: Reader, clause: Clause, subject: Mention, phrase: NounPhrase
) -> Iterator[Statement]:
    found = _counted(phrase) or _measured(phrase)
    if found:
        noun, measure = found
        yield stated(
            clause, subject, reader.has(noun, kind_of(measure)), measure, phrase
        )
        return
    target = reader.object(clause, phrase)
    if target and target.entity != subject.entity:
        match = Match("has", inverted=False, known=False)
        yield stated(clause, subject, match, target, phrase)


def _counted(phrase: NounPhrase) -> tuple[str, Measure] | None:
    """ "52,000 seats": a bare number of something."""
    first = phrase.words[0].payload
    if len(phrase.words) < 2 or not isinstance(first, Measure) or phrase.of:
        return None
    return " ".join(word.low for word in phrase.words[1:][-3:]), first


def _measured(phrase: NounPhrase) -> tuple[str, Measure] | None:
    """ "A capacity of 3,200 m3"."""
    measure = measure_of(phrase.of) if phrase.of else None
    if measure is None:
        return None
    return " ".join(word.low for word in phrase.words[-3:]), measure


def active(reader: Reader, clause: Clause) -> Iterator[Statement]:
    """What the subject does to its object, or without one "to", "in" or "with" it."""
    lemma = clause.verb.lemma
    if lemma in w.SAYING | w.THINKING:
        return
    if lemma in _LINK_VERBS and not all(map(_determined, clause.objects)):
        return
    for _, subject in reader.subjects(clause):
        for phrase in clause.objects:
            yield from _does(reader, clause, subject, phrase)
        if clause.linked and not clause.objects:
            yield from _does_to(reader, clause, subject, clause.linked[0])


def _determined(phrase: NounPhrase) -> bool:
    return bool(phrase.determiner) or phrase.head.tag is Tag.QUANTITY


def _does(
    reader: Reader, clause: Clause, subject: Mention, phrase: NounPhrase
) -> Iterator[Statement]:
    lemma = clause.verb.lemma
    measure = measure_of(phrase)
    if measure and not measure.is_change:
        match = reader.match(Pattern.VERB, lemma, "", kind_of(measure), lemma)
        yield stated(clause, subject, match, measure, phrase)
    elif not measure and not _ambiguous(clause, phrase):
        yield from _does_thing(reader, clause, subject, phrase)


def _ambiguous(clause: Clause, phrase: NounPhrase) -> bool:
    """ "Are rotating neutron stars" may say what they are or what they do."""
    bare = not phrase.determiner and phrase.head.tag is Tag.NOUN
    return clause.verb.progressive and bare


def _does_thing(
    reader: Reader, clause: Clause, subject: Mention, phrase: NounPhrase
) -> Iterator[Statement]:
    amount, thing = _portion(reader, phrase)
    target = reader.object(clause, thing)
    if target is None or target.entity == subject.entity or is_time(thing):
        return
    lemma = clause.verb.lemma
    match = reader.match(Pattern.VERB, lemma, "", "node", lemma)
    negated = clause.verb.negated != (phrase.determiner == "no")
    yield Statement(subject, match, target, phrase.end, negated, amount=amount)


def _portion(reader: Reader, phrase: NounPhrase) -> tuple[str, NounPhrase]:
    """ "300 g of flour" is flour in that amount, "12 bolts" are bolts."""
    head, first = phrase.head, phrase.words[0]
    if first is not head and is_bare(first):
        rest = phrase.words[1:]
        return first.text, replace(phrase, words=rest, start=rest[0].start)
    if phrase.of is None or head.tag is not Tag.QUANTITY or is_bare(head):
        return "", phrase
    return reader.text[head.start : head.end], phrase.of


def _does_to(
    reader: Reader, clause: Clause, subject: Mention, link: Linked
) -> Iterator[Statement]:
    lemma, preposition = clause.verb.lemma, link.preposition
    known = reader.predicates.find(Pattern.VERB, lemma, preposition)
    if known or preposition in w.LINKING:
        yield from _linked(
            reader, clause, subject, link, (Pattern.VERB, f"{lemma} {preposition}")
        )


def _linked(
    reader: Reader,
    clause: Clause,
    subject: Mention,
    link: Linked,
    naming: tuple[Pattern, str],
) -> Iterator[Statement]:
    """One statement for each phrase after the preposition."""
    pattern, fallback = naming
    lemma = clause.verb.lemma
    for phrase in link.phrases:
        target = reader.target(clause, phrase)
        if target is not None:
            kind = kind_of(target)
            match = reader.match(pattern, lemma, link.preposition, kind, fallback)
            yield stated(clause, subject, match, target, phrase)


def passive(reader: Reader, clause: Clause) -> Iterator[Statement]:
    """Who did it, where or when it was done, and what it now is.

    A "by" further off belongs to what stands before it ("after the triage by …").
    """
    for _, subject in reader.subjects(clause):
        if clause.verb.lemma in GIVING:
            yield from _given(reader, clause, subject)
        for position, link in enumerate(clause.linked):
            if link.preposition == "by":
                if position <= 1:
                    yield from _done_by(reader, clause, subject, link)
            elif position == 0 or _dated(link):
                yield from _done_at(reader, clause, subject, link)
        if not clause.linked and not clause.objects:
            yield from _is_done(reader, clause, subject)


def _given(reader: Reader, clause: Clause, subject: Mention) -> Iterator[Statement]:
    """ "The child was given ibuprofen"."""
    lemma = clause.verb.lemma
    match = reader.match(
        Pattern.PASSIVE, lemma, "", "node", _participle(reader, clause)
    )
    for phrase, target in reader.objects(clause, clause.objects):
        yield stated(clause, subject, match, target, phrase)


def _done_by(
    reader: Reader, clause: Clause, subject: Mention, link: Linked
) -> Iterator[Statement]:
    """A predicate of its own ("founded by"), else the active one the other way."""
    lemma = clause.verb.lemma
    own = reader.predicates.find(Pattern.PASSIVE, lemma, "by")
    for phrase, agent in reader.objects(clause, link.phrases):
        if own and own.value_kind == "node":
            yield stated(clause, subject, own, agent, phrase)
        else:
            match = reader.match(Pattern.VERB, lemma, "", "node", lemma)
            yield stated(clause, agent, match, subject, phrase)


def _done_at(
    reader: Reader, clause: Clause, subject: Mention, link: Linked
) -> Iterator[Statement]:
    if link.preposition in w.LINKING | {"as"}:
        fallback = f"{_participle(reader, clause)} {link.preposition}"
        yield from _linked(reader, clause, subject, link, (Pattern.PASSIVE, fallback))


def _participle(reader: Reader, clause: Clause) -> str:
    """The participle as written, its particle included."""
    count = len(clause.verb.lemma.split())
    written = reader.text[clause.verb.start : clause.verb.end].lower().split()
    return " ".join(written[-count:])


def _is_done(reader: Reader, clause: Clause, subject: Mention) -> Iterator[Statement]:
    """ "The bearing is worn": a state, if it is said of now and nothing follows."""
    verb = clause.verb
    if not clause.closed or not verb.present:
        return
    if not (verb.progressive or verb.modal or verb.perfect):
        words = Text(_participle(reader, clause))
        yield Statement(subject, reader.status(), words, verb.end, verb.negated)


def _dated(link: Linked) -> bool:
    return all(p.head.tag is Tag.DATE for p in link.phrases)
