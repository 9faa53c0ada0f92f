"""What "X is Y" states: a measure, a state, a kind, a relation noun or a place."""

from collections.abc import Iterator

from memory.distillers.rules.clause import Clause
from memory.distillers.rules.complements import is_time
from memory.distillers.rules.entities import Mention, mention_of, owner_of
from memory.distillers.rules.phrase import NounPhrase
from memory.distillers.rules.predicates import Match, Pattern
from memory.distillers.rules.reader import (
    Reader,
    Statement,
    kind_of,
    measure_of,
    snake,
    stated,
)
from memory.distillers.rules.word import Measure, Tag
from memory.distillers.rules.words import listed
from memory.rules.values import Text

_KIND_WORDS = frozenset({"kind", "type", "form", "sort", "species", "example"})

_SPATIAL = listed("in at on near above below behind beneath inside outside")

_ABSTRACT = listed(
    "progress place use service force operation error doubt line alarm fault stock"
    " time order charge danger trouble fact case good hold leave holiday average peak"
    " question review effect issue schedule risk agreement contact control addition"
    " general particular practice principle theory touch favour turn"
)


def copula(reader: Reader, clause: Clause) -> Iterator[Statement]:
    """Every statement of a clause whose verb is "be"."""
    if not clause.objects:
        yield from _placed(reader, clause)
    for phrase in clause.subjects:
        for complement in clause.objects:
            yield from _is(reader, clause, phrase, complement)


def _is(
    reader: Reader, clause: Clause, phrase: NounPhrase, complement: NounPhrase
) -> Iterator[Statement]:
    measure = measure_of(complement)
    subject = reader.subject(phrase)
    if measure:
        yield from _measured(reader, clause, phrase, complement, measure)
    elif subject is None or complement.is_pronoun or is_time(complement):
        return
    elif clause.linked and clause.linked[0].preposition == "than":
        yield from _compared(reader, clause, subject, complement)
    elif _is_state(complement):
        yield from _state(reader, clause, subject, complement)
    elif _names_relation(complement):
        yield from _relation_noun(reader, clause, subject, complement)
    elif _is_named(complement):
        yield from _identified(reader, clause, phrase, complement)
    else:
        yield from _classified(reader, clause, subject, complement)


def _measured(
    reader: Reader,
    clause: Clause,
    phrase: NounPhrase,
    complement: NounPhrase,
    measure: Measure,
) -> Iterator[Statement]:
    """The owner has the attribute; without an owner the thing itself is measured."""
    subject = reader.subject(phrase)
    found = owner_of(phrase, reader.text, reader.antecedents)
    if clause.dimension and subject:
        found = (subject, clause.dimension)
    if measure.is_change:
        return
    if found:
        match = reader.has(found[1], kind_of(measure))
        yield stated(clause, found[0], match, measure, complement)
    elif subject and not phrase.is_pronoun:
        kind = kind_of(measure)
        match = reader.match(Pattern.PASSIVE, "measure", "as", kind, "measured as")
        yield stated(clause, subject, match, measure, complement)


def _compared(
    reader: Reader, clause: Clause, subject: Mention, complement: NounPhrase
) -> Iterator[Statement]:
    words = [word.low for word in complement.words]
    if complement.determiner or len(words) > 2:
        return
    match = Match(snake(" ".join([*words, "than"])), inverted=False, known=False)
    for phrase, mention in reader.objects(clause, clause.linked[0].phrases):
        yield stated(clause, subject, match, mention, phrase)


def _state(
    reader: Reader, clause: Clause, subject: Mention, complement: NounPhrase
) -> Iterator[Statement]:
    """A bare adjective, unless something follows that it needs ("subject to …")."""
    if clause.closed:
        words = Text(reader.text[complement.words[0].start : complement.end])
        yield stated(clause, subject, reader.status(), words, complement)


def _relation_noun(
    reader: Reader, clause: Clause, subject: Mention, complement: NounPhrase
) -> Iterator[Statement]:
    """ "X is the capital of Y": the noun names the relation."""
    target = mention_of(complement.of, reader.text) if complement.of else None
    if target:
        noun = " ".join(word.low for word in complement.words[-3:])
        match = reader.match(Pattern.BE, noun, "of", "node", f"{noun} of")
        yield stated(clause, subject, match, target, complement)


def _identified(
    reader: Reader, clause: Clause, phrase: NounPhrase, complement: NounPhrase
) -> Iterator[Statement]:
    """ "The tenant is Orla Byrne": she is a tenant, or the owner has her."""
    subject, target = reader.subject(phrase), mention_of(complement, reader.text)
    found = owner_of(phrase, reader.text, reader.antecedents)
    if not subject or not target:
        return
    if found:
        match = reader.has(found[1], "node")
        yield stated(clause, found[0], match, target, complement)
        return
    if subject.plural and len(clause.objects) == 1:
        yield from _state(reader, clause, subject, complement)
        return
    pair = (target, subject) if subject.generic else (subject, target)
    yield stated(clause, pair[0], _kind_match(reader), pair[1], complement)


def _classified(
    reader: Reader, clause: Clause, subject: Mention, complement: NounPhrase
) -> Iterator[Statement]:
    target = mention_of(_kind_phrase(complement), reader.text)
    if target:
        yield stated(clause, subject, _kind_match(reader), target, complement)


def _kind_match(reader: Reader) -> Match:
    return reader.match(Pattern.BE, "a", "", "node", "is a")


def _placed(reader: Reader, clause: Clause) -> Iterator[Statement]:
    """ "X is in Y"; places only, never "in progress"."""
    link = clause.linked[0] if clause.linked else None
    if link is None or link.preposition not in _SPATIAL:
        return
    fallback = f"located {link.preposition}"
    match = reader.match(Pattern.BE, "", link.preposition, "node", fallback)
    for _, subject in reader.subjects(clause):
        for phrase, target in reader.objects(clause, link.phrases):
            if phrase.head.low not in _ABSTRACT and not is_time(phrase):
                yield stated(clause, subject, match, target, phrase)


def _is_state(phrase: NounPhrase) -> bool:
    """Whether a bare complement is an adjective: "closed", "world-readable"."""
    if phrase.determiner or phrase.of or phrase.owner or _is_named(phrase):
        return False
    head = phrase.head
    if head.tag is Tag.ADJECTIVE or len(phrase.words) > 1:
        return head.tag is Tag.ADJECTIVE
    return not (phrase.is_plural or head.low.endswith("ing"))


def _names_relation(phrase: NounPhrase) -> bool:
    """ "The capital of Y", but neither "a kind of Y" nor "the Lighthouse of Y"."""
    if phrase.of is None or phrase.owner or phrase.head.low in _KIND_WORDS:
        return False
    return not all(word.tag is Tag.NAME for word in phrase.words)


def _is_named(phrase: NounPhrase) -> bool:
    names = {Tag.NAME, Tag.NODE, Tag.IDENTIFIER, Tag.POSSESSIVE}
    return not phrase.determiner and all(word.tag in names for word in phrase.words)


def _kind_phrase(phrase: NounPhrase) -> NounPhrase:
    """ "A kind of pump" is a pump."""
    if phrase.of and phrase.head.low in _KIND_WORDS:
        return phrase.of
    return phrase
