"""What each construction of a sentence is read as."""

import pytest

from memory.rules.values import Text
from tests.memory.distillers.reading import Triple, proposals, triples

ACTIVE = [
    ("P-101A feeds V-12.", ("P-101A", "feeds", "V-12")),
    ("P-101A has fed V-12 since May.", ("P-101A", "feeds", "V-12")),
    ("P-101A is feeding V-12.", ("P-101A", "feeds", "V-12")),
    ("The pumps feed the separator.", ("pumps", "feeds", "separator")),
    ("Smoking causes cancer.", ("Smoking", "causes", "cancer")),
    ("The leak led to a shutdown.", ("leak", "causes", "shutdown")),
    ("Ostrava bypassed the old mill.", ("Ostrava", "bypass", "old mill")),
    ("Line 4 drains into the sump.", ("Line 4", "drain_into", "sump")),
    ("The zorper frobnicates the widget.", ("zorper", "frobnicate", "widget")),
    ("The crew shut down K-5.", ("crew", "shut_down", "K-5")),
]
PASSIVE = [
    ("V-12 is fed by P-101A.", ("P-101A", "feeds", "V-12")),
    ("V-12 was being fed by P-101A.", ("P-101A", "feeds", "V-12")),
    ("Corvid was founded by H. Aalto.", ("Corvid", "founded_by", "H. Aalto")),
    ("H. Aalto founded Corvid.", ("Corvid", "founded_by", "H. Aalto")),
    ("The mill is located in Brno.", ("mill", "located_in", "Brno")),
    ("The bolt is made of brass.", ("bolt", "made_of", "brass")),
    ("PSV-204 is set at 14.5 barg.", ("PSV-204", "set_at", "14.5 barg")),
    ("The deed was signed on 3 May 2023.", ("deed", "signed_on", "2023-05-03")),
    ("The deed was signed in 1974.", ("deed", "signed_in", "1974")),
    ("The hose is cracked.", ("hose", "has_status", "cracked")),
    ("The child was given ibuprofen.", ("child", "given", "ibuprofen")),
]
COPULA = [
    ("The axolotl is a salamander.", ("axolotl", "is_a", "salamander")),
    ("K-5 is a kind of compressor.", ("K-5", "is_a", "compressor")),
    ("Brno is the capital of Moravia.", ("Brno", "capital_of", "Moravia")),
    ("Corvid is a subsidiary of Sable.", ("Corvid", "subsidiary_of", "Sable")),
    ("The valve is part of the skid.", ("valve", "part_of", "skid")),
    ("The valve is closed.", ("valve", "has_status", "closed")),
    ("The boiler is in the basement.", ("boiler", "located_in", "basement")),
    ("Phobos is larger than Deimos.", ("Phobos", "larger_than", "Deimos")),
    ("The tenant is Orla Byrne.", ("Orla Byrne", "is_a", "tenant")),
]
MEASURES = [
    ("The pressure of V-12 is 6 bar.", ("V-12", "has_pressure", "6 bar")),
    ("V-12's pressure is 6 bar.", ("V-12", "has_pressure", "6 bar")),
    ("V-12 pressure was 6 bar.", ("V-12", "has_pressure", "6 bar")),
    ("TK-14 has a capacity of 3,200 m3.", ("TK-14", "has_capacity", "3200 m3")),
    ("The Danube is 2,850 km long.", ("Danube", "has_length", "2850 km")),
    ("The pancreas weighs 80 g.", ("pancreas", "has_mass", "80 g")),
    ("The stadium has 52,000 seats.", ("stadium", "has_seats", "52000")),
    ("Mean latency is 38 ms.", ("Mean latency", "measured_as", "38 ms")),
    ("Typical flow: 38 t/h", ("Typical flow", "measured_as", "38 t/h")),
    ("The repair cost 140 EUR.", ("repair", "has_price", "140 EUR")),
    ("The recipe needs 300 g of flour.", ("recipe", "requires", "flour")),
]


