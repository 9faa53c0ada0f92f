"""Bodies that nobody thought of never make the server fail."""

import copy
import json
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.models import Episode
from tests.memory.api.calls import Caller, agent_caller, episode

pytestmark = pytest.mark.django_db
LONG = os.environ.get("WARRANT_TEST_LONG") == "1"
SOME = settings(
    max_examples=2300 if LONG else 40,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)

leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["o1", "pid", "\0", "\ud800", "1e999", -0.0, 2**63, ""])
)
anything = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value in a body."""
    found = [path] if path else []
    inside = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for name, item in inside:
        found += places(item, (*path, name))
    return found


def put(body: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The body with a value in some place."""
    changed = copy.deepcopy(body)
    place = changed
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return changed


EXAMPLE = episode(
    residue=[{"kind": "question", "text": "Why?", "about": [{"kind": "a", "id": "b"}]}]
)


def answered(agent: Caller, body: bytes) -> None:
    """The reply is a documented one, and a refusal has stored nothing."""
    before = Episode.objects.count()
    reply = agent.raw("/episodes", body)
    assert reply.status_code in {200, 202, 400, 409, 413, 422}, reply.content
    if reply.status_code >= 400:
        assert reply.json().keys() >= {"code", "message", "field", "hint"}
        assert Episode.objects.count() == before


@SOME
@given(path=st.sampled_from(places(EXAMPLE)), value=anything)
def test_one_wrong_place_makes_no_failure(
    agent: Caller, path: tuple[Any, ...], value: Any
) -> None:
    answered(agent, json.dumps(put(EXAMPLE, path, value)).encode())


@SOME
@given(body=anything)
def test_any_json_makes_no_failure(agent: Caller, body: Any) -> None:
    answered(agent, json.dumps(body).encode())


@SOME
@given(body=st.binary(max_size=300))
def test_any_bytes_make_no_failure(agent: Caller, body: bytes) -> None:
    answered(agent, body)


@SOME
@given(
    query=st.dictionaries(
        st.sampled_from(["q", "subject", "cursor", "limit", "predicate"]),
        st.text(st.characters(codec="utf-8")),
    )
)
def test_any_query_makes_no_failure(agent: Caller, query: dict[str, str]) -> None:
    assert agent.get("/claims", **query).status_code in {200, 422}
