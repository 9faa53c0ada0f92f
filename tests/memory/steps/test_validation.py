"""What the validator refuses is kept with its reason; the rest enters."""

import uuid
from typing import Any

import pytest

from memory.models import (
    Agent,
    Claim,
    ClaimType,
    Derivation,
    RejectedCandidate,
    Support,
)
from memory.rules.candidate import CLAIM_TYPES
from tests.make import make_agent, make_workspace
from tests.memory.claims import (
    claim,
    rejected,
    states,
    tell,
)

pytestmark = pytest.mark.django_db
NOBODY = str(uuid.UUID(int=7))
PRESSURE = {"predicate": "has_pressure", "object": None}


def number(of: str, quote: str | None = None) -> dict[str, Any]:
    value = PRESSURE | {"value": {"number": of, "unit": "bar"}}
    quoted = {"supports": [{"observation": "o1", "quote": quote}]} if quote else {}
    return value | quoted


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace())


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"supports": []}, "no_support", "must rest on something"),
    ({"supports": ["o9"]}, "unknown_support", "nothing in this workspace"),
    ({"supports": [NOBODY]}, "unknown_support", "nothing in this workspace"),
    ({"supports": ["o1", "o9"]}, "unknown_support", "nothing in this workspace"),
    ({"supports": [{"claim": NOBODY}]}, "unknown_support", "nothing in this"),
    ({"supports": [{"conclusion": "z"}]}, "unknown_support", "“z” did not enter"),
    (
        {"supports": [{"observation": "o1", "quote": "runs to V-12"}]},
        "quote_not_found",
        "“runs to V-12” is not in the observation",
    ),
    (number("13"), "number_not_grounded", "13 stands in none of the quotes"),
    (number("12", "Line"), "number_not_grounded", "12 stands in none"),
    ({"predicate": "adores"}, "unknown_predicate", "“adores”"),
    (PRESSURE | {"value": {"text": "high"}}, "wrong_value_kind", "takes a number"),
    ({"predicate": "has_pressure"}, "wrong_value_kind", "not a node"),
    ({"subject": NOBODY}, "unknown_node", "No entity has this id"),
    ({"object": NOBODY}, "unknown_node", "No entity has this id"),
    ({"subject": {"kind": "pump", "id": "P\u202e1"}}, "control_character", ""),
    ({"confidence": 0}, "confidence_out_of_range", "κ lies in (0, 1]"),
    ({"confidence": 1.01}, "confidence_out_of_range", "κ lies in (0, 1]"),
    ({"confidence": "nan"}, "confidence_out_of_range", "κ lies in (0, 1]"),
    ({"type": "rumour"}, "unknown_type", "“rumour”"),
    (
        {
            "valid_from": "2026-02-02T00:00:00+00:00",
            "valid_to": "2026-02-01T00:00:00+00:00",
        },
        "validity_out_of_order",
        "ends before it begins",
    ),
]


@pytest.mark.parametrize(("changes", "reason", "detail"), REFUSED)
def test_refused_candidate_is_kept(
    agent: Agent, changes: dict[str, Any], reason: str, detail: str
) -> None:
    episode = tell(agent, states("A"), states("B", **changes))
    assert rejected(episode) == [(1, reason)]
    kept = RejectedCandidate.objects.get()
    assert detail in kept.detail
    assert kept.method == "declared"
    assert kept.text == "pump B feeds tank B"
    assert kept.proposal["position"] == 1
    assert [row.uid for row in Claim.objects.all()] == [claim(agent.workspace, "A").uid]
    assert episode.work.get().state == "done"


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"supports": [{"observation": "o1", "quote": "P-101A  to V-12"}]},
        number("12"),
        number("12.0", "Line 12"),
        {"predicate": "Discharges To"},
        {"confidence": 1},
        {"type": "event"},
        {"valid_from": "2026-02-02T00:00:00Z", "valid_to": "2026-02-02T00:00:00Z"},
    ],
)
def test_allowed_candidate_enters(agent: Agent, changes: dict[str, Any]) -> None:
    assert rejected(tell(agent, states("A", **changes))) == []
    assert Claim.objects.count() == Derivation.objects.count() == 1


def test_the_validator_knows_the_types_of_claims() -> None:
    assert set(ClaimType.values) == CLAIM_TYPES


def test_a_quote_is_kept_as_the_span_it_stands_in(agent: Agent) -> None:
    quoted = {"observation": "o1", "quote": "P-101A"}
    tell(agent, states("A", quoted))
    support = Support.objects.get()
    assert (support.span_start, support.span_end) == (18, 24)


def test_what_rests_on_a_refused_conclusion_is_refused_too(agent: Agent) -> None:
    episode = tell(
        agent,
        states("A", ref="a", predicate="adores"),
        states("B", {"conclusion": "a"}, ref="b"),
        states("C", {"conclusion": "b"}),
        states("D"),
    )
    assert rejected(episode) == [
        (0, "unknown_predicate"),
        (1, "unknown_support"),
        (2, "unknown_support"),
    ]
    assert Claim.objects.get() == claim(agent.workspace, "D")
