"""Search over HTTP."""

from typing import Any

import pytest

from tests.memory.api.calls import Caller, agent_caller, conclusion, distil

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent() -> Caller:
    caller = agent_caller()
    stated = [conclusion(subject={"kind": "pump", "id": f"P-{n}"}, text=f"P-{n} runs")
              for n in range(3)]  # fmt: skip
    distil(caller, conclusions=stated)
    return caller


def search(caller: Caller, **body: Any) -> Any:
    return caller.post("/search", {"query": "runs"} | body)


def test_hits_say_why_and_how_they_stand(agent: Caller) -> None:
    first, second, *_ = search(agent, query="P-1").json()["items"]
    assert (first["kind"], first["text"], first["score"]) == ("node", "P-1", 1.0)
    assert first["why"] == ["exact", "text"]
    assert (first["status"], first["admissible"]) == (None, None)
    assert (second["text"], second["why"]) == ("P-1 runs", ["text", "edge"])
    assert (second["status"], second["admissible"]) == ("quarantined", False)


def test_pages_join_without_a_gap(agent: Caller) -> None:
    first = search(agent, k=2, kinds=["claim"]).json()
    rest = search(agent, k=2, kinds=["claim"], cursor=first["next"]).json()
    texts = [each["text"] for each in first["items"] + rest["items"]]
    assert sorted(texts) == ["P-0 runs", "P-1 runs", "P-2 runs"]
    assert rest["next"] is None
    wrong = search(agent, query="other", cursor=first["next"])
    assert (wrong.status_code, wrong.json()["code"]) == (422, "bad_cursor")


def test_a_stranger_finds_nothing(agent: Caller) -> None:
    stranger = agent_caller()
    for query in ("P-1", "runs", "doc://plant/pid-7.pdf"):
        found = search(stranger, query=query).json()
        assert found == {"items": [], "next": None, "degraded": []}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"query": " "}, "blank"),
        ({"query": "x" * 1001}, "too_long"),
        ({"k": 0}, "range"),
        ({"k": 101}, "range"),
        ({"kinds": []}, "too_few"),
        ({"kinds": ["decision"]}, "unknown_value"),
        ({"cursor": "abc"}, "bad_cursor"),
        ({"lens": "raw"}, "extra_forbidden"),
    ],
)
def test_a_search_is_refused_by_name(
    agent: Caller, body: dict[str, Any], code: str
) -> None:
    no = search(agent, **body)
    assert (no.status_code, no.json()["code"]) == (422, code)
