"""Asks the model within a time, and counts whatever is paid for."""

import time
from collections.abc import Callable, Sequence

from django.conf import settings
from pydantic import BaseModel

from memory.llm import Message, ModelFailed, Reply, ask


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
            f"Reading took longer than {seconds:.0f} s (WARRANT_MODEL_SECONDS)."
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
