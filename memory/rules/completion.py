"""Reads what a model's server sends: a chat completion, and when to come back."""

import datetime
import hashlib
import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

MAX_WORDS = 300


@dataclass(frozen=True)
class Reply:
    """What the model said; `digest` is the SHA-256 of the body as received.

    Token counts are the server's own, None when it gives none. `fault` says why the
    text is not a whole answer, if it is not.
    """

    text: str
    model: str
    digest: str
    tokens_in: int | None
    tokens_out: int | None
    fault: str = ""


class NoCompletion(ValueError):
    """A body that is no chat completion."""


class _Said(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Said
    finish_reason: str | None = None


_Count = Annotated[int, Field(ge=0, le=10**9)]


class _Usage(BaseModel):
    prompt_tokens: _Count
    completion_tokens: _Count


class _Completion(BaseModel):
    choices: Annotated[list[_Choice], Field(min_length=1)]
    model: Annotated[str, Field(max_length=200)] = ""
    usage: _Usage | None = None


def read_completion(body: bytes, model: str) -> Reply:
    """The reply in a body, from `model` unless the body says another.

    Raises NoCompletion when there is none. The count is checked: it becomes money.
    """
    try:
        said = _Completion.model_validate_json(body)
    except ValidationError:
        start = body[:60].decode(errors="replace")
        raise NoCompletion(f"The reply is no chat completion: {start}") from None
    choice = said.choices[0]
    return Reply(
        text=choice.message.content or "",
        model=readable(said.model or model),
        digest=hashlib.sha256(body).hexdigest(),
        tokens_in=said.usage.prompt_tokens if said.usage else None,
        tokens_out=said.usage.completion_tokens if said.usage else None,
        fault=_fault(choice),
    )


def _fault(choice: _Choice) -> str:
    if choice.message.refusal or choice.finish_reason == "content_filter":
        return f"The model refused: {choice.message.refusal or 'filtered'}"
    if choice.finish_reason == "length":
        return "The reply was cut off at the model's token limit."
    return ""


def wait_asked(retry_after: str) -> float | None:
    """Read a Retry-After header: seconds or a date (RFC 9110, 10.2.3)."""
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after[:9])
    try:
        at = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    if at.tzinfo is None:
        return None
    return max(0.0, (at - datetime.datetime.now(datetime.UTC)).total_seconds())


def readable(words: str) -> str:
    """A stranger's words made fit to keep and to show on one line."""
    plain = re.sub(r"[\x00-\x1f\x7f\ud800-\udfff]+", " ", words)
    return plain if len(plain) <= MAX_WORDS else plain[: MAX_WORDS - 1] + "…"
