"""The grounding guard: what a model or the rules claim has to stand in their quotes.

Numbers with their units, dates, identifiers and denials are compared as written;
everything else may be said in other words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.rules.grounding import numbers_in, ungrounded
from memory.rules.negation import denies, mentions_denial, sentences
from memory.rules.stated import dated, folded, measured
from memory.rules.values import Date, Flag, Number, Text, Value


@dataclass(frozen=True)
class Statement:
    """What is claimed: the ids of its ends, or its value, and whether it denies."""

    subject: str
    target: str | Value
    negated: bool


@dataclass(frozen=True)
class Objection:
    """Why a statement is not grounded: a reason code and words for people."""

    reason: str
    detail: str


def objection(
    statement: Statement, quotes: Sequence[str], contexts: Sequence[str]
) -> Objection | None:
    """The first thing of a statement that its quotes do not bear out, or none.

    `contexts` are the quotes widened to whole sentences: a denial just outside a
    quote still counts.
    """
    return (
        _number(statement.target, quotes)
        or _identifier(statement, quotes)
        or _denial(statement, contexts)
    )


def _number(target: str | Value, quotes: Sequence[str]) -> Objection | None:
    match target:
        case Number(number, unit) if not any(
            measured(quote, number, unit) for quote in quotes
        ):
            missing = f"{number} {unit}".strip()
        case Date(date) if not any(dated(quote, date) for quote in quotes):
            missing = date.isoformat()
        case Text(text) if absent := ungrounded(numbers_in(text), quotes):
            missing = str(absent[0])
        case _:
            return None
    return Objection(
        "number_not_grounded", f"{missing} stands like that in none of the quotes."
    )


def _identifier(statement: Statement, quotes: Sequence[str]) -> Objection | None:
    spelled = [_spelled_out(folded(quote)) for quote in quotes]
    for name in _names(statement):
        for tag in tags(name):
            if not any(
                next(_places(tag, quote), None) is not None for quote in spelled
            ):
                return Objection(
                    "identifier_not_grounded", f"“{tag}” stands in none of the quotes."
                )
    return None


def _names(statement: Statement) -> list[str]:
    match statement.target:
        case str(name) | Text(name):
            return [statement.subject, name]
        case _:
            return [statement.subject]


def tags(name: str) -> list[str]:
    """The folded words of a name that identify: with a digit, or in capitals."""
    words = (word.strip(".,;:!?()[]“”\"'’") for word in name.split())
    return [folded(word) for word in words if _is_tag(word)]


def _is_tag(word: str) -> bool:
    capitals = sum(map(str.isupper, word)) >= 2 and word.upper() == word
    return capitals or any(c.isdigit() for c in word) or bool(re.search("[@_]", word))


_LETTERS = re.compile(r"\b([\w-]*\d)([^\W\d])((?:/[^\W\d]\b)+)")
_DIGITS = re.compile(r"\b([\w-]*[^\W\d]-?)(\d+)((?:/\d+\b)+)")


def _spelled_out(quote: str) -> str:
    """Add what shorthand means: p-101a/b names p-101b, p-101/102 names p-102."""
    meant = [
        found[1] + ending
        for pattern in (_LETTERS, _DIGITS)
        for found in pattern.finditer(quote)
        for ending in found[3].split("/")[1:]
    ]
    return " ; ".join([quote, *meant])


def _places(word: str, text: str) -> Iterator[int]:
    """Where a folded word stands whole in a folded text: p-101 is not in p-101a."""
    if not word:
        return
    whole = rf"(?<!\w)(?<!\w[-.]){re.escape(word)}(?!\w)(?![-.]\w)"
    yield from (found.start() for found in re.finditer(whole, text))


def _denial(statement: Statement, contexts: Sequence[str]) -> Objection | None:
    negated = statement.negated
    if isinstance(statement.target, Flag):
        negated ^= not statement.target.value
    spoken = [folded(each) for context in contexts for each in sentences(context)]
    placed = [(sentence, _anchors(statement, sentence)) for sentence in spoken]
    most = max((sum(map(bool, things)) for _, things in placed), default=0)
    telling = [each for each in placed if sum(map(bool, each[1])) == most]
    if negated and not any(mentions_denial(sentence) for sentence, _ in telling):
        detail = "The statement denies something, and its quotes do not."
    elif not negated and telling and all(denies(*each) for each in telling):
        detail = "The quotes deny what the statement says."
    else:
        return None
    return Objection("negation_not_grounded", detail)


def _anchors(statement: Statement, sentence: str) -> list[list[int]]:
    return [
        _standing(statement.subject, sentence),
        _target_standing(statement.target, sentence),
    ]


def _target_standing(target: str | Value, sentence: str) -> list[int]:
    match target:
        case str(name) | Text(name):
            return _standing(name, sentence)
        case Number(number, _):
            return [
                found.start()
                for found in re.finditer(
                    r"[-−]?\d(?:[\d.,]*\d)?|\b[a-z]{3,6}\b", sentence
                )
                if number in numbers_in(found[0])
            ]
        case Date(date):
            return [found.start() for found in re.finditer(str(date.year), sentence)]
        case Flag():
            return [len(sentence)]


def _standing(name: str, sentence: str) -> list[int]:
    """Where a thing stands: by its name, else by its tags, else by its last word."""
    if found := list(_places(folded(name).strip(), sentence)):
        return found
    spelled = _spelled_out(sentence) if "/" in sentence else sentence
    if tagged := [at for tag in tags(name) for at in _places(tag, spelled)]:
        return [min(at, len(sentence) - 1) for at in tagged]
    last = folded(name).split()[-1:]
    return [at for word in last if len(word) > 3 for at in _places(word, sentence)]
