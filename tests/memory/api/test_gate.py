"""The gate over HTTP: served, withheld, three lenses on every call, and receipts."""

from typing import Any

import pytest

from tests.memory.api.calls import (
    Caller,
    accept,
    agent_caller,
    claim_of,
    conclusion,
    distil,
    member_of,
    observation,
)
from tests.memory.api.rows import retracted

pytestmark = pytest.mark.django_db(transaction=True)
MESSAGE = "Which pump feeds V-12?"


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def ask(caller: Caller, message: str = MESSAGE, **more: Any) -> dict[str, Any]:
    reply = caller.post("/gate", {"message": message} | more)
    assert reply.status_code == 200, reply.content
    return dict(reply.json())


def believed(agent: Caller, **changes: Any) -> dict[str, Any]:
    return accept(member_of(agent), claim_of(agent, **changes))


def test_what_is_believed_is_served_with_its_standing(agent: Caller) -> None:
    claim = believed(agent)
    told = ask(agent)
    (served,) = told["context"]
    assert served["claim"] == claim["id"]
    assert served["wording"] == "P-101A feeds V-12"
    assert served["text"] == f"P-101A feeds V-12 {told['mark']}"
    assert served["status"] == "admissible"
    assert served["confidence"] == pytest.approx(0.8)
    assert 0 <= served["age_days"] < 1
    assert "subgraph" in served["lenses"]
    (source,) = served["sources"]
    assert (source["title"], source["uri"]) == ("P&ID rev C", "doc://plant/pid-7.pdf")
    assert (source["vetted"], served["vetted"]) == (False, False)
    assert (served["conflicts_with"], told["withheld"]) == ([], [])


def test_every_lens_runs_and_says_how(agent: Caller) -> None:
    claim = believed(agent)
    lenses = ask(agent)["lenses"]
    assert lenses.keys() == {"raw", "reframe", "subgraph"}
    assert lenses["subgraph"]["roots"] == [claim["object"]["id"]]
    assert lenses["subgraph"]["form"] == "recognised"
    assert lenses["subgraph"]["lesser"] is None
    query = lenses["reframe"]["query"]
    assert (lenses["reframe"]["form"], "V-12" in query) == ("rule", True)
    assert query != MESSAGE


def test_the_task_names_the_nodes(agent: Caller) -> None:
    claim = believed(agent)
    named: list[Any] = [
        claim["subject"]["id"],
        {"kind": "pump", "id": "p-101a"},
        {"kind": "pump", "id": "P-999"},
    ]
    told = ask(agent, "Anything to know?", task={"nodes": named})
    assert told["lenses"]["subgraph"]["form"] == "given"
    assert told["lenses"]["subgraph"]["roots"] == [claim["subject"]["id"]]
    assert [each["claim"] for each in told["context"]] == [claim["id"]]


def test_what_is_in_quarantine_is_withheld(agent: Caller) -> None:
    claim = claim_of(agent)
    told = ask(agent)
    (withheld,) = told["withheld"]
    assert told["context"] == []
    assert (withheld["claim"], withheld["reason"]) == (claim["id"], "quarantined")
    assert withheld["text"].startswith("P-101A feeds V-12 [warrant:")


def test_a_disputed_claim_says_what_is_left_of_it(agent: Caller) -> None:
    told = distil(
        agent,
        observations=[observation(), observation(ref="o2", text="P-101A to V-12.")],
        conclusions=[
            conclusion(confidence=0.8),
            conclusion(confidence=0.5, supports=["o2"]),
        ],
    )
    accept(member_of(agent), told["claims"][0])
    retracted(agent, f"/observations/{told['observations'][0]['id']}")
    (withheld,) = ask(agent)["withheld"]
    assert (withheld["reason"], withheld["effect"]) == ("disputed", "weakened")
    assert withheld["confidence"] == pytest.approx(0.5)


def test_a_claim_in_conflict_names_the_other(agent: Caller) -> None:
    told = distil(
        agent,
        observations=[observation(), observation(ref="o2", text="P-104 feeds V-12.")],
        conclusions=[
            conclusion(),
            conclusion(
                subject={"kind": "pump", "id": "P-104"},
                supports=["o2"],
                text="P-104 feeds V-12",
            ),
        ],
    )
    curator = member_of(agent)
    first, second = (accept(curator, claim)["id"] for claim in told["claims"])
    served = {each["claim"]: each["conflicts_with"] for each in ask(agent)["context"]}
    assert served == {first: [second], second: [first]}


def test_a_receipt_keeps_what_was_told_and_what_has_fallen(agent: Caller) -> None:
    told = distil(agent)
    claim = accept(member_of(agent), told["claims"][0])
    passed = ask(agent)
    retracted(agent, f"/observations/{told['observations'][0]['id']}")
    kept = agent.get(f"/receipts/{passed['receipt']}").json()
    assert kept["fallen"] == [{"claim": claim["id"], "status": "disputed"}]
    assert kept["message"] == MESSAGE
    assert kept["agent"] == agent.owner.name
    (served,) = kept["context"]
    (same,) = passed["context"]
    assert (served["text"], served["confidence"]) == (same["text"], same["confidence"])
    for part in ("withheld", "lenses", "findings", "tensions", "degraded", "mark"):
        assert kept[part] == passed[part], part


def test_a_message_is_checked(agent: Caller) -> None:
    told = ask(agent, "It rose from 4% to 6%, an increase of 2%.")
    assert "contradicted" in {each["verdict"] for each in told["findings"]}


@pytest.mark.parametrize("message", ["", "   ", "\u200b", None, 7])
def test_an_empty_message_is_refused(agent: Caller, message: Any) -> None:
    reply = agent.post("/gate", {"message": message})
    assert (reply.status_code, reply.json()["field"]) == (422, "message")


def test_a_retraction_names_who_was_served(agent: Caller) -> None:
    told = distil(agent)
    accept(member_of(agent), told["claims"][0])
    path = f"/observations/{told['observations'][0]['id']}"
    assert retracted(agent, path, dry_run=True)["served_to"] == []
    for _ in range(2):
        ask(agent)
    for dry_run in (True, False):
        (reached,) = retracted(agent, path, dry_run=dry_run)["served_to"]
        assert reached["name"] == agent.owner.name
        assert (reached["receipts"], reached["claims"]) == (2, 1)
    # It was withheld this time, so that nobody more is reached.
    ask(agent)
    assert retracted(agent, path)["served_to"][0]["receipts"] == 2
