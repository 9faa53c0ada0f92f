"""What every construction needs: the entities, values and predicates it names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.distillers.rules.clause import Clause
from memory.distillers.rules.complements import is_time
from memory.distillers.rules.entities import Antecedents, Mention, mention_of
from memory.distillers.rules.phrase import NounPhrase
from memory.distillers.rules.predicates import Match, Pattern, Predicates
from memory.distillers.rules.word import Measure, Tag
from memory.rules.values import Date, Number, Text, Value

type Target = Mention | Measure | Date | Text


@dataclass(frozen=True, slots=True)
class Statement:
    """One reading of a clause, before confidence and wording."""

    subject: Mention
    match: Match
    target: Mention | Value
    end: int
    negated: bool = False
    qualifier: str = ""
    amount: str = ""


@dataclass(frozen=True, slots=True)
class Reader:
    """One observation's text with the predicates and the subjects named so far."""

    text: str
    predicates: Predicates
    antecedents: Antecedents

    def subjects(self, clause: Clause) -> Iterator[tuple[NounPhrase, Mention]]:
        """The subjects that name something, pronouns resolved."""
        for phrase in clause.subjects:
            mention = self.subject(phrase)
            if mention:
                yield phrase, mention

    def subject(self, phrase: NounPhrase) -> Mention | None:
        """A subject keeps its quantifier: most pumps are not pumps."""
        if phrase.is_pronoun:
            return self.antecedents.meant_by(phrase.head.low)
        return mention_of(phrase, self.text, quantified=True)

    def objects(
        self, clause: Clause, phrases: Sequence[NounPhrase]
    ) -> Iterator[tuple[NounPhrase, Mention]]:
        """The phrases of a clause that name a thing."""
        for phrase in phrases:
            mention = self.object(clause, phrase)
            if mention:
                yield phrase, mention

    def object(self, clause: Clause, phrase: NounPhrase) -> Mention | None:
        """A thing; "it" means an earlier subject only where nothing is nearer."""
        if phrase.is_pronoun:
            known = self.antecedents.meant_by(phrase.head.low)
            return known if clause.opening else None
        return None if _no_thing(phrase) else mention_of(phrase, self.text)

    def target(self, clause: Clause, phrase: NounPhrase) -> Target | None:
        """A thing, a quantity or a date; never a mere time or a change."""
        payload = phrase.head.payload
        if isinstance(payload, Date | Text):
            return payload
        measure = measure_of(phrase)
        if measure:
            return None if measure.is_change else measure
        return None if is_time(phrase) else self.object(clause, phrase)

    def match(
        self, pattern: Pattern, word: str, preposition: str, kind: str, fallback: str
    ) -> Match:
        """The known predicate if it takes this kind of target, else a derived name."""
        found = self.predicates.find(pattern, word, preposition)
        if found and (found.value_kind or "node") == kind:
            return found
        return self.predicates.derived(snake(fallback), kind)

    def has(self, noun: str, kind: str) -> Match:
        """The predicate of an attribute, named by its noun."""
        return self.match(Pattern.HAVE, noun, "", kind, f"has {noun}")

    def status(self) -> Match:
        """The predicate of a state."""
        return self.match(Pattern.HAVE, "status", "", "text", "has status")


def snake(words: str) -> str:
    """A predicate's name from words: lower case, letters and digits, underscores."""
    plain = "".join(c if c.isalnum() else " " for c in words.lower())
    return "_".join(plain.split())


def measure_of(phrase: NounPhrase) -> Measure | None:
    """The quantity if the phrase is nothing else."""
    payload = phrase.head.payload
    if len(phrase.words) == 1 and isinstance(payload, Measure) and not phrase.of:
        return payload
    return None


def _no_thing(phrase: NounPhrase) -> bool:
    """Whether a phrase names no object: a quantity, or "accumulating" alone."""
    gerund = phrase.head.tag is Tag.GERUND and len(phrase.words) == 1
    return measure_of(phrase) is not None or (gerund and not phrase.determiner)


def kind_of(target: Target) -> str:
    """The value kind of a predicate that takes the target."""
    match target:
        case Measure(value=Number()):
            return "number"
        case Date():
            return "date"
        case Mention():
            return "node"
    return "text"


def stated(
    clause: Clause,
    subject: Mention,
    match: Match,
    target: Target,
    phrase: NounPhrase,
) -> Statement:
    """A statement with the clause's polarity; a measure brings its qualifier."""
    negated = clause.verb.negated != (phrase.determiner == "no")
    if isinstance(target, Measure):
        return Statement(
            subject, match, target.value, phrase.end, negated, target.qualifier
        )
    return Statement(subject, match, target, phrase.end, negated)
