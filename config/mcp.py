"""The memory as tools of the Model Context Protocol, each one call of the HTTP API.

A tool has no way of its own into the memory: keys, scopes, rates, checks of input and
the gate are those of the API.
"""

import datetime
import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Annotated, Any, TypedDict

import httpx2
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import Field

ABOUT = (
    "A memory whose beliefs carry their evidence. Call recall before you answer, and"
    " rely on nothing that it withholds. Hand finished work over with remember."
)
# Of a call's headers, those that say who calls and how it came here.
KEPT = ("authorization", "host", "x-forwarded-proto")

type App = Callable[[Any, Any, Any], Awaitable[None]]
type Node = str | dict[str, str]
Nodes = Annotated[
    list[Node], Field(description='Ids, or {"kind": "pump", "id": "P-101A"}.')
]


class Seen(TypedDict, total=False):
    """What was read or heard; `text` is needed."""

    text: str
    source: str
    uri: str
    locator: str
    observed_at: str


class Tools:
    """What an agent can do; every method is a tool, its docstring what it is told."""

    def __init__(self, api: App) -> None:
        self._transport = httpx2.ASGITransport(app=api)

    async def remember(
        self,
        ctx: Context,
        task: Annotated[str, Field(description="What the work was about.")],
        observations: Annotated[
            list[Seen],
            Field(description="What was read, each with its source's title or uri."),
        ],
        conclusions: Annotated[
            list[dict[str, Any]] | None,
            Field(
                description="Claims as POST /episodes takes them; their supports are"
                " o1, o2, … in the order of the observations. Without them the"
                " memory reads the observations itself."
            ),
        ] = None,
        residue: Annotated[
            list[dict[str, Any]] | None,
            Field(description='Left open: {"kind": "question", "text": …}.'),
        ] = None,
        external_id: Annotated[
            str, Field(description="A name of your own for this work.")
        ] = "",
    ) -> dict[str, Any]:
        """Hand over a finished piece of work: what you saw and what you conclude.

        The same work without an id of its own is stored once.
        """
        sent = episode(task, observations, conclusions, residue)
        named = {"external_id": external_id or digest(sent, observations)}
        # Of a name that says all that was sent, only the time can differ.
        known = () if external_id else ("content_differs",)
        told = await self._call(ctx, "POST", "/episodes", sent | named, also=known)
        return named | ({"status": "known"} if "code" in told else told)

    async def recall(
        self,
        ctx: Context,
        message: Annotated[str, Field(description="What you are about to say.")],
        nodes: Nodes | None = None,
        k: int = 12,
    ) -> dict[str, Any]:
        """Pass the retrieval gate: what may be believed, what is withheld and why."""
        body = {"message": message, "task": {"nodes": nodes or []}, "k": k}
        return await self._call(ctx, "POST", "/gate", body)

    async def why(
        self, ctx: Context, claim: Annotated[str, Field(description="Its id.")]
    ) -> dict[str, Any]:
        """The live evidence under a claim, or why it may not be relied on."""
        path = f"/claims/{_segment(claim)}/justification"
        return await self._call(ctx, "GET", path, also=("not_admissible",))

    async def check(self, ctx: Context, text: str) -> dict[str, Any]:
        """Check the quantities, units and inferences of a text."""
        return await self._call(ctx, "POST", "/check", {"text": text})

    async def retract(
        self,
        ctx: Context,
        target: Annotated[str, Field(description="Id of an observation or source.")],
        reason: str,
        of: Annotated[str, Field(pattern="^(observation|source)$")] = "observation",
        kind: Annotated[
            str, Field(description="retraction, correction or concern")
        ] = "retraction",
        replacement: str | None = None,
        dry_run: bool = False,
    ) -> dict[str, Any]:
        """Stop relying on an observation or a source; says what that touches."""
        body = {"kind": kind, "reason": reason, "dry_run": dry_run}
        body |= {"replacement": replacement} if replacement else {}
        return await self._call(ctx, "POST", f"/{of}s/{_segment(target)}/retract", body)

    async def raise_tension(
        self,
        ctx: Context,
        text: str,
        kind: Annotated[
            str,
            Field(description="contradiction, question, hypothesis or abstraction"),
        ] = "question",
        why: Annotated[str, Field(description="Why it matters.")] = "",
        about: Nodes | None = None,
    ) -> dict[str, Any]:
        """Keep open what is not resolved, so that it comes back."""
        body = {"kind": kind, "text": text, "why": why, "about": about or []}
        return await self._call(ctx, "POST", "/tensions", body)

    async def _call(
        self,
        ctx: Context,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        also: Sequence[str] = (),
    ) -> dict[str, Any]:
        """The API's answer; an error is the tool's, but for the codes in `also`."""
        given = ctx.headers or {}
        headers = {name: given[name] for name in KEPT if name in given}
        async with httpx2.AsyncClient(
            transport=self._transport, base_url="http://localhost/api/v1"
        ) as client:
            reply = await client.request(method, path, json=body, headers=headers)
        told: dict[str, Any] = reply.json()
        if reply.is_success or told["code"] in also:
            return told
        where = f" ({told['field']})" if told["field"] else ""
        said = f"{told['code']}{where}: {told['message']} {told['hint']}"
        raise ToolError(said.strip())


