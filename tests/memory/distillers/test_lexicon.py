"""Known names and predicates are preferred, in either direction."""

from memory.distillers.lexicon import SEED_LEXICON, KnownNode, KnownPredicate, Lexicon
from memory.distillers.proposal import Entity
from tests.memory.distillers.reading import only, proposals, triples

PUMP = KnownNode("pump", "P-101A", "feed pump A", ("the old workhorse",))
TITAN = KnownNode("moon", "saturn-vi", "Titan")
LEXICON = Lexicon(
    (
        KnownPredicate("cools", "cools", "is cooled by", ("chills",)),
        KnownPredicate("does_not_cool", "does not cool", negates="cools"),
        KnownPredicate("reports_to", "reports to", "is the boss of"),
        KnownPredicate("has_ph", "has pH", value_kind="number"),
    ),
    (PUMP, TITAN),
)


def test_a_known_node_is_named_by_any_of_its_names() -> None:
    for name in ("P-101A", "p-101a", "Feed pump A", "feed pump A"):
        assert only(f"{name} feeds V-12.", LEXICON).subject == PUMP.entity
    assert only("V-12 is fed by feed pump A.", LEXICON).subject == PUMP.entity


def test_a_longer_name_wins_and_a_shared_one_names_nobody() -> None:
    nodes = (KnownNode("a", "1", "feed pump"), KnownNode("b", "2", "feed pump A"))
    lexicon = Lexicon((), nodes)
    assert only("Feed pump A cools V-12.", lexicon).subject == Entity("b", "2")
    twins = (KnownNode("a", "1", "Titan"), KnownNode("b", "2", "Titan"))
    subject = only("Titan orbits Saturn.", Lexicon((), twins)).subject
    assert subject == Entity("thing", "Titan")


def test_an_unknown_tag_and_an_unknown_thing() -> None:
    assert only("Pump P-7 feeds the tank.").subject == Entity("tag", "P-7")
    assert only("Pump P-7 feeds the tank.").target == Entity("thing", "tank")


def test_predicates_are_found_by_alias_inverse_and_passive() -> None:
    expected = [("P-101A", "cools", "V-12")]
    for text in (
        "P-101A cools V-12.",
        "P-101A chills V-12.",
        "V-12 is cooled by P-101A.",
        "V-12 was chilled by P-101A.",
    ):
        assert triples(text, LEXICON) == expected
        assert proposals(text, LEXICON)[0].known
    assert triples("Kim is the boss of Lee.", LEXICON) == [("Lee", "reports_to", "Kim")]


def test_an_unknown_predicate_is_derived_and_marked() -> None:
    proposal = only("P-101A resembles V-12.", LEXICON)
    assert (proposal.predicate, proposal.known) == ("resemble", False)
    denied = only("P-101A does not resemble V-12.", LEXICON)
    assert (denied.predicate, denied.known) == ("not_resemble", False)
    assert denied.negated


def test_a_negation_uses_the_predicate_that_negates() -> None:
    proposal = only("P-101A does not cool V-12.", LEXICON)
    assert (proposal.predicate, proposal.known) == ("does_not_cool", True)
    assert proposal.negated


def test_a_predicate_is_used_only_for_its_kind_of_value() -> None:
    assert only("The talk lasts 2 hours.").predicate == "has_duration"
    assert only("Kim takes ibuprofen.").predicate == "take"


def test_a_derived_name_never_takes_a_known_name_for_other_values() -> None:
    (born,) = proposals("Ada was born in 1815.")
    assert (born.predicate, born.known) == ("born_in_text", False)
    (place,) = proposals("Ada was born in London.")
    assert (place.predicate, place.known) == ("born_in", True)
    assert only("Corvid was founded in 1988.").predicate == "founded_in"
    assert only("Corvid was founded in 1988.").known


def test_an_empty_lexicon_is_enough() -> None:
    assert triples("P-101A feeds V-12.", Lexicon()) == [("P-101A", "feed", "V-12")]
    assert triples("V-12 is a vessel.", Lexicon()) == [("V-12", "is_a", "vessel")]


def test_every_seeded_phrase_is_read_back_as_its_predicate() -> None:
    for predicate in SEED_LEXICON.predicates:
        if predicate.value_kind != "node" or predicate.negates:
            continue
        for phrase in (predicate.label, *predicate.aliases):
            found = triples(f"P-1 {phrase} V-2.")
            assert found == [("P-1", predicate.name, "V-2")], phrase
