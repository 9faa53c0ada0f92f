"""What a clause states, as subject, predicate and target, one per construction."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from memory.distillers.proposal import Entity
from memory.distillers.rules import words as w
from memory.distillers.rules.clauses import GIVING, Clause, Linked, is_time
from memory.distillers.rules.entities import Antecedents, Mention, mention_of, owner_of
from memory.distillers.rules.phrases import NounPhrase, Voice, is_bare
from memory.distillers.rules.predicates import Match, Pattern, Predicates
from memory.distillers.rules.tagging import Measure, Tag
from memory.rules.values import Date, Number, Text, Value


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


_KIND_WORDS = frozenset({"kind", "type", "form", "sort", "species", "example"})
_SPATIAL = frozenset("on near above below behind beneath inside outside between".split())
_ABSTRACT = frozenset(
    "progress place use service force operation error doubt line alarm fault stock"
    " time order charge danger trouble fact case good hold leave holiday average peak"
    " question review effect issue schedule risk agreement contact control addition"
    " general particular practice principle theory touch favour turn".split()
)


@dataclass(slots=True)
class Reader:
    """Reads clauses of one observation; it remembers subjects for pronouns."""

    text: str
    predicates: Predicates
    antecedents: Antecedents

    def statements(self, clause: Clause) -> Iterator[Statement]:
        """Every statement the clause makes outright."""
        if not clause.complete or clause.verb.modal == "would":
            return
        for statement in self._by_voice(clause):
            yield _forward(statement)

    def _by_voice(self, clause: Clause) -> Iterator[Statement]:
        match clause.verb.voice:
            case Voice.COPULA:
                yield from self._copula(clause)
            case Voice.POSSESSION:
                yield from self._possession(clause)
            case Voice.PASSIVE:
                yield from self._passive(clause)
            case Voice.ACTIVE:
                yield from self._active(clause)

    # --- shared

    def subjects(self, clause: Clause) -> Iterator[tuple[NounPhrase, Mention]]:
        """The subjects that name something, pronouns resolved."""
        for phrase in clause.subjects:
            mention = self._subject(phrase)
            if mention:
                yield phrase, mention

    def _subject(self, phrase: NounPhrase) -> Mention | None:
        if phrase.is_pronoun:
            return self.antecedents.meant_by(phrase.head.low)
        return mention_of(phrase, self.text, quantified=True)

    def _mention(self, phrase: NounPhrase) -> Mention | None:
        if phrase.is_pronoun:
            return self.antecedents.meant_by(phrase.head.low)
        return mention_of(phrase, self.text)

    def _objects(self, phrases: tuple[NounPhrase, ...]) -> Iterator[
        tuple[NounPhrase, Mention]
    ]:
        for phrase in phrases:
            mention = None if _no_thing(phrase) else self._mention(phrase)
            if mention:
                yield phrase, mention

    def _match(
        self, pattern: Pattern, word: str, preposition: str, kind: str, fallback: str
    ) -> Match:
        """The known predicate if it takes this kind of target, else a derived name."""
        found = self.predicates.find(pattern, word, preposition)
        if found and (found.value_kind or "node") == kind:
            return found
        return Match(fallback.replace(" ", "_").replace("-", "_"), False, False)

    # --- "X is …"

    def _copula(self, clause: Clause) -> Iterator[Statement]:
        if not clause.objects:
            yield from self._placed(clause)
            return
        for phrase in clause.subjects:
            for complement in clause.objects:
                yield from self._is(clause, phrase, complement)

    def _is(
        self, clause: Clause, phrase: NounPhrase, complement: NounPhrase
    ) -> Iterator[Statement]:
        measure = measure_of(complement)
        subject = self._subject(phrase)
        if measure:
            yield from self._measured(clause, phrase, complement, measure)
        elif subject is None or complement.is_pronoun or is_time(complement):
            return
        elif clause.linked and clause.linked[0].preposition == "than":
            yield from self._compared(clause, subject, complement)
        else:
            yield from self._classified(clause, phrase, subject, complement)

    def _measured(
        self,
        clause: Clause,
        phrase: NounPhrase,
        complement: NounPhrase,
        measure: Measure,
    ) -> Iterator[Statement]:
        if measure.is_change:
            return
        dimension = clause.dimension
        found = owner_of(phrase, self.text, self.antecedents)
        subject = self._mention(phrase)
        if dimension and subject:
            found = (subject, dimension)
        if found:
            match = self._has(found[1], "number")
            yield _stated(found[0], match, measure, complement, clause)
        elif subject and not phrase.is_pronoun:
            match = self._match(
                Pattern.PASSIVE, "measure", "as", "number", "measured_as"
            )
            yield _stated(subject, match, measure, complement, clause)

    def _has(self, noun: str, kind: str) -> Match:
        return self._match(Pattern.HAVE, noun, "", kind, f"has_{noun}")

    def _compared(
        self, clause: Clause, subject: Mention, complement: NounPhrase
    ) -> Iterator[Statement]:
        words = [word.low for word in complement.words]
        if complement.determiner or len(words) > 2:
            return
        for phrase, mention in self._objects(clause.linked[0].phrases):
            match = Match("_".join([*words, "than"]), False, False)
            yield Statement(subject, match, mention, phrase.end, clause.verb.negated)

    def _classified(
        self,
        clause: Clause,
        phrase: NounPhrase,
        subject: Mention,
        complement: NounPhrase,
    ) -> Iterator[Statement]:
        if _is_state(complement):
            if clause.closed:
                yield self._state(clause, subject, complement)
            return
        if complement.of and complement.words[-1].low not in _KIND_WORDS:
            if complement.owner is None:
                yield from self._relation_noun(clause, subject, complement)
            return
        if _is_named(complement):
            yield from self._identified(clause, phrase, subject, complement)
            return
        target = mention_of(_kind_phrase(complement), self.text)
        if target:
            match = self._match(Pattern.BE, "a", "", "node", "is_a")
            negated = clause.verb.negated or complement.determiner == "no"
            yield Statement(subject, match, target, complement.end, negated)

    def _state(
        self, clause: Clause, subject: Mention, complement: NounPhrase
    ) -> Statement:
        words = self.text[complement.words[0].start : complement.end]
        match = self._match(Pattern.HAVE, "status", "", "text", "has_status")
        end = complement.end
        return Statement(subject, match, Text(words), end, clause.verb.negated)

    def _relation_noun(
        self, clause: Clause, subject: Mention, complement: NounPhrase
    ) -> Iterator[Statement]:
        """ "X is the capital of Y": the noun names the relation."""
        assert complement.of is not None
        target = mention_of(complement.of, self.text)
        if not target:
            return
        noun = " ".join(word.low for word in complement.words[-3:])
        match = self._match(Pattern.BE, noun, "of", "node", f"{noun} of")
        yield Statement(subject, match, target, complement.end, clause.verb.negated)

    def _identified(
        self,
        clause: Clause,
        phrase: NounPhrase,
        subject: Mention,
        complement: NounPhrase,
    ) -> Iterator[Statement]:
        """ "The tenant is Orla Byrne": she is a tenant, or the owner has her."""
        target = mention_of(complement, self.text)
        if not target:
            return
        found = owner_of(phrase, self.text, self.antecedents)
        negated = clause.verb.negated
        if found:
            match = self._has(found[1], "node")
            yield Statement(found[0], match, target, complement.end, negated)
        elif subject.generic:
            match = self._match(Pattern.BE, "a", "", "node", "is_a")
            yield Statement(target, match, subject, complement.end, negated)
        else:
            match = self._match(Pattern.BE, "a", "", "node", "is_a")
            yield Statement(subject, match, target, complement.end, negated)

    def _placed(self, clause: Clause) -> Iterator[Statement]:
        """ "X is in Y"; places only, never "in progress"."""
        if not clause.linked:
            return
        link = clause.linked[0]
        if link.preposition not in _SPATIAL | {"in", "at"}:
            return
        fallback = f"located_{link.preposition}"
        for _, subject in self.subjects(clause):
            for phrase, target in self._objects(link.phrases):
                if phrase.head.low in _ABSTRACT or is_time(phrase):
                    continue
                match = self._match(Pattern.BE, "", link.preposition, "node", fallback)
                yield Statement(
                    subject, match, target, phrase.end, clause.verb.negated
                )

    # --- "X has …"

    def _possession(self, clause: Clause) -> Iterator[Statement]:
        for _, subject in self.subjects(clause):
            for phrase in clause.objects:
                statement = self._has_thing(clause, subject, phrase)
                if statement:
                    yield statement

    def _has_thing(
        self, clause: Clause, subject: Mention, phrase: NounPhrase
    ) -> Statement | None:
        negated = clause.verb.negated or phrase.determiner == "no"
        counted = _counted(phrase)
        if counted:
            noun, measure = counted
            return _stated(subject, self._has(noun, "number"), measure, phrase, clause)
        inner = measure_of(phrase.of) if phrase.of else None
        if inner:
            noun = " ".join(word.low for word in phrase.words[-3:])
            return _stated(subject, self._has(noun, "number"), inner, phrase, clause)
        target = None if measure_of(phrase) else self._mention(phrase)
        if not target or target.entity == subject.entity:
            return None
        return Statement(
            subject, Match("has", False, False), target, phrase.end, negated
        )

    # --- "X does …"

    def _active(self, clause: Clause) -> Iterator[Statement]:
        if clause.verb.lemma in w.SAYING | w.THINKING:
            return
        if clause.verb.lemma in _LINK_VERBS and not _determined(clause.objects):
            return
        for _, subject in self.subjects(clause):
            if clause.objects:
                for phrase in clause.objects:
                    yield from self._does(clause, subject, phrase)
            elif clause.linked:
                yield from self._does_to(clause, subject, clause.linked[0])

    def _does(
        self, clause: Clause, subject: Mention, phrase: NounPhrase
    ) -> Iterator[Statement]:
        lemma = clause.verb.lemma
        negated = clause.verb.negated or phrase.determiner == "no"
        measure = measure_of(phrase)
        if measure:
            if not measure.is_change:
                match = self._match(Pattern.VERB, lemma, "", "number", lemma)
                yield _stated(subject, match, measure, phrase, clause)
            return
        if clause.verb.progressive and not (phrase.determiner or _is_named(phrase)):
            return
        amount, thing = self._portion(phrase)
        target = None if _no_thing(thing) else self._mention(thing)
        if target and target.entity != subject.entity and not is_time(thing):
            match = self._match(Pattern.VERB, lemma, "", "node", lemma)
            yield Statement(
                subject, match, target, phrase.end, negated, amount=amount
            )

    def _portion(self, phrase: NounPhrase) -> tuple[str, NounPhrase]:
        """ "300 g of flour" is flour, in that amount."""
        head = phrase.head
        if phrase.of is None or head.tag is not Tag.QUANTITY or is_bare(head):
            return "", phrase
        return self.text[head.start : head.end], phrase.of

    def _does_to(
        self, clause: Clause, subject: Mention, link: Linked
    ) -> Iterator[Statement]:
        if link.preposition not in w.LINKING:
            return
        lemma, preposition = clause.verb.lemma, link.preposition
        fallback = f"{lemma} {preposition}"
        for phrase in link.phrases:
            target = self._any_target(phrase)
            if target is None:
                continue
            match = self._match(
                Pattern.VERB, lemma, preposition, _kind(target), fallback
            )
            yield _to(subject, match, target, phrase, clause)

    def _any_target(self, phrase: NounPhrase) -> Mention | Measure | Date | Text | None:
        payload = phrase.head.payload
        if isinstance(payload, Date | Text) and phrase.head.tag is Tag.DATE:
            return payload
        measure = measure_of(phrase)
        if measure:
            return None if measure.is_change else measure
        return None if is_time(phrase) else self._mention(phrase)

    # --- "X is done …"

    def _passive(self, clause: Clause) -> Iterator[Statement]:
        for _, subject in self.subjects(clause):
            if clause.verb.lemma in GIVING:
                yield from self._given(clause, subject)
            for link in clause.linked:
                if link.preposition == "by":
                    yield from self._done_by(clause, subject, link)
                elif link is clause.linked[0] or _dated(link):
                    yield from self._done_at(clause, subject, link)
            if not clause.linked and not clause.objects:
                yield from self._is_done(clause, subject)

    def _given(self, clause: Clause, subject: Mention) -> Iterator[Statement]:
        participle = self._participle(clause)
        match = self._match(Pattern.PASSIVE, clause.verb.lemma, "", "node", participle)
        for phrase, target in self._objects(clause.objects):
            yield Statement(subject, match, target, phrase.end, clause.verb.negated)

    def _done_by(
        self, clause: Clause, subject: Mention, link: Linked
    ) -> Iterator[Statement]:
        lemma = clause.verb.lemma
        for phrase, agent in self._objects(link.phrases):
            found = self.predicates.find(Pattern.PASSIVE, lemma, "by")
            if found and not found.inverted and found.value_kind == "node":
                yield Statement(
                    subject, found, agent, phrase.end, clause.verb.negated
                )
            else:
                match = self._match(Pattern.VERB, lemma, "", "node", lemma)
                yield Statement(
                    agent, match, subject, phrase.end, clause.verb.negated
                )

    def _done_at(
        self, clause: Clause, subject: Mention, link: Linked
    ) -> Iterator[Statement]:
        if link.preposition not in w.LINKING | {"as"}:
            return
        lemma, preposition = clause.verb.lemma, link.preposition
        participle = self._participle(clause)
        for phrase in link.phrases:
            target = self._any_target(phrase)
            if target is None:
                continue
            match = self._match(
                Pattern.PASSIVE,
                lemma,
                preposition,
                _kind(target),
                f"{participle} {preposition}",
            )
            yield _to(subject, match, target, phrase, clause)

    def _participle(self, clause: Clause) -> str:
        """The participle as written, its particle included."""
        count = len(clause.verb.lemma.split())
        written = self.text[clause.verb.start : clause.verb.end].lower().split()
        return " ".join(written[-count:])

    def _is_done(self, clause: Clause, subject: Mention) -> Iterator[Statement]:
        verb = clause.verb
        if not clause.closed or not verb.present or verb.progressive or verb.modal or verb.perfect:
            return
        match = self._match(Pattern.HAVE, "status", "", "text", "has_status")
        words = Text(self._participle(clause))
        yield Statement(subject, match, words, verb.end, verb.negated)


_LINK_VERBS = frozenset("remain stay become look sound feel stand go turn".split())


def _determined(objects: tuple[NounPhrase, ...]) -> bool:
    return all(o.determiner or o.head.tag is Tag.QUANTITY for o in objects)


def _forward(statement: Statement) -> Statement:
    """Turn a statement round whose words name the predicate's other direction."""
    target = statement.target
    if not statement.match.inverted or not isinstance(target, Mention):
        return statement
    return replace(statement, subject=target, target=statement.subject)


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