def _segment(typed: str) -> str:
    """An id as one step of a path, whatever was typed."""
    return "".join(c for c in typed if c.isalnum() or c == "-") or "-"


def episode(
    task: str,
    observations: Sequence[Seen],
    conclusions: Sequence[Mapping[str, Any]] | None,
    residue: Sequence[Mapping[str, Any]] | None,
) -> dict[str, Any]:
    """The body of `POST /episodes`: observations o1, o2, … of sources s1, s2, …"""
    now = datetime.datetime.now(datetime.UTC).isoformat()
    names = [(x.get("uri", ""), x.get("source", "")) for x in observations]
    refs = {name: f"s{at}" for at, name in enumerate(dict.fromkeys(names), 1)}
    return {
        "task": task,
        "started_at": now,
        "closed_at": now,
        "sources": [_source(ref, *name) for name, ref in refs.items()],
        "observations": [
            _observation(f"o{at}", refs[names[at - 1]], seen, now)
            for at, seen in enumerate(observations, 1)
        ],
        "residue": list(residue or ()),
    } | ({} if conclusions is None else {"conclusions": list(conclusions)})


def _source(ref: str, uri: str, title: str) -> dict[str, str]:
    """A document where it has an address or a title, else what the agent was told."""
    told = {"ref": ref, "kind": "document" if uri or title else "conversation"}
    return told | {k: v for k, v in (("uri", uri), ("title", title)) if v}


def _observation(ref: str, source: str, seen: Seen, now: str) -> dict[str, str]:
    told = {
        "ref": ref,
        "source": source,
        "text": seen.get("text", ""),
        "observed_at": seen.get("observed_at") or now,
    }
    return told | ({"locator": seen["locator"]} if seen.get("locator") else {})


def digest(sent: Mapping[str, Any], observations: Sequence[Seen]) -> str:
    """A name for the same work, whenever it is handed over."""
    named = {x: sent.get(x) for x in ("task", "conclusions", "residue")}
    whole = json.dumps([named, observations], sort_keys=True, default=str)
    return f"mcp-{hashlib.sha256(whole.encode()).hexdigest()[:32]}"


def application(api: App, hosts: Sequence[str]) -> App:
    """The server at /mcp, for the hosts that the site answers to."""
    server = MCPServer("warrant", instructions=ABOUT)
    tools = Tools(api)
    for each in (
        tools.remember,
        tools.recall,
        tools.why,
        tools.check,
        tools.retract,
        tools.raise_tension,
    ):
        server.tool()(each)
    named = [name for host in hosts for name in (host, f"{host}:*")]
    return server.streamable_http_app(
        stateless_http=True,
        json_response=True,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection="*" not in hosts, allowed_hosts=named
        ),
    )
