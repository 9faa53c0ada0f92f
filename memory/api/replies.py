"""Idempotency-Key: a write that is sent twice is done once and answered alike."""

import datetime
import hashlib
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from memory.actions.reply_once import Turn, give_up, keep, take_turn
from memory.models import ApiKey, IdempotentReply
from memory.rules.refused import Later, Refused

HEADER = "Idempotency-Key"
TURN = "warrant_turn"
LONGEST = 200
WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
# How often and how far apart a second caller looks for the first one's reply.
LOOKS, APART = 60, 0.05
# Replies that say nothing about the request itself are not kept.
PASSING = frozenset({401, 403, 408, 413, 415, 429})


class Replayed(Exception):
    """The reply has been worked out before."""

    def __init__(self, reply: IdempotentReply) -> None:
        super().__init__(reply.token)
        self.reply = reply


def begin(request: HttpRequest, key: ApiKey) -> None:
    """Take the turn that a token gives, or raise Replayed, Later or Refused."""
    token = request.headers.get(HEADER)
    if token is None or request.method not in WRITES:
        return
    if not 0 < len(token) <= LONGEST or not token.isprintable():
        raise Refused(
            "idempotency_key",
            f"An Idempotency-Key has 1 to {LONGEST} printable characters.",
            field=HEADER,
        )
    setattr(request, TURN, _turn(key, token, _hash(request)))


def _turn(key: ApiKey, token: str, request: bytes) -> Turn:
    for _ in range(LOOKS):
        now = datetime.datetime.now(datetime.UTC)
        taken = take_turn(key=key, token=token, request=request, now=now)
        if isinstance(taken, Turn):
            return taken
        if taken is not None:
            raise Replayed(taken)
        time.sleep(APART)
    raise Later(
        "request_running",
        "The first request with this Idempotency-Key is still running.",
        1,
        field=HEADER,
    )


def _hash(request: HttpRequest) -> bytes:
    head = f"{request.method} {request.get_full_path()}\n".encode()
    return hashlib.sha256(head + request.body).digest()


def on_replayed(request: HttpRequest, replayed: Replayed) -> HttpResponse:
    """The same reply as the first time."""
    kept = replayed.reply
    return HttpResponse(
        kept.body,
        status=kept.status,
        content_type="application/json; charset=utf-8",
        headers={"Idempotency-Replayed": "true"},
    )


def once(run: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap an operation so that the turn it takes ends, whatever happens."""

    @wraps(run)
    def answered(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        response = None
        try:
            response = run(request, *args, **values)
            return response
        finally:
            _end(request, response)

    return answered


def _end(request: HttpRequest, response: HttpResponse | None) -> None:
    turn: Turn | None = getattr(request, TURN, None)
    if turn is None:
        return
    if response is None or response.status_code >= 500 or _passes(response):
        give_up(turn=turn)
    else:
        keep(turn=turn, status=response.status_code, body=response.content.decode())


def _passes(response: HttpResponse) -> bool:
    return response.status_code in PASSING
