"""The entry point: traps and twins, verdicts without and with a judge, limits."""

import json
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.classifier.check import RULES_VERSION, check_pieces, check_text
from memory.classifier.judge import Span, Use, Warrant
from memory.classifier.quantity import MAX_TEXT, Quantity
from memory.classifier.relation import Relation

CASES = json.loads((Path(__file__).parent / "traps.json").read_text("utf-8"))
BY_CODE = [case for case in CASES["pairs"] if case["by"] == "code"]
BY_JUDGE = [case for case in CASES["pairs"] if case["by"] == "judge"]


class ScriptedJudge:
    """Answers every question of meaning with the same word."""

    def __init__(self, warrant: Warrant, use: Use, relation: Relation | None) -> None:
        self.warrant, self.use, self.relation = warrant, use, relation

    def relations(self, text: str, quantities: Sequence[Quantity]) -> list[Relation]:
        return [self.relation] if self.relation else []

    def inference(self, text: str, premise: Span, conclusion: Span) -> Warrant:
        return self.warrant

    def term(self, text: str, span: Span, field: str, law: str) -> Use:
        return self.use


@pytest.mark.parametrize("case", BY_CODE, ids=lambda case: case["id"])
def test_traps_are_flagged_and_their_twins_silent(case: dict[str, str]) -> None:
    assert case["check"] in {f.check for f in check_text(case["flawed"]).alarms()}
    assert check_text(case["sound"]).alarms() == ()


@pytest.mark.parametrize("text", CASES["right"])
def test_what_looks_wrong_and_is_right_stays_silent(text: str) -> None:
    assert check_text(text).alarms() == ()


@pytest.mark.parametrize("case", BY_JUDGE, ids=lambda case: case["id"])
def test_questions_of_meaning_are_never_decided_offline(case: dict[str, str]) -> None:
    report = check_text(case["flawed"])
    verdicts = {f.verdict for f in report.findings if f.check == case["check"]}
    assert verdicts <= {"not_checked", "undecidable"}


def test_a_judge_decides_meaning_and_is_capped_at_suspect() -> None:
    text = "Morale has high entropy, so by the second law it must rise for all teams."
    judge = ScriptedJudge("unwarranted", "borrowed", None)
    found = check_text(text, judge=judge).alarms()
    assert {f.check for f in found} == {"generalisation", "vocabulary"}
    assert {(f.verdict, f.decided_by) for f in found} == {("suspect", "model")}


def test_a_judge_reads_relations_and_code_computes_them() -> None:
    text = "Ann has 3 marbles; Bob's 4 raise the pile to 9."
    assert check_text(text).alarms() == ()
    judge = ScriptedJudge("unknown", "unknown", Relation("sum", (0, 1), 2))
    (found,) = check_text(text, judge=judge).alarms()
    assert (found.verdict, found.decided_by, found.computed) == (
        "contradicted",
        "code",
        "7",
    )


def test_nothing_found_is_not_checked_never_consistent() -> None:
    report = check_text("We saw 3 cats near 4 dogs.")
    assert {f.verdict for f in report.findings} == {"not_checked"}
    assert report.triggered == ("quantity",)
    assert report.rules_version == RULES_VERSION


def test_a_finding_says_what_would_have_to_be_true() -> None:
    text = "36 out of 240 samples failed (18%)."
    (found,) = check_text(text).alarms()
    assert text[slice(*found.span)] == "36 out of 240 samples failed (18%"
    assert (found.reported, found.computed) == ("18%", "15 %")
    assert "15 %" in found.message


def test_long_documents_go_in_pieces_with_spans_of_the_whole() -> None:
    text = "Plain words without any number here. " * 4000 + "We get 12 + 7 = 18."
    pieces = list(check_pieces(text))
    assert [p.done for p in pieces] == sorted(p.done for p in pieces)
    assert len(pieces) == 1 + len(text) // MAX_TEXT
    (found,) = [f for p in pieces for f in p.report.alarms()]
    assert text[slice(*found.span)] == "12 + 7 = 18"


def test_a_megabyte_is_checked_in_bounded_memory() -> None:
    plain = "Nothing in these words is a number of any kind at all. " * 29
    text = (plain + "The depot shipped 40 crates and kept 3 vans. ") * 640
    assert len(text) > 1_000_000
    tracemalloc.start()
    total = sum(len(p.report.alarms()) for p in check_pieces(text, seconds=600))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert total == 0
    assert peak < 60_000_000


def test_the_time_limit_leaves_the_rest_and_says_so() -> None:
    report = check_text("We get 12 + 7 = 18. " * 50, seconds=0)
    assert not report.complete


@settings(max_examples=150, deadline=1000)
@given(
    st.lists(
        st.one_of(
            st.sampled_from([case["flawed"] for case in CASES["pairs"]]),
            st.sampled_from(["from", "to", "%", "=", "±", "0", "1e99", "-", "(", "dB"]),
            st.text(max_size=30),
            st.floats().map(str),
        ),
        max_size=6,
    ).map(" ".join)
)
def test_no_text_raises_or_takes_long(text: str) -> None:
    for found in check_text(text).findings:
        assert 0 <= found.span[0] <= found.span[1] <= len(text)
        assert found.verdict != "contradicted" or found.decided_by == "code"
