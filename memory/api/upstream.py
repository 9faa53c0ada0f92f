"""The model behind the chat proxy: asked over HTTP, its answer passed on at once."""

import json
from collections.abc import AsyncIterator

import httpx2
from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from memory.api import errors
from memory.rules.bounded import bounded_client


async def ask_upstream(body: bytes, *, streams: bool) -> HttpResponseBase:
    """What the model's server answers to a conversation, whole or as a stream.

    Keeps true: no redirect is followed and no more than 8 MB is read. A server that
    cannot be reached or sends elsewhere is `bad_upstream`, in the shape of both APIs.
    """
    client = bounded_client(settings.WARRANT_PROXY_SECONDS)
    try:
        reply = await client.send(_request(client, body), stream=True)
        if streams and reply.is_success:
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


def _request(client: httpx2.AsyncClient, body: bytes) -> httpx2.Request:
    return client.build_request(
        "POST",
        f"{settings.WARRANT_PROXY_UPSTREAM.rstrip('/')}/chat/completions",
        content=body,
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
        return openai_shaped(no)
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
    return openai_shaped(
        errors.reply("bad_upstream", f"The model's server gave no answer: {why}.")
    )


def openai_shaped(refusal: HttpResponse) -> HttpResponse:
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
