"""What the offline distiller leaves alone."""

from tests.memory.distillers.reading import triples


def test_a_relative_to_a_quantity_is_left_alone() -> None:
    text = "The pressure of V-12 was 6 bar, which is high."
    assert triples(text) == [("V-12", "has_pressure", "6 bar")]


def test_a_by_phrase_further_off_names_no_agent() -> None:
    text = "The ticket was moved to the night shift after the triage by Kim."
    assert triples(text) == [("ticket", "moved_to", "night shift")]


def test_most_pumps_are_not_pumps() -> None:
    assert triples("Most pumps need oil.") == [("Most pumps", "requires", "oil")]
    assert triples("All pumps need oil.") == [("pumps", "requires", "oil")]


def test_a_relative_after_two_nouns_is_left_alone() -> None:
    text = "The tower stands on the cliffs of the island in the bay that was charted."
    assert all(subject != "bay" for subject, _, _ in triples(text))
