"""The tools at /mcp, called by the protocol's own client."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from memory.jobs.distil import drain
from memory.models import ApiKey, Episode, Receipt
from memory.queries.clock import database_now
from tests.memory.api.calls import (
    Caller,
    accept,
    agent_caller,
    claim_of,
    conclusion,
    member_of,
)

pytestmark = pytest.mark.django_db(transaction=True)
TOOLS = {"remember", "recall", "why", "check", "retract", "raise_tension"}
SEEN = {
    "text": "P-101A feeds V-12.",
    "source": "P&ID rev C",
    "uri": "doc://plant/pid-7.pdf",
    "locator": "sheet 3",
}
type Told = tuple[bool, Any]


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def within[T](
    url: str, secret: str, act: Callable[[Client], Coroutine[Any, Any, T]]
) -> T:
    """Do something as a client of the server."""

    async def run() -> T:
        headers = {"Authorization": f"Bearer {secret}"}
        async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
            server = streamable_http_client(f"{url}/mcp", http_client=http)
            async with Client(server) as client:
                return await act(client)

    # The test's own thread may run the event loop of a browser.
    with ThreadPoolExecutor(max_workers=1) as apart:
        return apart.submit(asyncio.run, run()).result()


def call(url: str, agent: Caller, tool: str, **arguments: Any) -> Told:
    """Whether a tool failed, and what it told."""

    async def act(client: Client) -> Told:
        told: Any = await client.call_tool(tool, arguments)
        return bool(told.is_error), told.structured_content or told.content[0].text

    return within(url, agent.secret, act)


def test_all_tools_say_what_they_do(agent: Caller, live_url: str) -> None:
    async def act(client: Client) -> Any:
        return (await client.list_tools()).tools

    found = within(live_url, agent.secret, act)
    assert {each.name for each in found} == TOOLS
    assert all(each.description for each in found)


def test_work_is_handed_over_and_recalled(agent: Caller, live_url: str) -> None:
    given = {"task": "What feeds V-12?", "observations": [SEEN]}
    stated = conclusion(supports=["o1"])
    failed, told = call(live_url, agent, "remember", **given, conclusions=[stated])
    assert not failed
    again = call(live_url, agent, "remember", **given, conclusions=[stated])
    assert Episode.objects.count() == 1
    assert again == (False, {"external_id": told["external_id"], "status": "known"})
    drain()
    (claim,) = agent.get("/claims").json()["items"]
    accept(member_of(agent), claim)
    failed, told = call(live_url, agent, "recall", message="Which pump feeds V-12?")
    assert [each["claim"] for each in told["context"]] == [claim["id"]]
    assert str(Receipt.objects.get().uid) == told["receipt"]
    failed, why = call(live_url, agent, "why", claim=claim["id"])
    (span,) = why["spans"]
    assert (span["quote"], span["locator"]) == (SEEN["text"], "sheet 3")
    assert span["source"]["title"] == "P&ID rev C"


def test_a_retraction_is_seen_before_it_is_made(agent: Caller, live_url: str) -> None:
    claim = accept(member_of(agent), claim_of(agent))
    seen = claim["derivations"][0]["supports"][0]["observation"]
    asked = {"target": seen, "reason": "It was misread."}
    failed, told = call(live_url, agent, "retract", **asked, dry_run=True)
    assert (failed, told["counts"]["lost"], told["retraction"]) == (False, 1, None)
    failed, told = call(live_url, agent, "retract", **asked)
    assert told["retraction"] is not None
    failed, told = call(live_url, agent, "why", claim=claim["id"])
    assert (failed, told["code"]) == (False, "not_admissible")


def test_a_text_is_checked(agent: Caller, live_url: str) -> None:
    text = "We sold 120 units in May and 30 in June, 160 in total."
    failed, told = call(live_url, agent, "check", text=text)
    assert not failed
    found = {each["verdict"] for each in told["findings"]}
    assert "contradicted" in found


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("recall", {"message": " "}, "blank"),
        ("recall", {"message": "x", "k": 0}, "range"),
        ("why", {"claim": "../../health"}, "not_found"),
        ("retract", {"target": "x", "reason": "y"}, "not_found"),
        ("remember", {"task": "t", "observations": [{"source": "s"}]}, "blank"),
    ],
)
def test_bad_input_is_told_by_name(
    agent: Caller, live_url: str, tool: str, arguments: dict[str, Any], code: str
) -> None:
    failed, told = call(live_url, agent, tool, **arguments)
    assert failed
    assert code in told
    assert not Episode.objects.exists()


def test_a_key_opens_only_its_own_scopes(agent: Caller, live_url: str) -> None:
    ApiKey.objects.update(scopes=["read"])
    failed, told = call(live_url, agent, "recall", message="x")
    assert (failed, "forbidden" in told) == (True, True)
    ApiKey.objects.update(revoked_at=database_now())
    failed, told = call(live_url, agent, "why", claim=str(UUID(int=7)))
    assert (failed, "unauthorized" in told) == (True, True)


def test_another_host_is_not_answered(agent: Caller, live_url: str) -> None:
    reply = httpx2.post(f"{live_url}/mcp", json={}, headers={"Host": "evil.example"})
    assert reply.status_code == 421
