"""Finds the predicate that a phrase names, in either direction."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from memory.distillers.lexicon import KnownPredicate
from memory.distillers.rules import words as w
from memory.distillers.rules.verbs import Form, guess_participle, lemma_in_form


class Pattern(StrEnum):
    """The constructions under which a predicate can be found."""

    VERB = "verb"
    PASSIVE = "passive"
    BE = "be"
    HAVE = "have"


type Key = tuple[Pattern, str, str]


@dataclass(frozen=True, slots=True)
class Match:
    """A predicate for a construction; `inverted` when subject and object change."""

    name: str
    inverted: bool
    known: bool
    value_kind: str = ""


@dataclass(slots=True)
class Predicates:
    """The predicates of a lexicon by the constructions that express them."""

    _index: dict[Key, Match] = field(default_factory=dict)
    _negations: dict[str, str] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, predicates: Iterable[KnownPredicate]) -> "Predicates":
        """Index names, labels, aliases and inverse labels; the first one wins."""
        self = cls()
        for predicate in predicates:
            self._names.add(predicate.name)
            if predicate.negates:
                self._negations[predicate.negates] = predicate.name
                continue
            for phrase in _phrases(predicate):
                self._add(
                    phrase, Match(predicate.name, False, True, predicate.value_kind)
                )
            if predicate.inverse_label:
                match = Match(predicate.name, True, True, predicate.value_kind)
                self._add(predicate.inverse_label, match)
        return self

    def _add(self, phrase: str, match: Match) -> None:
        for key in _keys(phrase):
            self._index.setdefault(key, match)

    def find(self, pattern: Pattern, word: str, preposition: str = "") -> Match | None:
        """The known predicate of a construction, or None."""
        return self._index.get((pattern, word, preposition))

    def derived(self, name: str, kind: str) -> Match:
        """A name of its own: a known one that takes other values is not reused."""
        if name in self._names:
            name += f"_{kind}"
        return Match(name, inverted=False, known=False)

    def negation_of(self, name: str) -> tuple[str, bool]:
        """The name that denies a predicate, and whether it is known."""
        known = self._negations.get(name)
        return (known, True) if known else (f"not_{name}", False)


def _phrases(predicate: KnownPredicate) -> tuple[str, ...]:
    spelled = predicate.name.replace("_", " ")
    return (predicate.label, *predicate.aliases, spelled)


def _keys(phrase: str) -> Iterator[Key]:
    """The constructions a phrase in the third person stands for."""
    parts = phrase.lower().split()
    was_be = bool(parts) and parts[0] in w.BE
    if was_be:
        parts = [p for p in parts[1:] if p not in w.ARTICLES | {"also"}]
        if phrase.lower().endswith((" a", " an")):
            yield (Pattern.BE, "a", "")
            return
    if not parts:
        return
    if parts[0] == "has" and len(parts) > 1:
        yield (Pattern.HAVE, " ".join(parts[1:]), "")
        return
    yield from _key_of(parts, was_be)


def _key_of(parts: list[str], was_be: bool) -> Iterator[Key]:
    preposition = parts[-1] if parts[-1] in w.PREPOSITIONS else ""
    body = parts[:-1] if preposition else parts
    if not body:
        yield (Pattern.BE, "", preposition)
        return
    verb = lemma_in_form(body[0], Form.THIRD, Form.BASE)
    participle = guess_participle(body[0])
    if participle and (was_be or preposition) and len(body) == 1:
        yield (Pattern.PASSIVE, participle, preposition)
        if not was_be and (past := _past(body)):
            yield (Pattern.VERB, past, preposition)
    elif not was_be and (verb or (body[0].endswith("s") and not preposition)):
        lemma = " ".join([verb or body[0][:-1], *body[1:]])
        yield (Pattern.VERB, lemma, preposition)
    elif preposition:
        yield (Pattern.BE, " ".join(body), preposition)
    if not was_be and not preposition and (past := _past(body)):
        yield (Pattern.VERB, past, "")


def _past(body: list[str]) -> str | None:
    return lemma_in_form(body[0], Form.PAST) if len(body) == 1 else None
