"""Asks the model within a time, and counts whatever is paid for."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from django.conf import settings
from django.db import connection
from pydantic import BaseModel

from memory.actions.record_judging import record_judging
from memory.llm import Message, ModelFailed, Reply, ask
from memory.models import Workspace
from memory.queries.clock import database_now
from memory.queries.usage import spent_on_day


def let_go() -> None:
    """Give the connection back, so that those who wait for something else hold none."""
    if not connection.in_atomic_block:
        connection.close()


def is_spent(workspace: Workspace) -> bool:
    """Whether the day's runs have cost the day's limit.

    Runs that are under way are not counted yet, so that each of them may go over the
    limit.
    """
    limit = settings.WARRANT_SPEND_PER_DAY
    return bool(limit) and spent_on_day(workspace, database_now()) >= limit


@contextmanager
def paid(workspace: Workspace, prompt_version: str) -> Iterator[list[Reply]]:
    """Replies that concern no one episode; what they cost is recorded when it ends."""
    replies: list[Reply] = []
    try:
        yield replies
    finally:
        if replies:
            record_judging(
                workspace=workspace,
                prompt_version=prompt_version,
                replies=replies,
                prices=(settings.WARRANT_PRICE_IN, settings.WARRANT_PRICE_OUT),
                now=database_now(),
            )


def counting(
    replies: list[Reply], seconds: float, answer: type[BaseModel]
) -> Callable[[Sequence[Message]], Reply]:
    """As `counted`, for one shape and for `seconds` from now."""
    deadline = time.monotonic() + seconds

    def asking(messages: Sequence[Message]) -> Reply:
        return counted(replies, deadline, seconds, messages, answer)

    return asking


def counted(
    replies: list[Reply],
    deadline: float,
    seconds: float,
    messages: Sequence[Message],
    answer: type[BaseModel],
) -> Reply:
    """Ask once before the deadline; a reply of no use is added to `replies` too.

    Raises ModelFailed, also where a limit of money could not be kept since the server
    does not count.
    """
    left = deadline - time.monotonic()
    if left <= 0:
        raise ModelFailed(
            f"The {seconds:.0f} s for the model had passed before it was asked."
        )
    try:
        reply = ask(messages, answer=answer, seconds=left)
    except ModelFailed as failure:
        replies += [failure.reply] if failure.reply else []
        raise
    replies.append(reply)
    if reply.tokens_in is None and settings.WARRANT_SPEND_PER_DAY:
        raise ModelFailed(
            "The model's server counts no tokens, so WARRANT_SPEND_PER_DAY cannot hold."
        )
    return reply
