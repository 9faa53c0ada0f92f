"""A part of the set of questions: what one lens misses, the union finds."""

import pytest

from benchmarks.retrieval import LENSES, corpus, questions, read, recalls

pytestmark = pytest.mark.django_db(transaction=True)
FAMILY = "rabbitmq-"


def test_the_whole_set_is_large_and_of_every_kind() -> None:
    kinds = [row["kind"] for row in read("retrieval_questions.jsonl")]
    assert len(kinds) >= 150
    assert all(kinds.count(kind) >= 30 for kind in {*kinds})
    assert {*kinds} == {"exact", "paraphrase", "sibling", "edge"}


def test_the_union_beats_each_lens_and_tells_siblings_apart() -> None:
    rows = read("retrieval_claims.jsonl")
    released = {x["subject"][1] for x in rows if x["subject"][1].startswith(FAMILY)}
    published = [x["subject"][1] for x in rows if x["predicate"] == "measured"]
    workspace = corpus(frozenset({*released, *published[:8]}))
    asked = questions(workspace)
    found = {name: recalls(workspace, lens, asked) for name, lens in LENSES.items()}
    union = found.pop("union")
    assert union["sibling"] == 1.0
    assert union["all"] > max(shares["all"] for shares in found.values())
