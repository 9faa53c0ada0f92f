"""The units check compares the units of a text with those it needs."""

import math
import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import permutations

from memory.classifier.attributes import kind_of, kind_of_dimensions, mismatches
from memory.classifier.decision import Decision, scaled
from memory.classifier.finding import Finding, Verdict
from memory.classifier.formula import relation_finding
from memory.classifier.interval import Interval
from memory.classifier.money import MONEY
from memory.classifier.readers.physical import concluded, measured
from memory.classifier.readers.total import totals
from memory.classifier.relation import Relation
from memory.classifier.scales import misuses
from memory.classifier.sentence import Sentence
from memory.classifier.unit_scale import scale_of, times

_RATE_GIVEN = re.compile(
    r"exchange rate|convert|equivalent|at today|at current rate", re.I
)
_ABSOLUTE = re.compile(r"\babsolute\b", re.I)
# What absolute pressure adds to that of a gauge, in pascal, from high ground to low.
_ATMOSPHERE = Interval(Decimal(50_000), Decimal(110_000))
_GAUGE = re.compile(r"\bgauge\b", re.I)
# Factors that a slipped prefix, byte for bit or a mistaken unit of time leave behind.
_SLIPS = (1.0, 8.0, 1 / 8, 60.0, 1 / 60, 3600.0, 1 / 3600, 3.6, 1 / 3.6, 24.0, 1 / 24)


def is_slip(ratio: Decimal | None) -> bool:
    """True when reported over computed is a power of ten, 8, 60, 3.6 or the like."""
    if ratio is None or ratio <= 0 or not ratio.is_finite():
        return False
    for slip in _SLIPS:
        power = math.log10(float(ratio) / slip)
        whole = abs(power - round(power)) < 0.02
        thousands = round(power) % 3 == 0 if slip != 1.0 else round(power) != 0
        if whole and thousands:
            return True
    return False


def _finding(
    s: Sentence,
    places: tuple[int, ...],
    verdict: Verdict,
    message: str,
    computed: str,
    rule: str,
) -> Finding:
    return Finding(
        check="units",
        verdict=verdict,
        decided_by="code",
        span=s.absolute(*places),
        message=message,
        reported=s.written(places[-1]),
        computed=computed,
        rule=rule,
    )


def _kinds(s: Sentence) -> Iterator[Finding]:
    for i, kind, wanted in mismatches(s):
        written = s.written(i)
        message = f"{written} measures {kind}; the text needs {wanted}."
        yield _finding(s, (i,), "contradicted", message, wanted, "kind")


def _currencies(s: Sentence) -> Iterator[Finding]:
    """A total over more than one currency, without a rate."""
    if _RATE_GIVEN.search(s.text):
        return
    for relation in totals(s, mixed=True):
        units = {s.quantities[i].unit for i in relation.places()} - {"1"}
        if len(units & MONEY) < 2 or relation.result is None:
            continue
        bare = sum(s.quantities[i].low for i in relation.operands)
        same = bare == s.quantities[relation.result].low
        message = f"{' and '.join(sorted(units))} are added without an exchange rate."
        verdict: Verdict = "contradicted" if same else "undecidable"
        yield _finding(
            s, relation.places(), verdict, message, "needs a rate", "currency"
        )


def _unlike(s: Sentence) -> Iterator[Finding]:
    """Amounts of two kinds added as if they were of one."""
    for relation in totals(s, mixed=True):
        if relation.result is None:
            continue
        units = [s.quantities[i].unit for i in relation.operands]
        kinds = {kind for unit in units if (kind := kind_of(unit))}
        bare = sum(s.quantities[i].low for i in relation.operands)
        if len(kinds) > 1 and bare == s.quantities[relation.result].low:
            message = f"{' and '.join(sorted(kinds))} are added; they have no sum."
            yield _finding(
                s, relation.places(), "contradicted", message, "one kind", "unlike"
            )


def _gauge(s: Sentence) -> Iterator[Finding]:
    found = [i for i, q in enumerate(s.quantities) if kind_of(q.unit) == "pressure"]
    if len(found) != 2 or not (_GAUGE.search(s.text) and _ABSOLUTE.search(s.text)):
        return
    left, right = (scaled(s.quantities[i]) for i in found)
    named = _ABSOLUTE.search(s.before(found[1])) and _GAUGE.search(s.before(found[0]))
    if named and not _ATMOSPHERE.meets(right - left):
        message = "Absolute pressure is gauge pressure plus about 1 bar of atmosphere."
        yield _finding(
            s, tuple(found), "contradicted", message, "gauge + 1 atm", "gauge"
        )


def _product_in_wrong_unit(s: Sentence) -> Iterator[Finding]:
    """ "2 kW for 3 hours uses 6 kW": the number is right, the unit is not."""
    places = [i for i, _ in measured(s)]
    if len(places) != 3:
        return
    for first, second, last in permutations(places):
        one, other, result = (s.quantities[i] for i in (first, second, last))
        equal = result.low == one.low * other.low and 1 not in (one.low, other.low)
        if first > second or not last or not equal or not concluded(s, last):
            continue
        product = times(scale_of(one.unit).dimensions, scale_of(other.unit).dimensions)
        right, kind = kind_of_dimensions(product), kind_of(result.unit)
        if right and kind and right != kind:
            message = f"{s.written(last)} measures {kind}; the product is {right}."
            found = (first, second, last)
            yield _finding(s, found, "contradicted", message, right, "kind")
            return


def belongs(relation: Relation, decision: Decision, s: Sentence) -> bool:
    """True when a failed relation is a matter of units, not of arithmetic."""
    if relation.kind == "same":
        above, rate, _ = s.quantities[relation.operands[0]].unit.partition("/")
        other = s.quantities[relation.result or 0].unit.partition("/")[0]
        # One thing over two times is arithmetic, as in "30 a second, 1,800 a minute".
        return not rate or above != other or is_slip(decision.ratio)
    if relation.kind not in ("product", "quotient"):
        return False
    measured = all(s.quantities[i].unit != "1" for i in relation.places())
    return measured and is_slip(decision.ratio)


def check(s: Sentence, decided: list[tuple[Relation, Decision]]) -> Iterator[Finding]:
    """Findings on the units of a sentence; `decided` are its decided relations."""
    relations = [relation for relation, _ in decided]
    yield from _kinds(s)
    for found in misuses(s, relations):
        yield _finding(
            s, found.places, "contradicted", found.message, found.computed, found.rule
        )
    yield from _currencies(s)
    yield from _unlike(s)
    yield from _gauge(s)
    yield from _product_in_wrong_unit(s)
    for relation, decision in decided:
        if belongs(relation, decision, s):
            yield relation_finding(s, relation, decision, "units")
