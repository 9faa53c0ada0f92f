"""The API as the ASGI server serves it."""

import http.client
import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from memory.jobs.distil import drain
from tests.memory.api.calls import Caller, agent_caller, episode


@pytest.fixture
def agent(live_url: str) -> Caller:
    return agent_caller()


def send(
    url: str, method: str, path: str, agent: Caller, body: bytes = b"", **headers: str
) -> tuple[int, dict[str, object]]:
    """One request over a socket."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)
    given = {"Authorization": f"Bearer {agent.secret}"} | headers
    connection.request(method, f"/api/v1{path}", body or None, given)
    reply = connection.getresponse()
    content = json.loads(reply.read())
    connection.close()
    return reply.status, content


JSON = {"Content-Type": "application/json"}


def test_an_episode_goes_in_and_comes_out(live_url: str, agent: Caller) -> None:
    body = json.dumps(episode()).encode()
    status, accepted = send(live_url, "POST", "/episodes", agent, body, **JSON)
    assert status == 202
    drain()
    status, told = send(live_url, "GET", f"/episodes/{accepted['id']}", agent)
    assert (status, told["status"]) == (200, "distilled")


def test_errors_keep_their_shape(live_url: str, agent: Caller) -> None:
    cases = [
        ("GET", "/nothing", b"", 404, "not_found"),
        ("DELETE", "/claims", b"", 405, "method_not_allowed"),
        ("POST", "/episodes", b"x" * 2_700_000, 413, "too_large"),
        ("POST", "/episodes", b"{", 400, "bad_json"),
        ("GET", "/claims?q=%00", b"", 422, "nul_character"),
    ]
    for method, path, body, status, code in cases:
        found = send(live_url, method, path, agent, body, **JSON)
        assert (found[0], found[1]["code"]) == (status, code)


def test_a_chunked_body_is_limited_too(live_url: str, agent: Caller) -> None:
    connection = http.client.HTTPConnection(urlsplit(live_url).netloc, timeout=20)
    chunks = (b"x" * 100_000 for _ in range(30))
    headers = JSON | {"Authorization": f"Bearer {agent.secret}"}
    connection.request("POST", "/api/v1/episodes", chunks, headers, encode_chunked=True)
    reply = connection.getresponse()
    assert (reply.status, json.loads(reply.read())["code"]) == (413, "too_large")
    connection.close()


def test_an_import_may_be_larger_than_other_bodies(
    live_url: str, agent: Caller
) -> None:
    sent = [episode(task="x" * 19_000, conclusions=[]) for _ in range(150)]
    body = "\n".join(map(json.dumps, sent)).encode()
    assert len(body) > 2_700_000
    lines = {"Content-Type": "application/x-ndjson"}
    status, begun = send(live_url, "POST", "/episodes/bulk", agent, body, **lines)
    assert status == 202
    status, told = send(live_url, "GET", f"/operations/{begun['operation']}", agent)
    assert (status, told["total"], told["failures"]) == (200, 150, [])


def test_the_documents_page_obeys_the_content_policy(live_url: str, page: Page) -> None:
    troubles: list[str] = []
    page.on(
        "console",
        lambda said: troubles.append(said.text) if said.type == "error" else None,
    )
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(f"{live_url}/api/v1/docs")
    expect(page.get_by_text("/api/v1/episodes/open")).to_be_visible()
    assert troubles == []
