"""Tells webhooks of events: heard, sent outside any transaction, noted."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor

import httpx2
from django.conf import settings
from django.db import connection

from memory.actions.deliver import Answer, note_answer, take_delivery
from memory.actions.hear_events import hear_events
from memory.jobs.place import DELIVERING, leave_workspace, take_workspace
from memory.models import Delivery
from memory.queries.clock import database_now
from memory.queries.notices import notice
from memory.rules.refused import Refused
from memory.rules.webhook import MAX_ATTEMPTS, checked_url, signature

# In seconds: for the whole of one call.
PATIENCE = 10.0
# Of all workspaces: one worker is at it, so that slow receivers hold up no other work.
EVERYWHERE = 0


def tell_webhooks() -> None:
    """Hear what happened and deliver what is due, unless another worker does."""
    if not take_workspace(EVERYWHERE, DELIVERING):
        return
    try:
        hear_events(now=database_now())
        deliver_due()
    finally:
        leave_workspace(EVERYWHERE, DELIVERING)


def deliver_due(*, seconds: float = 20) -> None:
    """Deliver what is due; what is left after that time waits for the next ring."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if (due := take_delivery(now=database_now())) is None:
            return
        note_answer(delivery=due, answer=_answer(due), now=database_now())


def _answer(delivery: Delivery) -> Answer:
    """What the receiver says, or why nothing was sent."""
    if not delivery.webhook.active:
        return Answer(None, "The receiver said that it is gone.")
    if delivery.attempts > MAX_ATTEMPTS:
        return Answer(None, "Each try was cut off.")
    try:
        url = checked_url(delivery.webhook.url, settings.WARRANT_WEBHOOK_HOSTS)
    except Refused as no:
        return Answer(None, no.message)
    body = json.dumps(notice(delivery), separators=(",", ":")).encode()
    signed = signature(delivery.webhook.secret, body, int(database_now().timestamp()))
    return send(url, body, signed)


def send(url: str, body: bytes, signed: str) -> Answer:
    """POST a body and give the status; nothing of the reply's own body is read.

    Keeps true: no transaction is open meanwhile, no redirect is followed, no proxy of
    the environment is used, and all of it takes PATIENCE at most.
    """
    if connection.in_atomic_block:
        raise RuntimeError("nobody is called inside a transaction")
    # In a thread of its own, since the caller's may run an event loop already.
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, _send(url, body, signed)).result()


async def _send(url: str, body: bytes, signed: str) -> Answer:
    headers = {
        "Accept-Encoding": "identity",
        "Content-Type": "application/json",
        "User-Agent": "Warrant",
        "X-Warrant-Signature": signed,
    }
    client = httpx2.AsyncClient(
        trust_env=False, follow_redirects=False, timeout=PATIENCE, headers=headers
    )
    try:
        async with (
            asyncio.timeout(PATIENCE),
            client,
            client.stream("POST", url, content=body) as reply,
        ):
            return _read(reply)
    except TimeoutError:
        return Answer(None, f"No answer within {PATIENCE:.0f} s.")
    except httpx2.HTTPError as error:
        return Answer(None, f"No answer: {type(error).__name__}.")


def _read(reply: httpx2.Response) -> Answer:
    if reply.is_success:
        return Answer(reply.status_code)
    said = " and sends elsewhere" if reply.is_redirect else ""
    return Answer(reply.status_code, f"It answered {reply.status_code}{said}.")
