"""An OpenAI-compatible chat endpoint that nothing passes but through the gate."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pydantic
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError, connection
from django.http import HttpRequest
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
from memory.api.upstream import ask_upstream, openai_shaped
from memory.classifier.quantity import MAX_TEXT
from memory.jobs.gate import pass_gate
from memory.models import Scope
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
        return openai_shaped(errors.on_refused(request, no))
    except HttpError as error:
        return openai_shaped(errors.on_http_error(request, error))
    except RequestDataTooBig as error:
        return openai_shaped(errors.on_too_big(request, error))
    except OperationalError as error:
        return openai_shaped(errors.on_unavailable(request, error))
    response = await ask_upstream(gated.body, streams=gated.streams)
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
