"""Fields that are not what they should be: refused by name, and nothing is stored."""

import json
from typing import Any

import pytest

from tests.memory.api.calls import (
    Caller,
    agent_caller,
    conclusion,
    episode,
    observation,
    refused,
)

pytestmark = pytest.mark.django_db
UNSTORABLE = "\ud800"


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def at(path: str, value: Any) -> dict[str, Any]:
    """An episode with something put in place."""
    body: Any = episode()
    *parents, last = path.split(".")
    place = body
    for name in parents:
        place = place[int(name) if name.isdecimal() else name]
    place[last] = value
    return dict(body)


KAPPA = "conclusions.0.confidence"
SUBJECT = "conclusions.0.subject"
TEXT = "observations.0.text"
WHEN = "observations.0.observed_at"
FIELDS: list[tuple[str, Any, str]] = [
    (KAPPA, None, "finite_number"),
    (KAPPA, "NaN", "finite_number"),
    (KAPPA, -0.01, "range"),
    (KAPPA, 1.0000001, "range"),
    (KAPPA, 5, "range"),
    (KAPPA, 0, "range"),
    (KAPPA, -0.0, "range"),
    (KAPPA, True, "type"),
    (KAPPA, "0.5", "type"),
    (TEXT, "a\0b", "nul_character"),
    ("conclusions.0.subject.id", "P\0", "nul_character"),
    ("conclusions.0.qualifiers", {"load": "a\0"}, "nul_character"),
    (TEXT, f"a{UNSTORABLE}", "unicode"),
    ("task", UNSTORABLE, "unicode"),
    (TEXT, "", "blank"),
    (TEXT, " \n ", "blank"),
    (TEXT, "\u200b", "blank"),
    ("external_id", "run\u202e17", "control_character"),
    ("conclusions.0.object.id", "V\u202e12", "control_character"),
    ("external_id", "x" * 201, "too_long"),
    ("conclusions.0.subject.id", "x" * 201, "too_long"),
    ("conclusions.0.subject.kind", "x" * 61, "too_long"),
    (TEXT, "x" * 100_001, "too_long"),
    (WHEN, "2026-03-02T10:00:00", "timezone_required"),
    (WHEN, "0001-01-01T00:00:00+14:00", "range"),
    (WHEN, "9999-12-31T23:59:59-12:00", "range"),
    (WHEN, "1969-12-31T23:59:59Z", "range"),
    (WHEN, "2031-01-01T00:00:00Z", "range"),
    (WHEN, "2026-02-29T10:00:00Z", "datetime"),
    (WHEN, "2026-03-02T10:00:60Z", "datetime"),
    (WHEN, "now", "datetime"),
    (WHEN, "2026-03-02T10:00:00+99:99", "datetime"),
    (WHEN, 1772445600, "type"),
    (WHEN, 10**18, "type"),
    ("closed_at", "2026-03-01T10:00:00Z", "range"),
    ("conclusions.0.valid_from", "9999-12-31T23:59:59-12:00", "range"),
    ("conclusions.0.type", "belief", "unknown_value"),
    ("sources.0.kind", "web", "unknown_value"),
    ("sources.0.as_of", "March", "datetime"),
    ("sources.0.as_of", "2026-02-30", "date"),
    ("sources.0.uri", "javascript:alert(1)", "scheme"),
    ("sources.0.uri", "JaVaScRiPt:alert(1)", "scheme"),
    ("sources.0.uri", "file:///etc/passwd", "scheme"),
    ("sources.0.uri", "data:text/html,x", "scheme"),
    ("sources.0.uri", "no scheme", "scheme"),
    ("sources.0.uri", "https://x/" + "a" * 10_000, "too_long"),
    ("conclusions.0.supports", ["o1"] * 1001, "too_many"),
    ("conclusions.0.supports", ["o1"] * 100_000, "too_many"),
    (
        "conclusions.0.supports.0".replace(".0.supports.0", ".0.supports"),
        ["o2"],
        "undefined_ref",
    ),
    ("conclusions.0.supports", [{"conclusion": "later"}], "undefined_ref"),
    ("conclusions.0.supports", [{"claim": "x"}], "id"),
    ("conclusions.0.supports", [{}], "one_of"),
    ("conclusions.0.value", {"text": "both"}, "one_of"),
    ("conclusions.0.object", None, "one_of"),
    ("observations.0.source", "elsewhere", "undefined_ref"),
    ("residue", [{"kind": "doubt", "text": "x"}], "unknown_value"),
    ("status", "admissible", "extra_forbidden"),
    ("tenant", "other", "extra_forbidden"),
    ("conclusions.0.status", "admissible", "extra_forbidden"),
]


