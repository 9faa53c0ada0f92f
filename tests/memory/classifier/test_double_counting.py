"""Double counting: bands, shares, wholes beside parts, and sources of one voice."""

from pathlib import Path

import pytest

from memory.classifier.check import check_text
from memory.classifier.facts import Facts
from memory.classifier.taxonomy import Taxonomy, wordnet


def rules(text: str, facts: Facts | None = None) -> list[str]:
    found = check_text(text, facts=facts).alarms()
    return [f.rule for f in found if f.check == "double_counting"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("The age bands are 20-30, 30-40 and 41-50.", "bands"),
        ("Of the budget 50% goes to rent, 40% to food and 30% to travel.", "shares"),
        ("The fleet has 20 vehicles, 12 trucks and 8 vans, 40 in all.", "whole"),
        ("We keep 40 dogs and 60 animals, 100 in total.", "whole"),
        ("It has 50 animals, including 30 dogs, so 80 in all.", "included"),
        ("A has probability 0.6, B 0.7, so either has probability 1.3.", "probability"),
    ],
)
def test_what_is_counted_twice(text: str, rule: str) -> None:
    assert rule in rules(text)


@pytest.mark.parametrize(
    "text",
    [
        "The age bands are 20-29, 30-39 and 40-49.",
        "Of the budget 50% goes to rent, 30% to food and 20% to travel.",
        "Users could select several: 60% chose A, 50% chose B and 40% chose C.",
        "60% of the boys, 70% of the girls and half of the teachers came.",
        "The fleet has 12 trucks and 8 vans, 20 in all.",
        "The three teams handled 33%, 33% and 34% of the tickets.",
    ],
)
def test_what_is_counted_once(text: str) -> None:
    assert rules(text) == []


def test_sources_of_one_voice_are_not_independent() -> None:
    text = "Smith 2001 and Jones 2002 are two independent measurements."
    shared = Facts(voices={"Smith 2001": "v1", "Jones 2002": "v1"})
    apart = Facts(voices={"Smith 2001": "v1", "Jones 2002": "v2"})
    assert rules(text, shared) == ["provenance"]
    assert rules(text, apart) == []


def test_broader_concepts_are_handed_in() -> None:
    text = "We run 30 gizmos and 70 widgets, 100 in total."
    assert rules(text) == []
    facts = Facts(broader={"gizmos": frozenset({"widgets"})})
    assert rules(text, facts) == ["whole"]


def test_taxonomy_follows_chains_and_only_upwards() -> None:
    taxonomy = Taxonomy({"pug": frozenset({"dog"})})
    assert taxonomy.is_a("pug", "animal")
    assert not taxonomy.is_a("animal", "pug")
    assert not taxonomy.is_a("dog", "cat")


def test_hypernyms_are_read_from_a_wordnet_directory(tmp_path: Path) -> None:
    (tmp_path / "data.noun").write_text(
        "  1 header\n"
        "00000001 05 n 01 animal 0 000 | a living thing\n"
        "00000002 05 n 01 newt 0 001 @ 00000001 n 0000 | a small amphibian\n"
    )
    (tmp_path / "index.noun").write_text("newt n 1 1 @ 1 0 00000002\n")
    assert wordnet(tmp_path) == {"newt": frozenset({"animal"})}
