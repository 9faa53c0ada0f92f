"""Takes from a judge's reply the relations that the sentence bears out, no others."""

from collections.abc import Container, Iterator, Sequence

from memory.classifier.quantity import Quantity
from memory.classifier.relation import ARITY, Relation, well_formed
from memory.judging.cues import asserts
from memory.judging.shape import ReadRelation

type Span = tuple[int, int]


class NotBorneOut(ValueError):
    """The sentence does not say what the model reads in it."""


def relation(said: ReadRelation, text: str, quantities: Sequence[Quantity]) -> Relation:
    """The relation, by positions; raises NotBorneOut.

    Keeps true: every id is one that was given, used once; the quote stands in the
    sentence and holds them all; the cue stands in the quote, outside of the quantities,
    and is of words that can assert the relation.
    """
    known = {f"q{n}": n - 1 for n in range(1, len(quantities) + 1)}
    named = [*said.operands, *([] if said.result is None else [said.result])]
    _require_known(named, known)
    _require_shape(said)
    spans = [quantities[known[name]].span for name in named]
    if not any(_asserted(said, text, spans, at) for at in _places(text, said.quote)):
        raise NotBorneOut(f"the sentence does not say so: {said.quote[:80]!r}")
    found = Relation(
        kind=said.kind,
        operands=tuple(known[name] for name in said.operands),
        result=None if said.result is None else known[said.result],
        signs=tuple(1 if each == "up" else -1 for each in said.directions),
        back=said.returns_to_start,
    )
    if not any(well_formed([found], quantities)):
        raise NotBorneOut(f"a {said.kind} cannot be computed of these")
    return found


def _require_known(named: Sequence[str], known: Container[str]) -> None:
    unknown = [name for name in named if name not in known]
    if unknown:
        raise NotBorneOut(f"{unknown[0][:20]!r} is the id of no quantity")
    if len(set(named)) < len(named):
        raise NotBorneOut("a quantity is used twice")


def _require_shape(said: ReadRelation) -> None:
    least, most = ARITY[said.kind]
    if not least <= len(said.operands) <= most:
        raise NotBorneOut(f"a {said.kind} has {least} to {most} operands")
    if (said.result is None) != (said.returns_to_start or said.kind == "contains"):
        raise NotBorneOut("a result is an id, and null for a return to the start")
    if said.kind == "chain" and len(said.directions) != len(said.operands):
        raise NotBorneOut("a chain has a direction for each operand")


def _asserted(said: ReadRelation, text: str, spans: Sequence[Span], at: Span) -> bool:
    """Whether the quote at this place holds the quantities and a cue beside them."""
    if any(start < at[0] or end > at[1] for start, end in spans):
        return False
    cues = [(at[0] + a, at[0] + b) for a, b in _places(text[slice(*at)], said.cue)]
    return asserts(said.kind, said.cue) and any(
        all(end <= start or last <= begin for start, last in spans)
        for begin, end in cues
    )


def _places(text: str, words: str) -> Iterator[Span]:
    """Where some words stand in a text, character for character."""
    at = text.find(words) if words.strip() else -1
    while at >= 0:
        yield at, at + len(words)
        at = text.find(words, at + 1)
