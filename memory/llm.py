"""The one place that speaks to a language model, over an OpenAI-compatible API.

The host comes from the environment and from nowhere else; without an address and a
model's name there is no model and nothing leaves this machine.
"""

import asyncio
import itertools
import json
import random
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import openai
from django.conf import settings
from django.db import connection
from openai.types.chat import ChatCompletionMessageParam
from pydantic import BaseModel

from memory.rules.bounded import TooLarge, bounded_client
from memory.rules.completion import (
    NoCompletion,
    Reply,
    read_completion,
    readable,
    wait_asked,
)
from memory.rules.vectors import NoVectors, read_vectors

__all__ = [
    "Message",
    "ModelFailed",
    "Reply",
    "ask",
    "embed",
    "is_configured",
    "once_more",
    "question",
]

TRIES = 3
# In seconds. A longer wait than this is left to the queue, so that a worker does
# not sleep on it.
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 15.0
LONGEST_ASKED = 3600.0
AFTER_FAILURE = 30.0


@dataclass(frozen=True)
class Message:
    """One turn of a conversation with the model."""

    role: Literal["system", "user", "assistant"]
    content: str


# Of a reply that was no use, as much as shows the model what it did.
SHOWN_BACK = 4000


def question(instructions: str, told: Mapping[str, object]) -> list[Message]:
    """Instructions, and what they are about as JSON, which keeps its words apart."""
    return [
        Message("system", instructions),
        Message("user", json.dumps(told, ensure_ascii=False)),
    ]


def once_more(asked: Sequence[Message], reply: str, fault: str) -> list[Message]:
    """Ask again, showing the model what it said and why that is no use."""
    return [*asked, Message("assistant", reply[:SHOWN_BACK]), Message("user", fault)]


class ModelFailed(Exception):
    """The model gave no usable reply; `retry_after` seconds is the soonest to ask.

    `reply` is the one that was paid for and is no use, if there was one; `refused`
    says that what was sent is at fault, and would be again.
    """

    def __init__(
        self,
        message: str,
        retry_after: float = AFTER_FAILURE,
        reply: Reply | None = None,
        *,
        refused: bool = False,
    ) -> None:
        super().__init__(readable(_without_key(message)))
        self.retry_after = min(retry_after, LONGEST_ASKED)
        self.reply = reply
        self.refused = refused


def is_configured() -> bool:
    """Whether a model may be asked at all."""
    return bool(settings.OPENAI_BASE_URL and settings.WARRANT_MODEL)


def ask(
    messages: Sequence[Message], *, answer: type[BaseModel], seconds: float
) -> Reply:
    """Ask for a reply in the shape of `answer`, whole within `seconds`.

    Keeps true: no transaction is open meanwhile; no redirect is followed; a reply
    that is too large, too slow, cut off, refused or no JSON is a ModelFailed. That
    the text has the shape is only promised by the server: read it as a stranger's.
    """
    return _run(partial(_once, messages=messages, answer=answer), seconds)


def embed(
    texts: Sequence[str], *, model: str, dimensions: int, seconds: float
) -> list[list[float]]:
    """Ask for one vector of `dimensions` finite numbers for each text, in order.

    Keeps true what `ask` does; whatever else the reply holds is a ModelFailed.
    """
    call = partial(_vectors, texts=texts, model=model, dimensions=dimensions)
    return _run(call, seconds)


def _run[Result](
    call: Callable[[openai.AsyncOpenAI], Coroutine[Any, Any, Result]], seconds: float
) -> Result:
    if connection.in_atomic_block:
        raise RuntimeError("a model is never asked inside a transaction")
    # In a thread of its own, since the caller's may run an event loop already.
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, _within(call, seconds)).result()


async def _within[Result](
    call: Callable[[openai.AsyncOpenAI], Coroutine[Any, Any, Result]], seconds: float
) -> Result:
    try:
        async with asyncio.timeout(seconds), _client(seconds) as client:
            return await _persist(partial(call, client))
    except TimeoutError:
        raise ModelFailed(
            f"The model gave no whole reply within {seconds:.0f} s."
        ) from None


def _client(seconds: float) -> openai.AsyncOpenAI:
    return openai.AsyncOpenAI(
        base_url=settings.OPENAI_BASE_URL,
        api_key=settings.OPENAI_API_KEY or "none",
        max_retries=0,
        timeout=seconds,
        http_client=bounded_client(seconds),
    )


async def _persist[Result](call: Callable[[], Awaitable[Result]]) -> Result:
    """Try again what may pass: too many requests, a fault there, a lost connection."""
    for attempt in itertools.count(1):
        try:
            return await call()
        except openai.APIStatusError as error:
            failure = _refused(error)
            passing = error.status_code in {408, 409, 429} or error.status_code >= 500
        except openai.APIConnectionError as error:
            failure = ModelFailed(f"The model cannot be reached: {_cause(error)}.")
            passing = not isinstance(error.__cause__, TooLarge)
        pause = _pause(attempt, failure)
        if not passing or attempt == TRIES or pause > LONGEST_PAUSE:
            raise failure
        await asyncio.sleep(pause)
    raise AssertionError


async def _once(
    client: openai.AsyncOpenAI, messages: Sequence[Message], answer: type[BaseModel]
) -> Reply:
    raw = await client.chat.completions.with_raw_response.create(
        model=settings.WARRANT_MODEL,
        messages=[_sent(message) for message in messages],
        response_format={
            "type": "json_schema",
            "json_schema": {
                "name": answer.__name__,
                "strict": True,
                "schema": answer.model_json_schema(),
            },
        },
    )
    try:
        reply = read_completion(raw.content, settings.WARRANT_MODEL)
    except NoCompletion as fault:
        raise ModelFailed(str(fault)) from None
    if reply.fault:
        raise ModelFailed(reply.fault, reply=reply)
    return reply


async def _vectors(
    client: openai.AsyncOpenAI, texts: Sequence[str], model: str, dimensions: int
) -> list[list[float]]:
    raw = await client.embeddings.with_raw_response.create(
        model=model, input=list(texts), encoding_format="float"
    )
    try:
        return read_vectors(raw.content, count=len(texts), dimensions=dimensions)
    except NoVectors as fault:
        raise ModelFailed(str(fault)) from None


def _sent(message: Message) -> ChatCompletionMessageParam:
    match message.role:
        case "system":
            return {"role": "system", "content": message.content}
        case "assistant":
            return {"role": "assistant", "content": message.content}
        case "user":
            return {"role": "user", "content": message.content}


def _refused(error: openai.APIStatusError) -> ModelFailed:
    asked = wait_asked(error.response.headers.get("retry-after", ""))
    return ModelFailed(
        f"The model's server answered {error.status_code}: {error.message}",
        AFTER_FAILURE if asked is None else asked,
        refused=error.status_code in {400, 413, 422},
    )


def _pause(attempt: int, failure: ModelFailed) -> float:
    """What the server asked for, else twice as long each time, with jitter."""
    if failure.retry_after != AFTER_FAILURE:
        return failure.retry_after
    return FIRST_PAUSE * (1 << attempt - 1) * random.uniform(0.5, 1.5)


def _cause(error: openai.APIConnectionError) -> str:
    cause = error.__cause__ or error
    return f"{type(cause).__name__} {cause}".strip()


def _without_key(message: str) -> str:
    key = settings.OPENAI_API_KEY
    return message.replace(key, "…") if key else message
