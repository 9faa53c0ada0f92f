"""The questions an episode asks and does not answer."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.distillers.proposal import Entity, ResidueProposal, Span
from memory.distillers.rules import words as w
from memory.distillers.rules.text import Sentence, Token
from memory.distillers.rules.verbs import verb_readings
from memory.distillers.rules.word import is_identifier
from memory.distillers.rules.words import listed

ANSWERED = 0.6
"""Share of a question's content words that one stated claim has to repeat."""

_OPEN = re.compile(
    r"\b(?:unclear|undecided|unresolved|open question|no idea|could not determine"
    r"|unknown (?:whether|why|how|if|what|who)"
    r"|(?:is|are|remains?) (?:still )?unknown"
    r"|not (?:yet )?(?:clear|known|sure|certain)"
    r"|remains to be (?:seen|shown)|to be confirmed"
    r"|needs? (?:to be )?(?:checked|checking|confirmation)"
    r"|wonder(?:ed|ing)? (?:if|whether|why))\b",
    re.IGNORECASE,
)

_EMPTY = (
    w.DETERMINERS
    | w.PRONOUNS
    | w.PREPOSITIONS
    | w.AUXILIARIES
    | w.RELATIVES
    | w.CONDITIONS
    | w.SUBORDINATORS
    | w.COORDINATORS
    | w.NEGATIONS
    | w.ADVERBS
    | listed("many much how when where which who whom whose")
)


@dataclass(frozen=True, slots=True)
class Question:
    """An open question in one sentence."""

    text: str
    span: Span
    content: frozenset[str]
    identifiers: frozenset[str]


def open_question(text: str, sentence: Sentence, observation: int) -> Question | None:
    """The question that a sentence asks or declares open, or None."""
    words = text[sentence.start : sentence.end]
    if not (sentence.is_question or is_open(words)):
        return None
    content = content_words(sentence.tokens)
    if not content:
        return None
    span = Span(observation, sentence.start, sentence.end)
    return Question(words, span, content, _identifiers(sentence.tokens))


def _identifiers(tokens: Sequence[Token]) -> frozenset[str]:
    """What an answer has to name: tags, versions, names with inner capitals."""
    return frozenset(_root(t.low) for t in tokens[1:] if is_identifier(t.text))


def is_open(sentence: str) -> bool:
    """Whether a statement says that something is not known."""
    return _OPEN.search(sentence) is not None


def content_words(tokens: Sequence[Token]) -> frozenset[str]:
    """The lemmas of the words that carry meaning."""
    return frozenset(
        _root(t.low) for t in tokens if t.text[0].isalnum() and t.low not in _EMPTY
    )


def _root(word: str) -> str:
    readings = verb_readings(word)
    if readings:
        return readings[0].lemma
    return word[:-1] if w.is_plural(word) and len(word) > 3 else word


def unanswered(
    questions: Sequence[Question], answers: Sequence[frozenset[str]]
) -> Iterator[ResidueProposal]:
    """The questions whose words no single claim repeats well enough."""
    for question in questions:
        if not any(_answers(answer, question) for answer in answers):
            yield ResidueProposal(
                "question", question.text, question.span, _about(question.text)
            )


def _answers(answer: frozenset[str], question: Question) -> bool:
    shared = len(answer & question.content)
    if not question.identifiers <= answer:
        return False
    return shared >= max(2, ANSWERED * len(question.content))


def _about(text: str) -> tuple[Entity, ...]:
    found: dict[str, Entity] = {}
    for word in re.findall(r"\w[\w./-]*\w", text)[1:]:
        if is_identifier(word):
            found.setdefault(word, Entity("tag", word))
    return tuple(found.values())
