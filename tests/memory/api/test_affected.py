"""The claims that a retraction touched, in pages, each with its status now."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.memory.api.calls import Caller, agent_caller, member_of
from tests.memory.api.falling import falling, paged
from tests.memory.api.rows import REASON, retracted

pytestmark = pytest.mark.django_db
EFFECTS = ("claim", "effect", "depth", "confidence_before", "confidence_after")


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture
def curator(agent: Caller) -> Caller:
    return member_of(agent)


def fallen(agent: Caller, curator: Caller, count: int = 1) -> str:
    """The address of a retraction that twice so many claims fall by."""
    seen = falling(agent, curator, count)
    return f"/retractions/{retracted(agent, f'/observations/{seen}')['retraction']}"


def test_each_is_told_by_depth_with_its_effect_and_status(
    agent: Caller, curator: Caller
) -> None:
    url = fallen(agent, curator, 2)
    told = paged(agent, f"{url}/affected", limit=3)
    assert [x["depth"] for x in told] == [1, 1, 2, 2]
    assert sorted((x["text"], x["effect"], x["status"]) for x in told) == [
        ("P-101A feeds V-12", "lost", "disputed"),
        ("P-101A feeds V-12", "lost", "disputed"),
        ("P-20, unit 3", "weakened", "disputed"),
        ("P-21, unit 3", "lost", "disputed"),
    ]
    # o2 was read in the same document, so that the larger κ alone counted.
    assert sorted((x["confidence_before"], x["confidence_after"]) for x in told) == [
        (pytest.approx(0.8), 0),
        (pytest.approx(0.8), 0),
        (pytest.approx(0.8), 0),
        (pytest.approx(0.8), pytest.approx(0.5)),
    ]


def test_it_is_the_answer_of_the_retraction(agent: Caller, curator: Caller) -> None:
    url = fallen(agent, curator, 3)
    shown = agent.get(url).json()
    answer = retracted(agent, f"/observations/{shown['observation']}")
    told = paged(agent, f"{url}/affected", limit=2)
    assert [[x[name] for name in EFFECTS] for x in told] == [
        [x[name] for name in EFFECTS] for x in answer["affected"]
    ]


def test_an_effect_is_a_list_of_its_own(agent: Caller, curator: Caller) -> None:
    url = f"{fallen(agent, curator, 3)}/affected"
    counts = {
        effect: len(paged(agent, url, effect=effect, limit=2))
        for effect in ("lost", "weakened", "reached", "ended")
    }
    assert counts == {"lost": 5, "weakened": 1, "reached": 0, "ended": 0}
    cursor = agent.get(url, effect="lost", limit=1).json()["next"]
    refused = agent.get(url, cursor=cursor)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_cursor")


def test_the_status_is_the_one_now(agent: Caller, curator: Caller) -> None:
    url = fallen(agent, curator)
    (dispute,) = curator.get("/disputes", effect="weakened").json()["items"]
    upheld = {"version": dispute["version"], "action": "uphold"}
    settled = curator.post(f"/disputes/{dispute['id']}/resolve", upheld)
    assert settled.status_code == 200, settled.content
    told = agent.get(f"{url}/affected").json()["items"]
    assert [(x["effect"], x["status"]) for x in told] == [
        ("lost", "disputed"),
        ("weakened", "admissible"),
    ]
    back = {"reason": "It holds."}
    assert agent.post(f"{url}/reinstate", back).status_code == 200
    told = agent.get(f"{url}/affected").json()["items"]
    assert [(x["effect"], x["status"]) for x in told] == [
        ("lost", "admissible"),
        ("weakened", "admissible"),
    ]


def test_what_was_erased_is_listed_without_its_words(
    agent: Caller, curator: Caller
) -> None:
    url = fallen(agent, curator)
    before = agent.get(f"{url}/affected").json()["items"]
    node = agent.get(f"/claims/{before[0]['claim']}").json()["subject"]["id"]
    admin = member_of(agent, role="admin")
    erased = admin.post("/erasures", {"node": node, "reason": REASON})
    assert erased.status_code == 201, erased.content
    after = agent.get(f"{url}/affected")
    assert [x["effect"] for x in after.json()["items"]] == ["lost", "weakened"]
    assert "P-10" not in after.content.decode()
    assert {x["claim"] for x in before}.isdisjoint(
        x["claim"] for x in after.json()["items"]
    )


def test_twice_the_claims_take_no_more_statements(
    agent: Caller, curator: Caller
) -> None:
    taken = []
    for count in (3, 6):
        url = f"{fallen(agent, curator, count)}/affected"
        assert len(agent.get(url, limit=200).json()["items"]) == 2 * count
        with CaptureQueriesContext(connection) as found:
            agent.get(url, limit=200)
        taken.append(len(found))
    assert taken[0] == taken[1]


REFUSED = [
    ("effect=restored", "unknown_value", "effect"),
    ("effect=", "unknown_value", "effect"),
    ("limit=0", "range", "limit"),
    ("cursor=abc", "bad_cursor", "cursor"),
    ("depth=1", "extra_forbidden", "depth"),
]


@pytest.mark.parametrize(("query", "code", "field"), REFUSED)
def test_what_is_asked_wrongly_is_refused_by_name(
    agent: Caller, curator: Caller, query: str, code: str, field: str
) -> None:
    no = agent.get(f"{fallen(agent, curator)}/affected?{query}")
    assert (no.status_code, no.json()["code"], no.json()["field"]) == (422, code, field)


def test_another_workspaces_is_not_found(agent: Caller, curator: Caller) -> None:
    url = f"{fallen(agent, curator)}/affected"
    assert agent_caller().get(url).status_code == 404
    assert agent.get("/retractions/x/affected").status_code == 404
