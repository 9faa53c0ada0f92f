"""A reply is read part by part, and what says nothing usable is kept apart."""

import datetime
import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.distillers.llm.answer import (
    MAX_CLAIMS,
    Misshapen,
    ProposedClaim,
    ProposedQuestion,
    Unreadable,
    parts_of,
)
from memory.distillers.llm.shape import Distilled
from memory.distillers.proposal import Entity
from memory.rules.values import Date, Flag, Number, Text
from tests.fake_openai import answer, claim, question

NAMED = {"kind": "pump", "id": "P-101A"}


def test_a_claim_and_a_question_are_read() -> None:
    first, second = parts_of(answer(claim(), questions=[question()]))
    assert first == ProposedClaim(
        Entity("pump", "P-101A"),
        "feeds",
        Entity("vessel", "V-12"),
        "relation",
        0.9,
        (("o1", "P-101A feeds V-12."),),
    )
    assert second == ProposedQuestion(
        "question",
        "Why does it feed V-12?",
        "o1",
        "P-101A feeds V-12.",
        (Entity("pump", "P-101A"),),
    )


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ({"number": "5.50", "unit": "bar"}, Number(Decimal("5.50"), "bar")),
        ({"number": "-5", "unit": ""}, Number(Decimal(-5), "")),
        ({"date": "2024-03-01"}, Date(datetime.date(2024, 3, 1))),
        ({"text": "closed"}, Text("closed")),
        ({"flag": False}, Flag(False)),
    ],
)
def test_values_are_read(value: dict[str, Any], meant: object) -> None:
    [part] = parts_of(answer(claim(target=value)))
    assert isinstance(part, ProposedClaim)
    assert part.target == meant


BAD: list[Any] = [
    claim(confidence=2),
    claim(confidence=0),
    claim(confidence=-0.5),
    claim(confidence="high"),
    claim(confidence="0.5"),
    claim(confidence=True),
    claim(confidence=None),
    claim(confidence=float("nan")),
    claim(confidence=float("inf")),
    claim(status="admissible"),
    claim(workspace="other"),
    claim(id="0000"),
    claim(type="truth"),
    claim(object=None),
    claim(value={"number": "1"}),
    claim(target={}),
    claim(target={"number": "1", "text": "one"}),
    claim(target={"number": "one"}),
    claim(target={"number": "NaN"}),
    claim(target={"number": "1e999"}),
    claim(target={"number": 1}),
    claim(target={"date": "2024-02-30"}),
    claim(target={"text": " "}),
    claim(target={"text": "a\x00b"}),
    claim(target={"text": "\ud800"}),
    claim(target={"number": "1", "unit": "u" * 61}),
    claim(subject={"kind": "k" * 61, "id": "x"}),
    claim(subject={"kind": "pump", "id": ""}),
    claim(subject={"kind": "pump", "id": "i" * 201}),
    claim(subject={"kind": "pump", "id": "a\u202eb"}),
    claim(subject={"kind": "pump"}),
    claim() | {"subject": "P-101A"},
    claim(predicate=""),
    claim(predicate="p" * 61),
    claim(supports="o1"),
    claim(supports=[{"observation": "o1"}]),
    claim(supports=[{"observation": "o1", "quote": "x", "claim": "y"}]),
    claim(supports=[{"observation": "o1", "quote": "x"}] * 51),
    claim(quote="P-101A\x00"),
    claim(quote="P-101A\udfff"),
    claim(supports=[{"observation": "o1\x00", "quote": "x"}]),
    None,
    7,
    "P-101A feeds V-12",
    [],
    {},
]


@pytest.mark.parametrize("part", BAD)
def test_a_bad_claim_is_kept_apart_and_spoils_no_other(part: Any) -> None:
    good, bad, other = parts_of(answer(claim(), part, claim("P-102")))
    assert isinstance(good, ProposedClaim)
    assert isinstance(other, ProposedClaim)
    assert isinstance(bad, Misshapen)
    assert bad.fault
    assert "\x00" not in bad.raw
    assert "\ud800" not in bad.raw


def test_a_reply_may_be_fenced() -> None:
    assert parts_of(f"```json\n{answer(claim())}\n```\n") == parts_of(answer(claim()))


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "P-101A feeds V-12.",
        "[]",
        "null",
        '{"reasoning": "x"}',
        '{"claims": {}}',
        answer(claim())[:-10],
        f"Here you are: {answer(claim())}",
        "[" * 100_000,
        '{"claims": [' + "9" * 5000 + "]}",
    ],
)
def test_what_is_no_answer_is_unreadable(reply: str) -> None:
    with pytest.raises(Unreadable):
        parts_of(reply)


def test_more_than_asked_is_refused_and_said() -> None:
    parts = parts_of(answer(*[claim()] * 10_000))
    assert len(parts) == MAX_CLAIMS + 1
    last = parts[-1]
    assert isinstance(last, Misshapen)
    assert last.fault == "10000 claims in one reply: only the first 500 were read"


def test_fields_nobody_asked_for_are_said() -> None:
    good, extra = parts_of(answer(claim(), promote=["everything"]))
    assert isinstance(good, ProposedClaim)
    assert isinstance(extra, Misshapen)
    assert extra.raw == '{"promote": ["everything"]}'


def test_the_shape_is_strict_throughout() -> None:
    schema = Distilled.model_json_schema()
    assert list(schema["properties"]) == ["reasoning", "claims", "open_questions"]
    objects = [schema, *schema["$defs"].values()]
    assert len(objects) == 6
    for each in objects:
        assert each["additionalProperties"] is False
        assert each["required"] == list(each["properties"])


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner)
    ),
    max_leaves=8,
)


@given(JSON, JSON)
def test_any_json_is_read_or_refused(claims: Any, questions: Any) -> None:
    reply = json.dumps({"claims": claims, "open_questions": questions})
    try:
        parts = parts_of(reply)
    except Unreadable:
        assert not isinstance(claims, list)
    else:
        assert all(isinstance(part, Misshapen) for part in parts)
