"""Addresses and query strings that are not what they should be."""

import pytest

from tests.memory.api.calls import Caller, agent_caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


QUERIES = [
    ("limit=-1", "range", "limit"),
    ("limit=0", "range", "limit"),
    ("limit=201", "range", "limit"),
    ("limit=1000000000000000000000", "range", "limit"),
    ("limit=" + "9" * 5000, "range", "limit"),
    ("limit=1.5", "type", "limit"),
    ("limit=true", "type", "limit"),
    ("limit=1&limit=2", "duplicate_key", "limit"),
    ("cursor=abc", "bad_cursor", "cursor"),
    ("cursor=MQ:x:y", "bad_cursor", "cursor"),
    ("q=%00", "nul_character", "q"),
    ("q=" + "x" * 1001, "too_long", "q"),
    ("status=believed", "unknown_value", "status"),
    ("predicate=unheard", "unknown_predicate", "predicate"),
    ("subject=:", "blank", "subject"),
    ("offset=-5", "extra_forbidden", "offset"),
    ("as_of=2026-01-01", "datetime", "as_of"),
]


@pytest.mark.parametrize(("query", "code", "field"), QUERIES)
def test_a_query_is_refused_by_name(
    agent: Caller, query: str, code: str, field: str
) -> None:
    refused = agent.get(f"/claims?{query}")
    body = refused.json()
    expected = 400 if code == "duplicate_key" else 422
    assert (refused.status_code, body["code"], body["field"]) == (expected, code, field)


def test_a_half_surrogate_finds_nothing(agent: Caller) -> None:
    assert agent.get("/claims?q=%ED%A0%80").json() == {"items": [], "next": None}


@pytest.mark.parametrize("name", ["-1", "9" * 5000, "%2e%2e", "%00", "x", "a/b"])
def test_an_id_that_is_none_is_not_found(agent: Caller, name: str) -> None:
    refused = agent.get(f"/claims/{name}")
    assert refused.status_code == 404
    assert refused.json()["code"] == "not_found"


def test_an_unknown_address_is_json_too(agent: Caller) -> None:
    for path in ("/", "/nothing", "/claims/"):
        refused = agent.get(path)
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("method", ["put", "delete", "patch", "trace", "options"])
def test_a_method_that_is_absent_names_the_others(agent: Caller, method: str) -> None:
    refused = agent.call(method, "/claims")
    assert (refused.status_code, refused.json()["code"]) == (405, "method_not_allowed")
    assert set(refused["Allow"].split(", ")) == {"GET", "POST"}


def test_a_foreign_host_is_answered_in_the_envelope(agent: Caller) -> None:
    refused = agent.client.get("/api/v1/claims", headers={"Host": "evil.example"})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")
