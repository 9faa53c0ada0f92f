"""Which words can be verbs, and of which lemma: a list of lemmas and their forms."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from memory.distillers.rules.verb_list import IRREGULAR, REGULAR
from memory.distillers.rules.words import listed

VOWELS = frozenset("aeiou")


class Form(StrEnum):
    """The five inflected forms of an English verb."""

    BASE = "base"
    THIRD = "third"
    PAST = "past"
    PARTICIPLE = "participle"
    GERUND = "gerund"


@dataclass(frozen=True, slots=True)
class VerbReading:
    """One way to read a word as a verb."""

    lemma: str
    form: Form


_DOUBLING = listed(
    "ban bar clog commit compel control dip drop enrol expel fit flag incur occur pin"
    " plan plug prefer refer regret rob rub scan ship skip slip step stop strip submit"
    " swap tap trap transfer transmit trim trip wrap permit admit equip rebel repel"
    " refit cancel label travel model fuel signal level acquit allot bid log pat pit"
    " hop nod sag jam cram grab drag beg rig dig hug plod prod recur defer deter infer"
    " confer propel dispel excel patrol whip zip clip chop crop mop shop stir scar"
)
"""Lemmas that double their last letter before -ed and -ing."""


def _third(lemma: str) -> str:
    if lemma.endswith(("s", "x", "z", "ch", "sh", "o")):
        return lemma + "es"
    if lemma.endswith("y") and lemma[-2] not in VOWELS:
        return lemma[:-1] + "ies"
    return lemma + "s"


def _stem(lemma: str, ending: str) -> str:
    if lemma in _DOUBLING:
        return lemma + lemma[-1] + ending
    if lemma.endswith("ie") and ending == "ing":
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and not (ending == "ing" and lemma.endswith("ee")):
        return lemma[:-1] + ending
    if ending == "ed" and lemma.endswith("y") and lemma[-2] not in VOWELS:
        return lemma[:-1] + "ied"
    return lemma + ending


def _inflections() -> Iterator[tuple[str, VerbReading]]:
    irregular = {
        row.split()[0]: row.split()
        for row in IRREGULAR.strip().replace("\n", "|").split("|")
    }
    for lemma in sorted({*REGULAR.split(), *irregular}):
        regular = _stem(lemma, "ed")
        _, past, participle = irregular.get(lemma, [lemma, regular, regular])
        yield lemma, VerbReading(lemma, Form.BASE)
        yield _third(lemma), VerbReading(lemma, Form.THIRD)
        yield past, VerbReading(lemma, Form.PAST)
        yield participle, VerbReading(lemma, Form.PARTICIPLE)
        yield _stem(lemma, "ing"), VerbReading(lemma, Form.GERUND)


def _table() -> Mapping[str, tuple[VerbReading, ...]]:
    table: dict[str, list[VerbReading]] = defaultdict(list)
    for word, reading in _inflections():
        table[word].append(reading)
    return {word: tuple(readings) for word, readings in table.items()}


_READINGS = _table()


def verb_readings(word: str) -> tuple[VerbReading, ...]:
    """Every reading of a lower-case word that the list of lemmas knows."""
    return _READINGS.get(word, ())


def lemma_in_form(word: str, *forms: Form) -> str | None:
    """The lemma if the word can stand in one of the forms, the known one first."""
    for reading in verb_readings(word):
        if reading.form in forms:
            return reading.lemma
    return None


def guess_participle(word: str) -> str | None:
    """The lemma of a participle by its ending where the list does not know it."""
    known = lemma_in_form(word, Form.PARTICIPLE)
    if known or not word.endswith("ed") or len(word) < 5 or not word.isalpha():
        return known
    return guess_lemma(word)


def guess_lemma(word: str) -> str:
    """The base form of an unlisted inflected verb, by its ending alone."""
    if word.endswith("ied") or word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("ed"):
        return _undouble(word[:-2])
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def _undouble(stem: str) -> str:
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "sl":
        return stem[:-1]
    if stem.endswith(("at", "iz", "s", "v", "c", "g", "ur", "u")) and stem[-2:] != "ss":
        return stem + "e"
    return stem
