"""Measures the claims classifier and prints every numerator and denominator.

Usage: python -m benchmarks.checks [--gsm8k FILE] [--misses]
"""

import argparse
import re
import sys
from pathlib import Path

from benchmarks.grid import conversions
from benchmarks.pairs import (
    Pair,
    Score,
    halves,
    measure,
    paraphrases,
    proposed,
    strangers,
)
from benchmarks.perturbed import particle_notes, worked_solutions
from benchmarks.prose import ordinary
from benchmarks.provenance import measure_notes
from memory.classifier.check import RULES_VERSION, check_text
from memory.classifier.sentence import read

NOTES = 400
SOLUTIONS = 1000
SENTENCES = 8000
# check: (least precision, least recall on perturbed texts, least on paraphrases)
FLOORS = {
    "formula": (0.98, 0.60, 0.50),
    "units": (0.98, 0.70, 0.70),
    "double_counting": (0.95, 0.45, 0.45),
}


# Without a judge these checks only find candidates.
CANDIDATES = ("generalisation", "vocabulary")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _score(name: str, score: Score) -> None:
    recall = score.points / max(1, score.pairs)
    _say(
        f"{name:46} points {score.points}/{score.pairs} = {recall:.3f}   precision"
        f" {score.flagged}/{score.flagged + score.false_alarms} = {score.precision:.3f}"
    )


def _halves(name: str, pairs: list[Pair], *, show: bool) -> None:
    for half, part in halves(pairs):
        score, missed = measure(part)
        _score(f"{name}, {half}", score)
        for pair in missed if show and half == "development" else ():
            _say(f"    missed: {pair.flawed}")


def _perturbed(options: argparse.Namespace) -> None:
    _say("(a) one number of a true text perturbed, beside its twin")
    notes = particle_notes(NOTES)
    if not notes:
        _say("    the pdg package is not installed: no footnotes")
    _halves("formula: particle data footnotes", notes, show=options.misses)
    if options.gsm8k:
        solutions = worked_solutions(options.gsm8k, SOLUTIONS)
        _halves("formula: worked school solutions", solutions, show=options.misses)
    _halves("units: generated conversions", conversions(), show=options.misses)


def _paraphrased(options: argparse.Namespace) -> None:
    _say("(b) paraphrases written before the rules, by the author of the rules")
    everything = paraphrases()
    for check in dict.fromkeys(pair.check for pair in everything):
        for half, part in halves(everything):
            pairs = [pair for pair in part if pair.check == check]
            candidates = check in CANDIDATES
            score, missed = measure(pairs, flags=proposed if candidates else None)
            _score(f"{check}{' candidates' if candidates else ''}, {half}", score)
            for pair in missed if options.misses and half == "development" else ():
                _say(f"    missed: {pair.flawed}")


def _strangers(*, show: bool) -> None:
    _say(
        "(b) sentences by somebody who had not seen the rules; of the held-out half"
        " only counts were read"
    )
    for half, part in strangers().items():
        for check in dict.fromkeys(pair.check for pair in part):
            score, missed = measure([pair for pair in part if pair.check == check])
            _score(f"{check}, {half}", score)
            for pair in missed if show and half == "development" else ():
                _say(f"    missed: {pair.flawed}")


def _ordinary(*, show: bool) -> None:
    _say("(d) false alarms on docstrings, package descriptions and licences")
    sentences = ordinary(SENTENCES)
    alarmed = [s for s in sentences if check_text(s).alarms()]
    dense = sum(any(len(p.quantities) > 1 for p in read(s)) for s in sentences)
    digits = sum(bool(re.search(r"\d", s)) for s in sentences)
    _say(
        f"    alarms {len(alarmed)}/{len(sentences)} ="
        f" {len(alarmed) / max(1, len(sentences)):.4f}"
        f" ({digits} with digits, {dense} with two quantities or more)"
    )
    for sentence in alarmed if show else ():
        _say(f"    alarm: {sentence}")


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gsm8k", type=Path, help="a GSM8K file of worked solutions")
    parser.add_argument("--misses", action="store_true", help="show what was missed")
    options = parser.parse_args()
    _say(f"claims classifier, rules version {RULES_VERSION}, offline")
    _perturbed(options)
    _paraphrased(options)
    _strangers(show=options.misses)
    _say("(c) sources noted as not independent, provenance handed in")
    _score("double_counting: notes", measure_notes())
    _ordinary(show=options.misses)
    for check, (precision, perturbed, rephrased) in FLOORS.items():
        _say(f"floor {check}: P {precision}, R {perturbed} on (a), {rephrased} on (b)")


if __name__ == "__main__":
    main()