@pytest.mark.parametrize(("path", "value", "code"), FIELDS)
def test_a_field_is_refused_by_name(
    agent: Caller, path: str, value: Any, code: str
) -> None:
    status, found, field = refused(agent.post("/episodes", at(path, value)))
    assert (status, found) == (422, code)
    # An error that two members make together names what holds them.
    assert field.startswith(path) or path.startswith(field)


@pytest.mark.parametrize("written", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_confidence_is_finite(agent: Caller, written: str) -> None:
    body = json.dumps(episode()).replace("0.8", written).encode()
    assert refused(agent.raw("/episodes", body)) == (422, "finite_number", KAPPA)


@pytest.mark.parametrize("written", ["NaN", "Infinity", "1e400", "-1e400"])
def test_a_number_beside_the_statement_is_finite(agent: Caller, written: str) -> None:
    stated = conclusion(qualifiers={"load": 0.125})
    body = json.dumps(episode(conclusions=[stated])).replace("0.125", written)
    place = "conclusions.0.qualifiers.load"
    found = refused(agent.raw("/episodes", body.encode()))
    assert found == (422, "finite_number", place)


NUMBERS = [
    ({"number": True}, "type"),
    ({"number": "12"}, "type"),
    ({"number": 10**41}, "range"),
    ({"number": 1, "unit": "m" * 61}, "too_long"),
    ({"date": "2026-02-30"}, "date"),
    ({"bool": 1}, "type"),
    ({"unit": "m"}, "one_of"),
    ({"number": 1, "text": "one"}, "one_of"),
]


@pytest.mark.parametrize(("value", "code"), NUMBERS)
def test_a_value_is_strict(agent: Caller, value: Any, code: str) -> None:
    stated = conclusion(value=value)
    del stated["object"]
    response = agent.post("/episodes", episode(conclusions=[stated]))
    status, found, field = refused(response)
    assert (status, found) == (422, code)
    assert field.startswith("conclusions.0.value")


def test_a_ref_is_given_once(agent: Caller) -> None:
    twice = episode(observations=[observation(), observation()])
    found = refused(agent.post("/episodes", twice))
    assert found == (422, "duplicate_ref", "observations.1.ref")


def test_a_nul_in_a_key_is_refused(agent: Caller) -> None:
    stated = conclusion(qualifiers={"a\0": "b"})
    response = agent.post("/episodes", episode(conclusions=[stated]))
    assert refused(response)[:2] == (422, "nul_character")


VECTORS: list[object] = [[0.1] * 3071, ["NaN"] * 3072, [0.0] * 3072, "AAAA"]


@pytest.mark.parametrize("vector", VECTORS, ids=["short", "nan", "zero", "text"])
@pytest.mark.parametrize("path", ["/episodes", "/search", "/nodes"])
def test_a_vector_comes_from_nobody_but_the_embedder(
    agent: Caller, path: str, vector: object
) -> None:
    bodies: dict[str, dict[str, object]] = {
        "/episodes": at("observations.0.embedding", vector),
        "/search": {"query": "P-101A", "embedding": vector},
        "/nodes": {"kind": "pump", "id": "P-1", "embedding": vector},
    }
    send = agent.put if path == "/nodes" else agent.post
    status, code, field = refused(send(path, bodies[path]))
    assert (status, code) == (422, "extra_forbidden")
    assert field.endswith("embedding")
