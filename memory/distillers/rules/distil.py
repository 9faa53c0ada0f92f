"""The offline distiller: observations in, proposed claims and open questions out."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from memory.distillers.lexicon import Lexicon
from memory.distillers.proposal import (
    Distillation,
    ObservationText,
    Proposal,
)
from memory.distillers.rules.clause import Clause
from memory.distillers.rules.clauses import clauses_of
from memory.distillers.rules.entities import Antecedents
from memory.distillers.rules.fragments import fragments_of
from memory.distillers.rules.marks import NodeNames, marks_in
from memory.distillers.rules.predicates import Predicates
from memory.distillers.rules.reader import Reader, Statement
from memory.distillers.rules.residue import (
    Question,
    content_words,
    open_question,
    unanswered,
)
from memory.distillers.rules.scene import Scene, scene_of
from memory.distillers.rules.statements import statements_of
from memory.distillers.rules.tagging import tagged
from memory.distillers.rules.text import Sentence, Token, sentences_of, tokens_of

MAX_SENTENCE = 2_000
"""A longer sentence, in characters, is no prose and is not read."""

_QUOTES = frozenset("`\"“”„«»*_'‘’")


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
        tokens = _prose(sentence.tokens)
        marks = marks_in(observation.text, tokens, self.names) if tokens else []
        words = tagged(observation.text, tokens, marks)
        scene = scene_of(observation, sentence, words)
        for clause in (*clauses_of(scene.chunks), *fragments_of(scene.chunks)):
            for statement in statements_of(reader, clause):
                self._propose(scene, clause, statement)
            _remember(reader, scene, clause)

    def _propose(self, scene: Scene, clause: Clause, statement: Statement) -> None:
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


def _prose(tokens: Sequence[Token]) -> list[Token]:
    """Without quotation marks and the dots of abbreviations ("Dr. H. Aalto")."""
    last = tokens[-1]
    return [t for t in tokens if t.text not in _QUOTES and (t.text != "." or t is last)]


def _remember(reader: Reader, scene: Scene, clause: Clause) -> None:
    if clause.relative or clause.shared:
        return
    if not clause.subjects:
        reader.antecedents.forget()
    mentions = [mention for _, mention in reader.subjects(clause)]
    if len(mentions) == 1:
        reader.antecedents.remember(mentions[0], scene.span)