def _counted(phrase: NounPhrase) -> tuple[str, Measure] | None:
    """ "52,000 seats": a bare number of something."""
    first = phrase.words[0].payload
    if len(phrase.words) < 2 or not isinstance(first, Measure) or phrase.of:
        return None
    return " ".join(word.low for word in phrase.words[1:][-3:]), first


def _stated(
    subject: Mention,
    match: Match,
    measure: Measure,
    phrase: NounPhrase,
    clause: Clause,
) -> Statement:
    negated = clause.verb.negated
    return Statement(
        subject, match, measure.value, phrase.end, negated, measure.qualifier
    )


def _to(
    subject: Mention,
    match: Match,
    target: Mention | Measure | Date | Text,
    phrase: NounPhrase,
    clause: Clause,
) -> Statement:
    if isinstance(target, Measure):
        return _stated(subject, match, target, phrase, clause)
    return Statement(subject, match, target, phrase.end, clause.verb.negated)


def _kind(target: Mention | Measure | Date | Text) -> str:
    match target:
        case Measure(value=Number()):
            return "number"
        case Date():
            return "date"
        case Mention():
            return "node"
    return "text"


def _dated(link: Linked) -> bool:
    return all(p.head.tag is Tag.DATE for p in link.phrases)


def _is_state(phrase: NounPhrase) -> bool:
    """Whether a bare complement is an adjective: "closed", "world-readable"."""
    if phrase.determiner or phrase.of or phrase.owner or _is_named(phrase):
        return False
    head = phrase.head
    if len(phrase.words) > 1:
        return head.tag is Tag.ADJECTIVE
    return head.tag is Tag.ADJECTIVE or not (phrase.is_plural or head.low.endswith("ing"))


def _is_named(phrase: NounPhrase) -> bool:
    if phrase.determiner:
        return False
    return all(
        word.tag in {Tag.NAME, Tag.NODE, Tag.IDENTIFIER, Tag.POSSESSIVE}
        for word in phrase.words
    )


def _kind_phrase(phrase: NounPhrase) -> NounPhrase:
    """ "A kind of pump" is a pump."""
    if phrase.of and phrase.words[-1].low in _KIND_WORDS:
        return phrase.of
    return phrase


__all__ = ["Entity", "Reader", "Statement", "measure_of"]
