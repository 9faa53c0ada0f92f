"""κ and what is noted beside a statement: who said it, under which condition."""

import pytest

from memory.distillers.rules.kappa import CEILING, FLOOR, kappa_of
from tests.memory.distillers.reading import only, proposals, triples

PLAIN = "P-101A feeds V-12."


def test_a_plain_sentence_of_known_names_reaches_the_ceiling() -> None:
    assert only(PLAIN).kappa == CEILING == 0.6


@pytest.mark.parametrize(
    "text",
    [
        "P-101A may feed V-12.",
        "P-101A might feed V-12.",
        "P-101A probably feeds V-12.",
        "Perhaps P-101A feeds V-12.",
        "P-101A appears to feed V-12.",
        "P-101A seems to feed V-12.",
        "P-101A feeds V-12, I think.",
        "P-101A feeds V-12, which needs checking.",
        "Kim suspects that P-101A feeds V-12.",
        "The tests suggest that P-101A feeds V-12.",
        "He said that P-101A feeds V-12.",
    ],
)
def test_a_hedge_halves_it(text: str) -> None:
    (proposal,) = proposals(text)
    assert (proposal.subject.id, proposal.predicate) == ("P-101A", "feeds")
    assert proposal.kappa <= CEILING / 2


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("According to the 2019 HAZOP, P-101A feeds V-12.", "2019 HAZOP"),
        ("P-101A feeds V-12, according to Kim.", "Kim"),
        ("Kim said that P-101A feeds V-12.", "Kim"),
        ("The operator says P-101A feeds V-12.", "operator"),
        ("The report states that P-101A feeds V-12.", "report"),
    ],
)
def test_what_somebody_said_names_them(text: str, who: str) -> None:
    (proposal,) = proposals(text)
    assert proposal.attributed_to is not None
    assert proposal.attributed_to.removeprefix("the ") == who
    assert proposal.kappa == 0.45


def test_a_denied_saying_is_no_claim() -> None:
    assert triples("Kim did not say that P-101A feeds V-12.") == []


def test_a_condition_stays_with_the_claim() -> None:
    proposal = only("P-101A feeds V-12 if XV-3 is open.")
    assert proposal.qualifiers == {"condition": "if XV-3 is open"}
    assert proposal.text == "P-101A feeds V-12 if XV-3 is open."


def test_a_duty_is_not_a_fact() -> None:
    assert only("The Supplier shall deliver the goods.").qualifiers == {
        "modality": "shall"
    }
    assert only("Pressure should be 1.5 bar.").qualifiers == {"modality": "should"}


def test_a_bound_is_not_a_value() -> None:
    assert only("The whale weighs up to 150 tonnes.").qualifiers == {"bound": "up to"}
    about = only("The whale weighs about 150 tonnes.")
    assert about.qualifiers == {}
    assert about.kappa < only("The whale weighs 150 tonnes.").kappa


def test_an_amount_goes_beside_its_substance() -> None:
    proposal = only("The recipe needs 300 g of flour.")
    assert proposal.qualifiers == {"amount": "300 g"}
    counted = only("The mill employs about 600 people.")
    assert counted.subject.id == "people"
    assert counted.qualifiers == {"amount": "about 600"}


def test_factors_multiply_and_stop_at_the_floor() -> None:
    worst = kappa_of(
        hedged=True,
        attributed=True,
        by_pronoun=True,
        known=False,
        generic=True,
        indirect=True,
        loose=True,
    )
    assert worst == pytest.approx(
        0.6 * 0.5 * 0.75 * 0.75 * 0.85 * 0.9 * 0.9 * 0.95, abs=0.001
    )
    assert worst >= FLOOR


@pytest.mark.parametrize(
    ("text", "claim_type"),
    [
        ("P-101A feeds V-12.", "relation"),
        ("P-101A causes noise.", "causal"),
        ("P-101A weighs 80 kg.", "quantity"),
        ("The valve is closed.", "attribute"),
        ("The flyby occurred on 4 November 2010.", "event"),
    ],
)
def test_the_claim_type_follows_the_target(text: str, claim_type: str) -> None:
    assert only(text).claim_type == claim_type


def test_a_pronoun_takes_the_subject_before_it_and_shows_where() -> None:
    text = "The Danube rises in Baden. It is 2,850 km long."
    _, length = proposals(text)
    assert length.subject.id == "Danube"
    assert [text[s.start : s.end] for s in length.spans] == [
        "It is 2,850 km long.",
        "The Danube rises in Baden.",
    ]
    assert length.kappa == 0.45


@pytest.mark.parametrize(
    "text",
    [
        "It feeds V-12.",
        "What a day! It feeds V-12.",
        "P-101A trips. Echo pending. It feeds V-12.",
        "Many pumps leak. It feeds V-12.",
        "Kim opened the valve of the old pump; nobody knew. He feeds V-12? It does.",
    ],
)
def test_a_pronoun_without_a_sure_antecedent_is_dropped(text: str) -> None:
    assert all(target != "V-12" for _, _, target in triples(text))


def test_the_same_statement_is_proposed_once_with_its_best_confidence() -> None:
    proposal = only("P-101A may feed V-12. P-101A feeds V-12.")
    assert proposal.kappa == 0.6
