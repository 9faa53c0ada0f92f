"""What was believed on a date, over HTTP."""

from typing import Any

import pytest

from memory.queries.clock import database_now
from tests.memory.api.calls import (
    Caller,
    accept,
    agent_caller,
    claim_of,
    conclusion,
    member_of,
)
from tests.memory.api.rows import retracted

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def now() -> str:
    return database_now().isoformat()


def lasting(told: dict[str, Any]) -> dict[str, Any]:
    """A claim without what is asked with it or fades by the second."""
    return {
        name: value
        for name, value in told.items()
        if name not in {"as_of", "confidence", "cause", "lag_until", "why_not"}
    }


def test_the_past_is_told_like_the_present(agent: Caller) -> None:
    claim = claim_of(agent)
    told, times = [claim], [now()]
    told.append(accept(member_of(agent), claim))
    times.append(now())
    (derivation,) = claim["derivations"]
    seen = derivation["supports"][0]["observation"]
    taken = retracted(agent, f"/observations/{seen}")
    told.append(agent.get(f"/claims/{claim['id']}").json())
    times.append(now())
    url = f"/retractions/{taken['retraction']}/reinstate"
    assert agent.post(url, {"reason": "It holds."}).status_code == 200
    statuses = ["quarantined", "admissible", "disputed"]
    for at, then, status in zip(times, told, statuses, strict=True):
        past = agent.get(f"/claims/{claim['id']}", as_of=at).json()
        assert past["status"] == status
        assert lasting(past) == lasting(then)
        # Microseconds pass between what was told and the time asked for.
        for name in ("independent", "by_source", "now"):
            expected = pytest.approx(then["confidence"][name], abs=1e-6)
            assert past["confidence"][name] == expected
    assert past["derivations"][0]["live"] is False
    assert past["as_of"] is not None
    assert agent.get(f"/claims/{claim['id']}").json()["as_of"] is None


def test_a_claim_that_was_not_yet_recorded_is_not_found(agent: Caller) -> None:
    before = now()
    claim = claim_of(agent)
    refused = agent.get(f"/claims/{claim['id']}", as_of=before)
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


def test_a_list_is_told_as_it_was(agent: Caller) -> None:
    first = claim_of(agent)
    early = now()
    accept(member_of(agent), first)
    other = {"subject": {"kind": "pump", "id": "P-2"}, "predicate": "connected_to"}
    second = claim_of(agent, conclusions=[conclusion(**other)])
    late = now()
    listed = {
        (at, status): [x["id"] for x in agent.get("/claims", **asked).json()["items"]]
        for at in (early, late)
        for status in ("quarantined", "admissible", None)
        for asked in [{"as_of": at} | ({"status": status} if status else {})]
    }
    assert listed == {
        (early, "quarantined"): [first["id"]],
        (early, "admissible"): [],
        (early, None): [first["id"]],
        (late, "quarantined"): [second["id"]],
        (late, "admissible"): [first["id"]],
        (late, None): [second["id"], first["id"]],
    }
    one = agent.get(f"/claims/{first['id']}", as_of=early).json()
    (same,) = agent.get("/claims", as_of=early).json()["items"]
    assert same == one


TIMES = [
    ("yesterday", "datetime"),
    ("2026-03-02T10:00:00", "timezone_required"),
    ("9998-01-01T00:00:00Z", "range"),
    ("", "datetime"),
]


@pytest.mark.parametrize(("at", "code"), TIMES)
def test_a_time_is_a_time(agent: Caller, at: str, code: str) -> None:
    claim = claim_of(agent)
    refused = agent.get(f"/claims/{claim['id']}", as_of=at)
    body = refused.json()
    assert (refused.status_code, body["code"], body["field"]) == (422, code, "as_of")
