"""The whole listing of particle properties, read from the package that carries it.

Review of Particle Physics, edition 2026, by the Particle Data Group, CC BY 4.0.
"""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pdg

from memory.management.listing import Listing, Measurement, Publication, Quantity

DATABASE = Path(pdg.__file__).with_name("pdg.sqlite")
BEST = re.compile(r"our best(?: \(shown rounded\))? values?(?: of)? ")
# What follows the numbers in a footnote.
ERRORS = re.compile(r"\. Our ?fi")


class Package:
    """The package's tables, as far as they say what rests on what."""

    def __init__(self) -> None:
        self.database = sqlite3.connect(f"file:{DATABASE}?mode=ro", uri=True)
        rows = self.rows("SELECT pdgid, description FROM pdgid ORDER BY sort, id")
        self.names = {f"prop:{key}": name for key, name in rows}
        keys = defaultdict(list)
        for key, name in self.names.items():
            keys[name].append(key)
        self.keys = {name: found[0] for name, found in keys.items() if len(found) == 1}

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        return self.database.execute(statement).fetchall()

    def listing(self) -> Listing:
        """All that is used in an average or rescaled, and what rests on that."""
        found = list(self.measurements())
        quantities = {each.key: each for each in self.quantities(found)}
        measurements = {each.key: _grounded(each, quantities) for each in found}
        cited = {each.publication for each in measurements.values()}
        publications = {x.key: x for x in self.publications() if x.key in cited}
        return Listing(publications, measurements, quantities)

    def publications(self) -> Iterator[Publication]:
        for number, name, place, doi in self.rows(PUBLICATIONS):
            key = f"ref:{number}"
            uri = f"https://doi.org/{doi}" if doi else f"pdg:{key}"
            yield Publication(key, f"{name.strip()}, {place}", uri)

    def measurements(self) -> Iterator[Measurement]:
        """Those that an average takes in or that averages have rescaled."""
        values, notes = self.values(), self.footnotes()
        for number, prop, reference in self.rows(MEASUREMENTS):
            used = values.get((number, 1), "")
            note = notes.get(number, "")
            rescaled_with = tuple(self.best(note))
            if not used and not rescaled_with:
                continue
            value = used or values.get((number, 0), "")
            yield Measurement(
                f"meas:{number}",
                f"prop:{prop}",
                self.names[f"prop:{prop}"],
                f"ref:{reference}",
                value,
                note if rescaled_with else value,
                rescaled_with,
                bool(used),
            )

    def values(self) -> Mapping[tuple[int, int], str]:
        """What was measured, by measurement and by whether an average takes it in."""
        found: dict[tuple[int, int], list[str]] = defaultdict(list)
        for number, used, value, unit in self.rows(VALUES):
            found[number, used].append(f"{value or ''} {unit or ''}".strip())
        return {key: "; ".join(filter(None, told)) for key, told in found.items()}

    def footnotes(self) -> Mapping[int, str]:
        """The sentence that says how a measurement was rescaled."""
        found: dict[int, str] = {}
        for number, text in self.rows(FOOTNOTES):
            if BEST.search(text or ""):
                found.setdefault(number, ERRORS.split(text)[0].strip())
        return found

    def best(self, note: str) -> Iterator[str]:
        """The quantities whose best values a footnote rescales with."""
        start = BEST.search(note)
        names = _fractions(note[start.end() :]) if start else ()
        yield from dict.fromkeys(self.keys[x] for x in names if x in self.keys)

    def quantities(self, measurements: Iterable[Measurement]) -> Iterator[Quantity]:
        """All that rests on a measurement, however far up."""
        inputs: dict[str, list[str]] = defaultdict(list)
        for key, source in self.rows(RATIOS):
            inputs[f"prop:{key}"].append(f"prop:{source}")
        known = _resting(measurements, inputs)
        values = {f"prop:{x}": rest for x, *rest in self.rows(SUMMARIES)}
        for key in known:
            kind, value = values.get(key, ("", ""))
            found = tuple(x for x in dict.fromkeys(inputs[key]) if x in known)
            yield Quantity(key, self.names[key], value.strip(), kind, found)


def _grounded(each: Measurement, known: Mapping[str, Quantity]) -> Measurement:
    """Without the averages that the listing gives no measurement for."""
    return replace(each, rescaled_with=tuple(filter(known.get, each.rescaled_with)))


def _fractions(text: str) -> Iterator[str]:
    """What stands in `B(…)`, however many brackets that holds itself."""
    for found in re.finditer(r"B\(", text):
        depth = 1
        for end in range(found.end(), len(text)):
            depth += (text[end] == "(") - (text[end] == ")")
            if depth == 0:
                yield text[found.end() : end]
                break


def _resting(
    measurements: Iterable[Measurement], inputs: Mapping[str, Iterable[str]]
) -> list[str]:
    """Quantities that some used measurement reaches, in the order of their keys."""
    above: dict[str, set[str]] = defaultdict(set)
    for key, sources in inputs.items():
        for source in sources:
            above[source].add(key)
    found = {each.quantity for each in measurements if each.used}
    waiting = list(found)
    while waiting:
        more = above[waiting.pop()] - found
        found |= more
        waiting.extend(more)
    return sorted(found)


PUBLICATIONS = """
SELECT id, document_id, publication_name, doi FROM pdgreference ORDER BY id
"""
MEASUREMENTS = """
SELECT id, pdgid, pdgreference_id FROM pdgmeasurement ORDER BY id
"""
VALUES = """
SELECT pdgmeasurement_id, used_in_average, value_text, unit_text
FROM pdgmeasurement_values ORDER BY pdgmeasurement_id, sort, id
"""
FOOTNOTES = """
SELECT link.pdgmeasurement_id, note.text FROM pdgmeasurement_footnote link
JOIN pdgfootnote note ON note.id = link.pdgfootnote_id ORDER BY link.id
"""
RATIOS = "SELECT source, target FROM pdgid_map ORDER BY source, sort"
# The value that the listing prints first.
SUMMARIES = """
SELECT pdgid, value_type, coalesce(value_text, '') || ' ' || unit_text
FROM pdgdata ORDER BY pdgid, sort DESC
"""
