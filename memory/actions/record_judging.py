"""Record what a model took that judged a text or reworded it."""

import datetime
from collections.abc import Sequence
from decimal import Decimal

from django.db import transaction

from memory.models import JudgeRun, Workspace
from memory.rules.completion import Reply
from memory.rules.money import cost, total


@transaction.atomic(durable=True)
def record_judging(
    *,
    workspace: Workspace,
    prompt_version: str,
    replies: Sequence[Reply],
    prices: tuple[Decimal, Decimal],
    now: datetime.datetime,
) -> JudgeRun:
    """Keep the tokens and cost of some replies, of use or not.

    `prices` are for a million tokens in and out; at zero each the cost is unknown.
    """
    tokens_in = total(reply.tokens_in for reply in replies)
    tokens_out = total(reply.tokens_out for reply in replies)
    return JudgeRun.objects.create(
        workspace=workspace,
        model=replies[-1].model,
        prompt_version=prompt_version,
        reply_hashes=[reply.digest for reply in replies],
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        cost=cost(tokens_in, tokens_out, prices),
        at=now,
    )
