"""Calls the HTTP API as an agent or a member would."""

import itertools
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from memory.jobs.distil import drain
from memory.models import Agent, Episode, Membership
from tests.make import make_agent, make_key, make_member, make_workspace

_numbers = itertools.count(1)
AT = "2026-03-02T10:00:00Z"
JSON = "application/json"


@dataclass
class Caller:
    """A client with a key; replies come back with status and content."""

    owner: Agent | Membership
    scopes: tuple[str, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.key, self.secret = make_key(self.owner, scopes=self.scopes)
        self.client = Client(raise_request_exception=False)

    @property
    def workspace(self) -> Any:
        """The key's workspace."""
        return self.owner.workspace

    def get(self, path: str, **query: Any) -> Any:
        """GET with a query."""
        return self._call("get", path, query)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        """POST a JSON body."""
        return self._call("post", path, body, content_type=JSON, headers=headers)

    def put(self, path: str, body: Any, **headers: str) -> Any:
        """PUT a JSON body."""
        return self._call("put", path, body, content_type=JSON, headers=headers)

    def delete(self, path: str, body: Any = None) -> Any:
        """DELETE; there is no body."""
        return self._call("delete", path, body)

    def raw(
        self, path: str, body: bytes, content_type: str = "application/json"
    ) -> Any:
        """POST bytes as they are."""
        return self._call("post", path, body, content_type=content_type)

    def call(self, method: str, path: str) -> Any:
        """Any method, without a body."""
        return self._call(method, path, None)

    def _call(
        self,
        method: str,
        path: str,
        data: Any,
        headers: dict[str, str] | None = None,
        **more: Any,
    ) -> HttpResponse:
        given = {"Authorization": f"Bearer {self.secret}"} | (headers or {})
        send = getattr(self.client, method)
        url = f"/api/v1{path}"
        arguments = (
            (url,) if data is None and "content_type" not in more else (url, data)
        )
        response: HttpResponse = send(*arguments, headers=given, **more)
        return response


def agent_caller(**options: Any) -> Caller:
    """An agent of a new workspace."""
    return Caller(make_agent(make_workspace()), **options)


def member_of(caller: Caller, role: str = "curator", **options: Any) -> Caller:
    """A member of another caller's workspace."""
    return Caller(make_member(caller.workspace, role=role), **options)


def episode(**changes: Any) -> dict[str, Any]:
    """An episode's body: one document, one observation, one conclusion."""
    return {
        "external_id": f"run-{next(_numbers)}",
        "task": "which pump feeds V-12",
        "started_at": AT,
        "closed_at": AT,
        "model": "gpt-5",
        "sources": [source()],
        "observations": [observation()],
        "conclusions": [conclusion()],
        "residue": [],
    } | changes


def source(**changes: Any) -> dict[str, Any]:
    """A diagram."""
    return {
        "ref": "pid",
        "kind": "document",
        "uri": "doc://plant/pid-7.pdf",
        "title": "P&ID rev C",
        "as_of": "2024-03-01",
    } | changes


def observation(**changes: Any) -> dict[str, Any]:
    """What was read in it."""
    return {
        "ref": "o1",
        "source": "pid",
        "locator": "sheet 3",
        "observed_at": AT,
        "text": "Line 12 runs from P-101A to V-12.",
    } | changes


def conclusion(**changes: Any) -> dict[str, Any]:
    """What was concluded from it."""
    return {
        "subject": {"kind": "pump", "id": "P-101A"},
        "predicate": "feeds",
        "object": {"kind": "separator", "id": "V-12"},
        "confidence": 0.8,
        "supports": ["o1"],
        "text": "P-101A feeds V-12",
    } | changes


def refused(response: Any) -> tuple[int, str, str]:
    """What an error says; nothing may have been stored."""
    assert response["Content-Type"].startswith("application/json")
    body = response.json()
    assert body.keys() >= {"code", "message", "field", "hint"}
    assert body["message"]
    assert not Episode.objects.exists()
    return response.status_code, body["code"], body["field"]


def distil(agent: Caller, **changes: Any) -> dict[str, Any]:
    """Post an episode and let a worker distil it."""
    posted = agent.post("/episodes", episode(**changes))
    assert posted.status_code == 202, posted.content
    drain()
    told: dict[str, Any] = agent.get(f"/episodes/{posted.json()['id']}").json()
    return told


def claim_of(agent: Caller, **changes: Any) -> dict[str, Any]:
    """The only claim of a new episode."""
    (claim,) = distil(agent, **changes)["claims"]
    return dict(claim)


def accept(curator: Caller, claim: dict[str, Any]) -> dict[str, Any]:
    """Accept a claim as it stands now."""
    verdict = {"version": claim["version"], "verdict": "accept"}
    reviewed = curator.post(f"/claims/{claim['id']}/review", verdict)
    assert reviewed.status_code == 200, reviewed.content
    return dict(reviewed.json())


def merged(agent: Caller) -> str:
    """The id of a merge of two spellings of a pump; P-101B is there to merge into."""
    named = [{"kind": "pump", "id": id_} for id_ in ("P-101B", "P101B", "P 101B")]
    uids = [agent.put("/nodes", each).json()["id"] for each in named]
    told = member_of(agent).post(f"/nodes/{uids[2]}/merge", {"into": uids[1]})
    assert told.status_code == 201, told.content
    return str(told.json()["id"])
