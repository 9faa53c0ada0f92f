"""What a number counts: the noun, however far off, and numbers that count nothing."""

from decimal import Decimal as D

import pytest

from memory.classifier.nouns import head
from memory.classifier.plurals import singular
from memory.classifier.quantity import Quantity, find_quantities


def only(text: str) -> Quantity:
    (quantity,) = find_quantities(text)
    return quantity


@pytest.mark.parametrize(
    ("text", "value", "counted"),
    [
        ("a drag on 40 small, friendly deals", 40, "deal"),
        ("It sold 300 digital and physical copies.", 300, "copy"),
        ("It grounds two new 737 Max jets.", 2, "jet"),
        ("Five more losses were reported.", 5, "loss"),
        ("30 or more people came", 30, "person"),
        ("50+ cars", 50, "car"),
        ("in 30 US states", 30, "state"),
        ("in 12 U.S. states", 12, "state"),
        ("five of the new computers", 5, "computer"),
        ("It remains one of the best wireless speakers.", 1, "speaker"),
        ("a six-cylinder engine", 6, "cylinder"),
        ("They want another pick or two.", 2, "pick"),
        ("a charge of 12 police officers", 12, "officer"),
        ("It has 3,000 Wells Fargo branches.", 3000, "branch"),
        ("eight Grand Slam singles titles", 8, "title"),
        ("10 'smart' devices", 10, "device"),
        ("14 straight wins", 14, "win"),
        ("19 fouls proves it", 19, "foul"),
        ("one more game", 1, "game"),
    ],
)
def test_the_noun_behind_a_number(text: str, value: int, counted: str) -> None:
    found = only(text)
    assert (found.low, found.unit, head(found.noun)) == (D(value), "1", counted)


@pytest.mark.parametrize(
    "text",
    ["He won 12 and lost cars.", "It has 200, sales rose.", "He has 5 more than I."],
)
def test_no_noun_is_fetched_over_another_clause(text: str) -> None:
    assert only(text).noun == ""


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("an hour or two later", 2, "hour"),
        ("for two more weeks", 2, "week"),
        ("three or more hours", 3, "hour"),
        ("a man of age 87", 87, "year"),
        ("people over 65", 65, "year"),
        ("those 65 and older", 65, "year"),
        ("The life expectancy for men here is around 73.", 73, "year"),
        ("She turned 35.", 35, "year"),
        ("prices over 65", 65, "1"),
        ("The patient is a 87 yo man.", 87, "year"),
    ],
)
def test_a_unit_apart_from_its_number(text: str, value: int, unit: str) -> None:
    found = only(text)
    assert (found.low, found.unit) == (D(value), unit)


@pytest.mark.parametrize(
    "text",
    ["Pass it as one dictionary.", "There is one exception.", "It takes one or more."],
)
def test_an_article_in_words_is_no_number(text: str) -> None:
    assert find_quantities(text) == []


def test_a_container_and_what_is_measured_keep_their_noun() -> None:
    assert only("two types of clothing").noun == "clothing"
    assert [q.noun for q in find_quantities("25 kg average 23 kg")] == ["average", ""]
    assert [q.noun for q in find_quantities("'a' : 0 'b' : 10")] == ["", ""]


def test_a_hanging_hyphen_shares_what_follows() -> None:
    terms = find_quantities("two- and three-year terms")
    assert [(q.low, q.unit) for q in terms] == [(D(2), "year"), (D(3), "year")]
    engines = find_quantities("with four-, five- and six-cylinder engines")
    assert [(q.low, q.noun) for q in engines] == [
        (D(4), "cylinder"),
        (D(5), "cylinder"),
        (D(6), "cylinder"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "the iPhone 11 Pro Max",
        "the Galaxy Note 20 Ultra",
        "part 24703 L-202 is here",
        "The Big 12 met.",
        "An Xbox 360 is old.",
        "open 24/7",
        "the under-21s squad",
        "He won a third title.",
        "a one-way ticket",
        "a first-half lead",
        "Grade 3",
    ],
)
def test_models_and_parts_are_no_quantities(text: str) -> None:
    assert find_quantities(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a third of them", "0.3333"),
        ("A third voted against it.", "0.3333"),
        ("a third larger", "0.3333"),
        ("a quarter-million people", "250000"),
        ("It sold 1.5m copies.", "1500000"),
        ("10, 000 monkeys", "10000"),
    ],
)
def test_fractions_and_multiples(text: str, value: str) -> None:
    assert abs(only(text).low - D(value)) < D("0.001")


def test_half_a_year_is_not_half_of_something() -> None:
    assert [q.unit for q in find_quantities("It grew 35 per cent this half.")] == ["%"]


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("movies", "movie"),
        ("cities", "city"),
        ("lives", "life"),
        ("headaches", "headache"),
        ("coaches", "coach"),
        ("taxes", "tax"),
        ("heroes", "hero"),
        ("shoes", "shoe"),
        ("species", "species"),
        ("salespeople", "salesperson"),
        ("firemen", "fireman"),
        ("classes", "class"),
        ("crises", "crisis"),
        ("glass", "glass"),
    ],
)
def test_singulars(plural: str, one: str) -> None:
    assert singular(plural) == one
