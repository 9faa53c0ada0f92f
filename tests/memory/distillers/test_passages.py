"""The measured quality does not fall, and the measure itself tells right from wrong."""

from collections import Counter
from decimal import Decimal

import pytest

from benchmarks.distil import PARTS, Reading, agrees, judged, passages
from memory.distillers.proposal import Entity, Proposal
from memory.rules.values import Number, Value


@pytest.mark.parametrize("half", PARTS)
def test_precision_and_coverage_hold_on_every_part(half: str) -> None:
    outcomes = [judged(p) for p in passages() if p.half == half]
    right = sum(len(o.right) for o in outcomes)
    wrong = sum(len(o.wrong) for o in outcomes)
    assert len(outcomes) >= 20
    assert right / (right + wrong) >= 0.85
    assert sum(bool(o.right) for o in outcomes) / len(outcomes) >= 0.7


def test_the_passages_come_from_ten_domains_in_each_part() -> None:
    domains = {p.domain for p in passages()}
    assert len(domains) == 10
    for domain in domains:
        halves = [p.half for p in passages() if p.domain == domain]
        assert Counter(halves) == {
            "developed": 4,
            "held out": 4,
            "second held out": 2,
        }


def proposal(
    subject: str, predicate: str, target: Entity | Value, *, negated: bool = False
) -> Proposal:
    return Proposal(
        subject=Entity("thing", subject),
        predicate=predicate,
        target=target,
        kappa=0.6,
        spans=(),
        text="",
        negated=negated,
        qualifiers={},
        claim_type="relation",
        attributed_to=None,
        known=True,
    )


READING = Reading("gene ropA", ("encode", "codes_for"), "outer membrane porin", False)
PORIN = Entity("thing", "porin")


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (proposal("ropA", "encodes", PORIN), True),
        (proposal("The gene ropA", "encoded_in", PORIN), True),
        (proposal("ropB", "encodes", PORIN), False),
        (proposal("ropA", "decodes", PORIN), False),
        (proposal("ropA", "encodes", Entity("thing", "membrane")), False),
        (proposal("ropA", "encodes", Entity("thing", "inner porin")), False),
        (proposal("ropA", "not_encode", PORIN, negated=True), False),
    ],
)
def test_the_measure_accepts_wordings_and_no_other_claim(
    claim: Proposal, expected: bool
) -> None:
    assert agrees(claim, READING) is expected


def test_the_measure_compares_numbers_and_units() -> None:
    reading = Reading("tank", ("has_capacity",), "3200 m3", False)
    right = proposal("tank", "has_capacity", Number(Decimal(3200), "m3"))
    assert agrees(right, reading)
    for number, unit in ((3201, "m3"), (3200, "kg")):
        wrong = proposal("tank", "has_capacity", Number(Decimal(number), unit))
        assert not agrees(wrong, reading)
