"""An OpenAI-compatible chat endpoint that nothing passes but through the gate."""

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import httpx2
import pydantic
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from ninja.errors import HttpError

from memory.api import errors
from memory.api.access import Caller, Key
from memory.api.briefing import briefing
from memory.api.invalid import described
from memory.api.parsing import StrictParser
from memory.api.schemas.gate import SentMessage, ToldPassage
from memory.classifier.quantity import MAX_TEXT
from memory.jobs.gate import pass_gate
from memory.models import Scope
from memory.rules.bounded import Bounded
from memory.rules.refused import Refused

GATE = Key(Scope.GATE, anew=True)
RECEIPT = "X-Warrant-Receipt"


@dataclass(frozen=True)
class Gated:
    """A conversation as it goes on to the model, and what it was given to start with.

    `body` is JSON; `receipt` is that of the passage.
    """

    body: bytes
    receipt: str
    streams: bool


@csrf_exempt
@login_not_required
@require_POST
async def chat_completions(request: HttpRequest) -> HttpResponseBase:
    """Pass the gate, put what it tells before the messages, and ask the model.

    Keeps true: no request reaches the model without a receipt, whose served claims
    are those that the model is shown. The receipt is in X-Warrant-Receipt. The key is
    one of this memory; the model's own never leaves the server. `warrant` in the body
    may name the task's nodes, its episode and `k`, as the gate takes them.
    """
    try:
        gated = await sync_to_async(_gated)(request)
    except Refused as no:
        return _told(errors.on_refused(request, no))
    except HttpError as error:
        return _told(errors.on_http_error(request, error))
    except RequestDataTooBig as error:
        return _told(errors.on_too_big(request, error))
    except OperationalError as error:
        return _told(errors.on_unavailable(request, error))
    response = await _forwarded(gated)
    response[RECEIPT] = gated.receipt
    return response


def _gated(request: HttpRequest) -> Gated:
    try:
        return _passed(request)
    finally:
        connection.close()


def _passed(request: HttpRequest) -> Gated:
    caller = GATE(request)
    if not isinstance(caller, Caller):
        raise HttpError(401, "unauthorized")
    if not settings.WARRANT_PROXY_UPSTREAM:
        raise Refused("no_upstream", "No model is configured to pass messages on to.")
    sent = StrictParser().parse_body(request)
    if not isinstance(sent, dict):
        raise Refused("type", "The body is not an object.")
    asked = _asked(sent)
    passed = pass_gate(
        workspace=caller.workspace,
        by=caller.actor,
        message=asked.message,
        nodes=asked.nodes(),
        episode=asked.task.episode,
        k=asked.k,
        key=caller.key,
    )
    told = ToldPassage.of(passed)
    first = {"role": "system", "content": briefing(told)}
    going = {name: each for name, each in sent.items() if name != "warrant"}
    going["messages"] = [first, *sent["messages"]]
    body = json.dumps(going, default=_plain).encode()
    return Gated(body, str(told.receipt), sent.get("stream") is True)


def _plain(number: object) -> float:
    assert isinstance(number, Decimal)
    return float(number)


def _asked(sent: Mapping[str, Any]) -> SentMessage:
    """What passes the gate: all that was said since the last word of the user."""
    task = sent.get("warrant", {})
    if not isinstance(task, dict):
        raise Refused("type", "This is not an object.", field="warrant")
    rest = {"k": task["k"]} if "k" in task else {}
    nodes = {name: each for name, each in task.items() if name != "k"}
    asked = {"message": _message(sent.get("messages")), "task": nodes} | rest
    try:
        return SentMessage.model_validate(asked)
    except pydantic.ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise described(first, first["loc"]) from None


def _message(messages: object) -> str:
    if not isinstance(messages, list) or not messages:
        raise Refused("missing", "There are no messages.", field="messages")
    said: list[str] = []
    for place, each in reversed(list(enumerate(messages))):
        if not isinstance(each, dict):
            raise Refused("type", "This is no message.", field=f"messages.{place}")
        said.append(_words(each.get("content")))
        if each.get("role") == "user":
            break
    whole = "\n".join(filter(None, reversed(said))).strip()
    if not whole:
        raise Refused("blank", "The user says nothing in words.", field="messages")
    return whole[-MAX_TEXT:]


def _words(content: object) -> str:
    """The text of a message, whether whole or in parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return "\n".join(text for text in texts if isinstance(text, str))


async def _forwarded(gated: Gated) -> HttpResponseBase:
    client = httpx2.AsyncClient(
        transport=Bounded(),
        trust_env=False,
        follow_redirects=False,
        timeout=settings.WARRANT_PROXY_SECONDS,
        headers={"Accept-Encoding": "identity"},
    )
    try:
        reply = await client.send(_request(client, gated), stream=True)
        if gated.streams and reply.is_success:
            return StreamingHttpResponse(
                _flowing(client, reply),
                status=reply.status_code,
                content_type=reply.headers.get("Content-Type", "text/event-stream"),
            )
        content = await reply.aread()
    except httpx2.HTTPError as error:
        await client.aclose()
        return _unreached(error)
    await client.aclose()
    return _answered(reply, content)


def _request(client: httpx2.AsyncClient, gated: Gated) -> httpx2.Request:
    return client.build_request(
        "POST",
        f"{settings.WARRANT_PROXY_UPSTREAM.rstrip('/')}/chat/completions",
        content=gated.body,
        headers={
            "Authorization": f"Bearer {settings.WARRANT_PROXY_KEY or 'none'}",
            "Content-Type": "application/json",
        },
    )


async def _flowing(
    client: httpx2.AsyncClient, reply: httpx2.Response
) -> AsyncIterator[bytes]:
    """The reply as it comes; what is cut off ends with an error event."""
    try:
        async for chunk in reply.aiter_raw():
            yield chunk
    except httpx2.HTTPError as error:
        said = json.loads(_unreached(error).content)
        yield f"data: {json.dumps(said)}\n\n".encode()
    finally:
        await reply.aclose()
        await client.aclose()


def _answered(reply: httpx2.Response, content: bytes) -> HttpResponse:
    """The model's answer as it is; a redirect is followed by nobody."""
    if reply.is_redirect:
        no = errors.reply("bad_upstream", "The model's server sends elsewhere.")
        return _told(no)
    response = HttpResponse(
        content,
        status=reply.status_code,
        content_type=reply.headers.get("Content-Type", "application/json"),
    )
    if "Retry-After" in reply.headers:
        response["Retry-After"] = reply.headers["Retry-After"]
    return response


def _unreached(error: httpx2.HTTPError) -> HttpResponse:
    why = type(error).__name__
    return _told(
        errors.reply("bad_upstream", f"The model's server gave no answer: {why}.")
    )


def _told(refusal: HttpResponse) -> HttpResponse:
    """The envelope, with the same inside as OpenAI's clients read it."""
    body = json.loads(refusal.content)
    kind = "invalid_request_error" if refusal.status_code < 500 else "server_error"
    inner = {
        "message": body["message"],
        "type": kind,
        "param": body["field"] or None,
        "code": body["code"],
    }
    refusal.content = json.dumps(body | {"error": inner}).encode()
    return refusal