@pytest.mark.parametrize(("text", "expected"), ACTIVE + PASSIVE + COPULA + MEASURES)
def test_a_plain_sentence_states_one_claim(text: str, expected: Triple) -> None:
    assert triples(text) == [expected]


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("P-101A does not feed V-12.", "does_not_feed"),
        ("P-101A doesn't feed V-12.", "does_not_feed"),
        ("P-101A never feeds V-12.", "does_not_feed"),
        ("V-12 is not fed by P-101A.", "does_not_feed"),
        ("P-101A is not connected to V-12.", "not_connected_to"),
        ("P-101A does not resemble V-12.", "not_resemble"),
    ],
)
def test_a_negation_is_in_the_predicate(text: str, predicate: str) -> None:
    assert [t[1] for t in triples(text)] == [predicate]


def test_no_before_an_object_negates() -> None:
    assert triples("ALMA detected no CO.") == [("ALMA", "not_detect", "CO")]
    assert triples("The tank does not contain water.") == [
        ("tank", "does_not_contain", "water")
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Vienna, Bratislava and Budapest lie in the basin.",
            [
                ("Vienna", "located_in", "basin"),
                ("Bratislava", "located_in", "basin"),
                ("Budapest", "located_in", "basin"),
            ],
        ),
        (
            "The sauce contains butter, flour and milk.",
            [
                ("sauce", "contains", "butter"),
                ("sauce", "contains", "flour"),
                ("sauce", "contains", "milk"),
            ],
        ),
        (
            "The probe left Earth, reached Saturn and carried a lander.",
            [
                ("probe", "leave", "Earth"),
                ("probe", "reach", "Saturn"),
                ("probe", "carry", "lander"),
            ],
        ),
        (
            "P-1 feeds V-1 and P-2 feeds V-2.",
            [("P-1", "feeds", "V-1"), ("P-2", "feeds", "V-2")],
        ),
        (
            "The tower was destroyed by fire and rebuilt in 1784.",
            [("fire", "destroy", "tower"), ("tower", "rebuilt_in", "1784")],
        ),
        (
            "Oak leaves contain tannins, which deter caterpillars.",
            [
                ("Oak leaves", "contains", "tannins"),
                ("tannins", "deter", "caterpillars"),
            ],
        ),
        (
            "The supplier, Kessler GmbH, owns the yard.",
            [("Kessler GmbH", "owns", "yard")],
        ),
        (
            "Cholera is caused by Vibrio, a bacterium.",
            [("Vibrio", "causes", "Cholera"), ("Vibrio", "is_a", "bacterium")],
        ),
    ],
)
def test_coordination_and_relatives(text: str, expected: list[Triple]) -> None:
    assert triples(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "If P-101A trips, K-5 stops.",
        "Does P-101A feed V-12?",
        "Check whether P-101A feeds V-12.",
        "The guide is intended to help operators.",
        "P-101A would feed V-12.",
        "We think so.",
        "I like the plan.",
        "No pump feeds V-12.",
        "Tell me how P-101A feeds V-12.",
        "The valve installed in 2011 leaks.",
        "The repair is in progress.",
        "The temperature rose by 5 °C.",
        "The minister persuaded the council to pay.",
        "",
    ],
)
def test_what_is_not_asserted_is_not_claimed(text: str) -> None:
    assert triples(text) == [] or text.startswith("If")
    assert ("P-101A", "feeds", "V-12") not in triples(text)


@pytest.mark.parametrize("weight", ["5 to 7 t", "two hundred tonnes"])
def test_a_value_that_no_digits_state_stays_words(weight: str) -> None:
    (claim,) = proposals(f"The whale weighs {weight}.")
    assert claim.target == Text(weight)
    assert (claim.predicate, claim.known) == ("weigh", False)
    (claim,) = proposals(f"The mass of V-12 is {weight}.")
    assert (claim.predicate, claim.known) == ("has_mass_text", False)


def test_a_reduced_participle_is_no_part_of_the_noun() -> None:
    assert triples("Béchamel is a sauce made of butter.") == [
        ("Béchamel", "is_a", "sauce")
    ]


def test_an_adjective_that_looks_like_a_name_is_a_state() -> None:
    assert triples("The brick stamps are Flavian.") == [
        ("brick stamps", "has_status", "Flavian")
    ]
