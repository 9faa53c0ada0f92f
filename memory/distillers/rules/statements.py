"""What a clause states outright, whatever its construction."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from memory.distillers.rules.clause import Clause
from memory.distillers.rules.copula import copula
from memory.distillers.rules.entities import Mention
from memory.distillers.rules.phrase import Voice
from memory.distillers.rules.reader import Reader, Statement
from memory.distillers.rules.verbal import active, passive, possession

_BY_VOICE: Mapping[Voice, Callable[[Reader, Clause], Iterator[Statement]]] = {
    Voice.COPULA: copula,
    Voice.POSSESSION: possession,
    Voice.ACTIVE: active,
    Voice.PASSIVE: passive,
}


def statements_of(reader: Reader, clause: Clause) -> Iterator[Statement]:
    """Every statement of a clause that was understood to its end.

    Nothing from "would", and nothing whose subject is negated ("no pump leaks"):
    that says something about pumps in general, not about one of them.
    """
    if not clause.complete or clause.verb.modal == "would":
        return
    if any(phrase.determiner == "no" for phrase in clause.subjects):
        return
    for statement in _BY_VOICE[clause.verb.voice](reader, clause):
        yield _forward(statement)


def _forward(statement: Statement) -> Statement:
    """Turn a statement round whose words name the predicate's other direction."""
    target = statement.target
    if not statement.match.inverted or not isinstance(target, Mention):
        return statement
    return replace(statement, subject=target, target=statement.subject)
