"""One settlement for a whole filter: counted, carried out as counted, undone."""

from typing import Any

import pytest
from django.test import Client

from memory.models import UNSETTLED, Agent, Dispute
from tests.curation import plant
from tests.curation.test_disputes import settle, status

HERE = "/w/plant/disputes/bulk/"


@pytest.fixture(autouse=True)
def built(agent: Agent, desk: Client) -> None:
    """The source of o1 is retracted: A and B are lost, C is weakened."""
    plant.build(agent)
    plant.retract(desk)


def count(desk: Client, action: str, query: str = "", **fields: Any) -> Any:
    return desk.post(f"{HERE}?{query}", {"action": action, "step": "count"} | fields)


def carry_out(desk: Client, counted: Any, query: str = "") -> Any:
    data = counted.context["page"].form.data
    sent = {name: data[name] for name in data if name != "csrfmiddlewaretoken"}
    return desk.post(f"{HERE}?{query}", sent | {"step": "carry out"})


def test_a_dry_run_counts_and_says_why_some_stay(desk: Client) -> None:
    counted = count(desk, "uphold")
    page = counted.context["page"]
    assert (page.counted.count, len(page.counted.settled)) == (3, 1)
    (refused,) = page.refusals
    assert refused.message == "No derivation of the claim rests on live evidence."
    assert [str(x.statement)[:6] for x in refused.lines] == ["pump a", "pump b"]
    assert Dispute.objects.filter(state__in=UNSETTLED).count() == 3


def test_a_set_is_settled_as_counted_and_undone(desk: Client, agent: Agent) -> None:
    query = "effect=lost"
    counted = count(desk, "retire", query, reason="outdated", note="of no use")
    done = carry_out(desk, counted, query)
    assert [status(agent, x) for x in "abc"] == ["retired", "retired", "disputed"]
    assert "2 of 2 settled" in done.content.decode()
    named = [str(uid) for uid in done.context["page"].decisions]
    answer = desk.post(f"{HERE}undo/?{query}", {"d": named})
    assert answer["Location"] == "/w/plant/disputes/?effect=lost"
    assert [status(agent, x) for x in "abc"] == ["disputed"] * 3


def test_another_set_than_the_counted_one_is_refused(
    desk: Client, agent: Agent
) -> None:
    counted = count(desk, "defer")
    settle(desk, agent, "c", "uphold")
    answer = carry_out(desk, counted)
    assert answer.status_code == 409
    assert "The set of disputes has changed" in answer.content.decode()
    assert answer.context["page"].counted.count == 2
    assert Dispute.objects.filter(state="deferred").count() == 0


def test_retiring_many_names_a_reason(desk: Client) -> None:
    assert count(desk, "retire").status_code == 422
