"""The offline distiller: observations in, proposed claims and open questions out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from memory.distillers.lexicon import Lexicon
from memory.distillers.proposal import (
    Distillation,
    Entity,
    ObservationText,
    Proposal,
    Span,
)
from memory.distillers.rules import words as w
from memory.distillers.rules.clauses import Clause, Context, clauses_of, conditions
from memory.distillers.rules.entities import Antecedents, Mention
from memory.distillers.rules.fragments import fragments_of
from memory.distillers.rules.kappa import kappa_of
from memory.distillers.rules.marks import NodeNames, marks_in
from memory.distillers.rules.phrases import Chunk, chunks_of
from memory.distillers.rules.predicates import Predicates
from memory.distillers.rules.residue import (
    Question,
    content_words,
    is_open,
    open_question,
    unanswered,
)
from memory.distillers.rules.reader import Reader, Statement
from memory.distillers.rules.statements import statements_of
from memory.distillers.rules.tagging import Word, tagged
from memory.distillers.rules.text import Sentence, sentences_of, tokens_of
from memory.rules.values import Date, Number, Value

MAX_SENTENCE = 2_000
"""A longer sentence, in characters, is no prose and is not read."""

_BOUNDS = frozenset(
    "at least|at most|more than|less than|fewer than|over|under|up to|no more than"
    "|no less than|above|below|exceeding|as many as|as much as|not more than"
    "|<|>|≤|≥|<=|>=".split("|")
)
_QUOTES = frozenset("`\"“”„«»*_'‘’")
_CAUSAL = frozenset("causes does_not_cause prevents does_not_prevent".split())


def distil(observations: Sequence[ObservationText], lexicon: Lexicon) -> Distillation:
    """Read every observation and propose what its sentences say outright.

    Extractive: each proposal's text is a verbatim piece of its first span, and its
    numbers and identifiers occur in its spans. Statements that repeat are proposed
    once, with the highest κ. Linear in the text; raises on nothing.
    """
    reading = _Reading(Predicates.of(lexicon.predicates), NodeNames.of(lexicon.nodes))
    for observation in observations:
        reading.read(observation)
    residue = unanswered(reading.questions, reading.answers)
    return Distillation(tuple(reading.proposals.values()), tuple(residue))


type _Identity = tuple[object, ...]


@dataclass(slots=True)
class _Reading:
    """What has been read of an episode so far."""

    predicates: Predicates
    names: NodeNames
    proposals: dict[_Identity, Proposal] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    answers: list[frozenset[str]] = field(default_factory=list)

    def read(self, observation: ObservationText) -> None:
        """Take in one observation; pronouns do not reach into another one."""
        reader = Reader(observation.text, self.predicates, Antecedents())
        for sentence in sentences_of(observation.text):
            reader.antecedents.next_sentence()
            if sentence.end - sentence.start > MAX_SENTENCE:
                continue
            question = open_question(observation.text, sentence, observation.id)
            if question:
                self.questions.append(question)
            if not sentence.is_question:
                self._declared(observation, sentence, reader)

    def _declared(
        self, observation: ObservationText, sentence: Sentence, reader: Reader
    ) -> None:
        tokens = [t for t in sentence.tokens if t.text not in _QUOTES]
        marks = marks_in(observation.text, tokens, self.names) if tokens else []
        words = tagged(observation.text, tokens, marks)
        scene = scene_of(observation, sentence, words)
        for clause in (*clauses_of(scene.chunks), *fragments_of(scene.chunks)):
            for statement in statements_of(reader, clause):
                self._propose(scene, clause, statement)
            _remember(reader, scene, clause)

    def _propose(self, scene: "Scene", clause: Clause, statement: Statement) -> None:
        if clause.context.supposed or scene.supposes(clause):
            return
        proposal = scene.proposal(clause, statement, self.predicates)
        key = (
            proposal.subject,
            proposal.predicate,
            proposal.target,
            tuple(sorted(proposal.qualifiers.items())),
        )
        known = self.proposals.get(key)
        if known is None or known.kappa < proposal.kappa:
            self.proposals[key] = proposal
            self.answers.append(content_words(tuple(tokens_of(proposal.text))))


def _remember(reader: Reader, scene: "Scene", clause: Clause) -> None:
    if clause.relative or clause.shared:
        return
    if not clause.subjects:
        reader.antecedents.forget()
    mentions = [mention for _, mention in reader.subjects(clause)]
    if len(mentions) == 1:
        reader.antecedents.remember(mentions[0], scene.span)


@dataclass(frozen=True, slots=True)
class Scene:
    """A sentence with what holds for all of its clauses."""

    text: str
    span: Span
    chunks: Sequence[Chunk]
    hedged: bool
    attributed_to: str | None
    conditions: tuple[tuple[int, int], ...]

    def supposes(self, clause: Clause) -> bool:
        """Whether a clause lies inside a condition."""
        at = clause.verb.start
        return any(start <= at < end for start, end in self.conditions)

    def condition_of(self, clause: Clause) -> str:
        """The conditions under which a clause holds: not those of "…, and if"."""
        found = [
            " ".join(self.text[start:end].split())
            for start, end in self.conditions
            if start < clause.verb.start or not _joined(self.text, start)
        ]
        return "; ".join(found)

    def proposal(
        self, clause: Clause, statement: Statement, predicates: Predicates
    ) -> Proposal:
        """Word a statement as a proposal with its κ, spans and qualifiers."""
        name, known = statement.match.name, statement.match.known
        if statement.negated:
            name, known = predicates.negation_of(name)
        who = clause.context.attributed_to or self.attributed_to
        return Proposal(
            subject=statement.subject.entity,
            predicate=name,
            target=_target(statement.target),
            kappa=kappa_of(
                hedged=self.hedged or clause.context.hedged or clause.verb.hedged,
                attributed=who is not None,
                by_pronoun=_by_pronoun(statement),
                known=known,
                generic=statement.subject.generic,
                indirect=clause.relative or clause.shared or bool(clause.verb.modal),
                loose=bool(statement.qualifier),
            ),
            spans=self._spans(statement),
            text=self._wording(clause, statement),
            negated=statement.negated,
            qualifiers=self._qualifiers(clause, statement),
            claim_type=_claim_type(name, statement.target),
            attributed_to=who,
            known=known,
        )

    def _spans(self, statement: Statement) -> tuple[Span, ...]:
        others = [_elsewhere(statement.subject), _elsewhere(statement.target)]
        spans = dict.fromkeys([self.span, *(s for s in others if s is not None)])
        return tuple(spans)

    def _wording(self, clause: Clause, statement: Statement) -> str:
        """The clause alone where it can stand alone, else the whole sentence."""
        subjects = clause.subjects
        alone = len(subjects) == 1 and not (
            clause.relative or clause.shared or self.condition_of(clause)
        )
        if not alone or self.hedged or self.attributed_to or clause.context != _PLAIN:
            return self.text[self.span.start : self.span.end]
        end = max(clause.verb.end, statement.end)
        return self.text[subjects[0].start : end]

    def _qualifiers(self, clause: Clause, statement: Statement) -> Mapping[str, str]:
        found = {}
        condition = self.condition_of(clause)
        if condition:
            found["condition"] = condition
        if clause.verb.modal in w.DUTIES:
            found["modality"] = clause.verb.modal
        if statement.qualifier in _BOUNDS:
            found["bound"] = statement.qualifier
        if statement.amount:
            found["amount"] = statement.amount
        return found


_PLAIN = Context()


def scene_of(
    observation: ObservationText, sentence: Sentence, words: Sequence[Word]
) -> Scene:
    """Cut a sentence into phrases and note what colours all of it."""
    text = observation.text
    who, rest = _according_to(words)
    chunks = chunks_of(rest)
    return Scene(
        text=text,
        span=Span(observation.id, sentence.start, sentence.end),
        chunks=chunks,
        hedged=_hedged(words) or is_open(text[sentence.start : sentence.end]),
        attributed_to=who,
        conditions=tuple(conditions(chunks)),
    )


def _joined(text: str, start: int) -> bool:
    return text[max(0, start - 5) : start].split()[-1:] in (["and"], ["but"], ["or"])


def _hedged(words: Sequence[Word]) -> bool:
    low = [word.low for word in words]
    if any(word in w.HEDGES - w.MODALS for word in low):
        return True
    return any(
        pair in {("i", "think"), ("i", "guess"), ("i", "believe"), ("not", "sure")}
        for pair in zip(low, low[1:], strict=False)
    )


def _according_to(words: Sequence[Word]) -> tuple[str | None, Sequence[Word]]:
    """Cut "according to the 2019 HAZOP," out of a sentence and name who it was."""
    for index, word in enumerate(words[:-2]):
        if word.low == "according" and words[index + 1].low == "to":
            end = _phrase_end(words, index + 2)
            who = " ".join(x.text for x in words[index + 2 : end])
            rest = [*words[:index], *words[end:]]
            while rest and rest[0].text == ",":
                rest = rest[1:]
            return who or None, rest
    return None, words


def _phrase_end(words: Sequence[Word], start: int) -> int:
    for index in range(start, len(words)):
        if words[index].text in {",", ";", ".", ":"}:
            return index
    return len(words)


def _target(target: Mention | Value) -> Entity | Value:
    return target.entity if isinstance(target, Mention) else target


def _by_pronoun(statement: Statement) -> bool:
    target = statement.target
    return statement.subject.by_pronoun or (
        isinstance(target, Mention) and target.by_pronoun
    )


def _elsewhere(target: Mention | Value) -> Span | None:
    return target.span if isinstance(target, Mention) else None


def _claim_type(name: str, target: Mention | Value) -> str:
    if isinstance(target, Number):
        return "quantity"
    if isinstance(target, Date):
        return "event"
    if not isinstance(target, Mention):
        return "attribute"
    return "causal" if name in _CAUSAL else "relation"


__all__ = ["Distillation", "Iterable", "Iterator", "distil"]
