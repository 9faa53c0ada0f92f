"""Scores quantity extraction against public labelled sets given by their paths.

Values and values with unit, precision, recall, F1; the even half of each set is for
development, the odd half is held out.

R-Text is the sentences of Recognizers-Text in the labels and the format of the authors
of CQE, who also made NewsQuant.

Usage: python -m benchmarks.extraction [--newsquant FILE] [--rtext FILE]
    [--quantulum FILE] [--misses]
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from memory.classifier.plurals import singular
from memory.classifier.quantity import Quantity, find_quantities
from memory.classifier.unit_names import TIME
from memory.classifier.unit_text import unit_at

type Pair = tuple[Decimal, str]
type Item = tuple[str, list[Pair]]

# The sets' own names for units we name otherwise.
_NAMES = {
    "percentage": "%",
    "year of age": "year",
    "japanese yen": "JPY",
    "chinese yuan": "CNY",
    "australian dollar": "AUD",
    "canadian dollar": "CAD",
    "hong kong dollar": "HKD",
    "malaysian ringgit": "MYR",
    "swiss franc": "CHF",
    "shekel": "ILS",
    "sen": "sen",
    "indian rupee": "INR",
    "revolutions per minute": "rpm",
    "pound-mass": "pound",
    "dollar": "USD",
    "krone": "DKK",
    "metric horsepower": "metric_horsepower",
    "square kilometre": "km**2",
    "win above replacement": "noun:war",
    "celsius": "degC",
    "fahrenheit": "degF",
    "degree celsius": "degC",
    "degree fahrenheit": "degF",
    "pound": "pound",
    "brake horsepower": "hp",
    "foot pound-force": "pound*foot",
    "pound-foot": "pound*foot",
    "ton": "tonne",
    "parts-per-billion": "ppb",
    "degree": "degree",
    "degree angle": "degree",
    "percentage point": "pp",
    "milliampere-hour": "mAh",
    "count": "1",
    "part per million": "ppm",
    "united states dollar": "USD",
    "pound sterling": "GBP",
    "new zealand dollar": "NZD",
    "kilopound per square inch": "ksi",
    "gigaton": "Gt",
    "dimensionless": "1",
    "-": "1",
    "": "1",
}


def _canonical(name: str) -> str:
    """The set's name of a unit in our names; a counted noun is `noun:<singular>`."""
    if name in _NAMES:
        return _NAMES[name]
    above, per, below = name.partition(" per ")
    if per:
        return _rate(_canonical(above), _canonical(below))
    unit = unit_at(f" {name}", 0)
    if unit and unit.end >= len(name):
        return unit.unit
    return "noun:" + (singular(name.split()[-1]) if name.split() else "")


def _rate(above: str, below: str) -> str:
    """A noun below the line is kept apart from the unit, one above it is a count."""
    if below.startswith("noun:"):
        return above
    return f"{'1' if above.startswith('noun:') else above}/{below}"


def _ours(q: Quantity) -> list[Pair]:
    unit = "tonne" if q.unit == "ton" else q.unit
    if unit == "1" and q.noun:
        unit = "noun:" + singular(q.noun.split()[-1])
    ends = [q.low] if not q.is_range else [q.low, q.high]
    return [(abs(end), unit) for end in (list(q.parts) or ends)]


def _same(left: Decimal, right: Decimal) -> bool:
    return abs(left - right) <= Decimal("0.005") * max(abs(right), Decimal(1))


def _unit_agrees(ours: str, gold: str) -> bool:
    """The same unit; a set's `age` says that a time is an age, in whichever unit."""
    if gold == "1":
        return ours == "1" or ours.startswith("noun:")
    if gold == "noun:age":
        return ours in TIME
    return ours == gold


def labelled(path: Path) -> Iterator[Item]:
    """Sentences of NewsQuant or R-Text with their values and units."""
    for row in json.loads(path.read_text()):
        pairs: list[Pair] = []
        for q in row["quantities"]:
            ends = re.split(r"(?<=\d)\s*-\s*", q["value"])
            unit = _canonical(q["normalized_unit"].strip())
            pairs += [(abs(Decimal(end)), unit) for end in ends]
        yield row["text"], pairs


def quantulum(path: Path) -> Iterator[Item]:
    """Sentences of the set that ships with quantulum3; its ranges are midpoints."""
    for row in json.loads(path.read_text()):
        pairs: list[Pair] = []
        for q in row["res"]:
            middle, spread = Decimal(str(q["value"])), q.get("uncertainty")
            unit = _canonical(str(q["unit"]).replace("metre", "metre"))
            ends = [middle]
            if (
                spread
                and re.search(r"\d.*\d|between", q["surface"])
                and "±" not in q["surface"]
            ):
                ends = [middle - Decimal(str(spread)), middle + Decimal(str(spread))]
            pairs += [(abs(end), unit) for end in ends]
        yield row["req"], pairs


def _matched(gold: list[Pair], ours: list[Pair], units: bool) -> int:
    left, hits = list(ours), 0
    for value, unit in gold:
        for pair in left:
            if _same(pair[0], value) and (not units or _unit_agrees(pair[1], unit)):
                left.remove(pair)
                hits += 1
                break
    return hits


def score(items: list[Item], *, show: bool = False) -> dict[str, tuple[int, int, int]]:
    """(hits, found, gold) for `value` and `value+unit`."""
    total = {"value": [0, 0, 0], "value+unit": [0, 0, 0]}
    for text, gold in items:
        ours = [pair for q in find_quantities(text) for pair in _ours(q)]
        for key, units in (("value", False), ("value+unit", True)):
            hits = _matched(gold, ours, units)
            for i, n in enumerate((hits, len(ours), len(gold))):
                total[key][i] += n
        if show and _matched(gold, ours, True) < max(len(ours), len(gold)):
            sys.stdout.write(f"{text}\n   gold {gold}\n   ours {ours}\n")
    return {key: (n[0], n[1], n[2]) for key, n in total.items()}


def _line(name: str, key: str, hits: int, found: int, gold: int) -> str:
    precision, recall = hits / max(found, 1), hits / max(gold, 1)
    f1 = 2 * hits / max(found + gold, 1)
    return (
        f"{name:24} {key:11} P {hits}/{found} = {precision:.3f}  "
        f"R {hits}/{gold} = {recall:.3f}  F1 {f1:.3f}\n"
    )


def main() -> None:
    """Print the scores of the sets named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--newsquant", type=Path)
    parser.add_argument("--rtext", type=Path)
    parser.add_argument("--quantulum", type=Path)
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    readers = {"newsquant": labelled, "rtext": labelled, "quantulum": quantulum}
    for name, reader in readers.items():
        path = getattr(options, name)
        items = list(reader(path)) if path else []
        for half, part in (("development", items[::2]), ("held out", items[1::2])):
            show = options.misses and half == "development"
            for key, counts in score(part, show=show).items() if part else ():
                sys.stdout.write(_line(f"{name} {half}", key, *counts))


if __name__ == "__main__":
    main()
