"""The formula check computes the relations that a text asserts of its numbers."""

from collections.abc import Iterator
from decimal import Decimal

from memory.classifier.decide import decide
from memory.classifier.decision import Decision
from memory.classifier.equations import decimal, equations
from memory.classifier.finding import Check, Finding, shown
from memory.classifier.interval_p import interval_ps
from memory.classifier.p_values import p_values
from memory.classifier.relation import Relation, RelationReader
from memory.classifier.relations import find_relations
from memory.classifier.sentence import Sentence

_WORDS = {
    "sum": "the parts add up to the total",
    "difference": "what is left is the whole less what was taken",
    "change": "the difference is the later value less the earlier one",
    "percent_change": "a percentage change is relative to the earlier value",
    "share": "the share is the part over the whole",
    "part": "the amount is the share of the whole",
    "chain": "successive percentages multiply",
    "recovery": "a gain is taken on what the loss left",
    "compound": "growth compounds",
    "mean": "the mean is the sum over the count",
    "contains": "the interval holds its estimate",
    "probability": "a probability lies between 0 and 1",
    "correlation": "a correlation lies between -1 and 1",
    "whole_number_mean": "a mean of whole numbers is a multiple of one over the count",
    "ratio_share": "m to n makes m of m+n",
    "same": "both say the same amount",
}


def _unit(unit: str) -> str:
    return "" if unit == "1" else f" {unit}"


def _in_unit(value: Decimal, decision: Decision) -> Decimal:
    return value / decision.factor if decision.factor else value


def reported_unit(s: Sentence, relation: Relation) -> str:
    """The unit in which the relation's result is written."""
    return "1" if relation.result is None else s.quantities[relation.result].unit


def relation_finding(
    s: Sentence, relation: Relation, decision: Decision, check: Check = "formula"
) -> Finding:
    """The finding for one decided relation, in the unit the text used."""
    places = relation.places()
    unit = _unit(reported_unit(s, relation))
    stated = "a return to the start" if relation.back else s.written(places[-1])
    computed = " or ".join(
        shown(_in_unit(c.middle, decision)) + unit for c in decision.computed[:2]
    )
    slack = decision.computed[0].slack if decision.computed else Decimal(0)
    width = _in_unit(slack, decision)
    principle = _WORDS.get(relation.kind, "the numbers follow from one another")
    return Finding(
        check=check,
        verdict=decision.verdict,
        decided_by="code",
        span=s.absolute(*places),
        message=_message(decision, stated, computed, principle),
        reported=stated,
        computed=computed,
        tolerance=f"±{shown(width)}{unit}",
        rule=relation.kind,
    )


def _message(decision: Decision, stated: str, computed: str, principle: str) -> str:
    if decision.verdict == "consistent":
        return f"{stated} agrees: {principle}."
    if decision.verdict == "undecidable":
        return f"{stated} cannot be computed from the units and numbers given."
    if not decision.computed:
        return f"{stated} follows from the other numbers in no way."
    if principle.endswith(("1", "estimate")):
        return f"{stated} cannot be right: {principle}."
    return f"For {stated} to hold it would have to be {computed}: {principle}."


def _equations(s: Sentence) -> Iterator[Finding]:
    for found in equations(s.text):
        agrees = abs(found.computed - found.stated) <= found.slack
        computed = shown(decimal(found.computed))
        stated = shown(decimal(found.stated))
        yield Finding(
            check="formula",
            verdict="consistent" if agrees else "contradicted",
            decided_by="code",
            span=(s.start + found.span[0], s.start + found.span[1]),
            message=f"The left side is {computed}, the right side {stated}.",
            reported=stated,
            computed=computed,
            tolerance=f"±{shown(decimal(found.slack))}",
            rule="equation",
        )


def _p_values(s: Sentence) -> Iterator[Finding]:
    for found in p_values(s.text):
        computed = f"p between {found.low:.3g} and {found.high:.3g}"
        yield Finding(
            check="formula",
            verdict="consistent" if found.agrees else "contradicted",
            decided_by="code",
            span=(s.start + found.span[0], s.start + found.span[1]),
            message=f"The statistic gives {computed}; the text says {found.reported}.",
            reported=found.reported,
            computed=computed,
            rule="p_value",
        )


def _intervals(s: Sentence) -> Iterator[Finding]:
    for found in interval_ps(s.text):
        side = "above" if found.holds else "below"
        if found.agrees is None:
            continue
        yield Finding(
            check="formula",
            verdict="consistent" if found.agrees else "contradicted",
            decided_by="code",
            span=(s.start + found.span[0], s.start + found.span[1]),
            message=(
                f"The interval {'holds' if found.holds else 'leaves out'}"
                f" {found.none}, no effect, so p would have to be {side}"
                f" {found.level}; the text says {found.reported}."
            ),
            reported=found.reported,
            computed=f"p {side} {found.level}",
            rule="interval_p",
        )


def decided(
    s: Sentence, reader: RelationReader | None = None
) -> list[tuple[Relation, Decision]]:
    """The relations of a sentence with their decisions."""
    found = [(r, decide(r, s.quantities)) for r in find_relations(s, reader)]
    return [(r, d) for r, d in found if d.verdict != "not_checked"]


def statements(s: Sentence) -> Iterator[Finding]:
    """Findings on equations, p-values and intervals, which need no reader."""
    yield from _equations(s)
    yield from _p_values(s)
    yield from _intervals(s)
