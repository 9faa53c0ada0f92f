"""Decides relations by interval arithmetic over numbers as precise as written.

Nothing here reads text: the readers name the quantities, this module computes.
"""

from collections.abc import Sequence
from decimal import DecimalException

from memory.classifier import amounts, derivation, growth, parts
from memory.classifier.decision import ONE, UNDECIDABLE, Decision, Rule, total_of
from memory.classifier.interval import exact
from memory.classifier.quantity import Quantity
from memory.classifier.relation import Relation
from memory.classifier.unit_scale import UnitRejected

# Readings on scales where sums and ratios mean nothing.
_NOT_AMOUNTS = frozenset(("dB",))

_RULES: dict[str, Rule] = {
    "sum": amounts.sum_of,
    "difference": amounts.additive(lambda v: v[0] - total_of(v[1:])),
    "change": amounts.additive(lambda v: v[1] - v[0]),
    "mean": amounts.additive(lambda v: total_of(v) / exact(len(v))),
    "round_trip": amounts.additive(amounts.round_trip),
    "product": amounts.product,
    "quotient": amounts.quotient,
    "share": amounts.share,
    # "92 % of 50,000 were hits, so 4,000 misses"; "£360 with 20 % tax, £300 without".
    "part": amounts.applied(
        lambda p, base: p * base,
        lambda p, base: (ONE - p) * base,
        lambda p, base: base / (ONE + p),
    ),
    "rest": amounts.applied(lambda p, base: (ONE - p) * base),
    "raised": amounts.applied(lambda p, base: (ONE + p) * base),
    "lowered": amounts.applied(lambda p, base: (ONE - p) * base),
    "times": amounts.applied(lambda p, base: p * base),
    "times_less": amounts.applied(lambda p, base: base / p),
    "percent_change": growth.percent_change,
    "chain": growth.chain,
    "recovery": growth.recovery,
    "compound": growth.compound,
    "contains": amounts.contains,
    "ratio_share": growth.parts_share,
    "odds": growth.parts_share,
    "probability": growth.bounded(0, 1),
    "correlation": growth.bounded(-1, 1),
    "whole_number_mean": growth.whole_number_mean,
    "same": amounts.same,
    "rescale": amounts.rescale,
    "proportion": amounts.proportion,
    "follows": derivation.follows,
    "balance": parts.balance,
    "rest_of_all": parts.rest_of_all,
    "within": parts.within,
    "middle": parts.middle,
    "weighted": parts.weighted,
    "mixture": parts.mixture,
    "ratio_part": parts.ratio_part,
    "repeated": parts.repeated,
    "halved": parts.halved,
    "both_chances": parts.both_chances,
}


def decide(relation: Relation, quantities: Sequence[Quantity]) -> Decision:
    """The verdict on one relation; `undecidable` when units or zeros forbid it."""
    operands = [quantities[i] for i in relation.operands]
    if relation.kind != "contains" and any(q.unit in _NOT_AMOUNTS for q in operands):
        return UNDECIDABLE
    place = relation.operands[-1] if relation.result is None else relation.result
    try:
        return _RULES[relation.kind](operands, quantities[place], relation)
    except (UnitRejected, ZeroDivisionError, DecimalException, OverflowError):
        return UNDECIDABLE
