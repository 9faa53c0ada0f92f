"""The seed list is consistent in itself."""

from collections import Counter

from memory.rules.predicates import SEED_PREDICATES

BY_NAME = {p.name: p for p in SEED_PREDICATES}


def test_names_and_labels_are_unique() -> None:
    for field in ("name", "label"):
        counts = Counter(getattr(p, field) for p in SEED_PREDICATES)
        assert [value for value, n in counts.items() if n > 1] == []


def test_no_phrase_leads_to_two_predicates_in_one_direction() -> None:
    phrases = [(p, phrase) for p in SEED_PREDICATES for phrase in p.aliases]
    labels = {p.label: p.name for p in SEED_PREDICATES}
    for predicate, phrase in phrases:
        assert labels.get(phrase, predicate.name) == predicate.name
    counts = Counter(phrase for _, phrase in phrases)
    assert [phrase for phrase, n in counts.items() if n > 1] == []


def test_a_negation_has_the_value_kind_of_what_it_negates() -> None:
    negations = [p for p in SEED_PREDICATES if p.negates is not None]
    assert negations
    for negation in negations:
        assert negation.negates is not None
        assert BY_NAME[negation.negates].value_kind == negation.value_kind


def test_one_pump_feeds_a_separator_at_a_time() -> None:
    assert BY_NAME["feeds"].cardinality == "inverse_functional"


def test_a_measured_quantity_has_one_value_at_a_time() -> None:
    assert BY_NAME["has_pressure"].cardinality == "functional"
    assert BY_NAME["has_pressure"].value_kind == "number"
