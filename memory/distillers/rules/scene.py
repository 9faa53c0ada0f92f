"""A sentence as a whole, and how its statements become proposals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memory.distillers.proposal import (
    Entity,
    ObservationText,
    Proposal,
    Span,
)
from memory.distillers.rules import words as w
from memory.distillers.rules.clause import Clause
from memory.distillers.rules.contexts import PLAIN, conditions
from memory.distillers.rules.entities import Mention
from memory.distillers.rules.kappa import kappa_of
from memory.distillers.rules.phrase import Chunk
from memory.distillers.rules.phrases import chunks_of
from memory.distillers.rules.predicates import Predicates
from memory.distillers.rules.reader import Statement
from memory.distillers.rules.residue import is_open
from memory.distillers.rules.text import Sentence
from memory.distillers.rules.word import Word
from memory.distillers.rules.words import listed
from memory.rules.values import Date, Number, Value

_LOOSE = listed(
    "about around roughly approximately approx approx. nearly almost some circa ca ca."
    " estimated only exactly ~ ≈"
) | {"close to"}
"""Words before a quantity that say how exact it is; all others bound it."""

_CAUSAL = listed("causes does_not_cause prevents does_not_prevent")


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
        if not alone or self.hedged or self.attributed_to or clause.context != PLAIN:
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
        if statement.qualifier and statement.qualifier not in _LOOSE:
            found["bound"] = statement.qualifier
        if statement.amount:
            found["amount"] = statement.amount
        return found


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
        for pair in pairwise(low)
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
