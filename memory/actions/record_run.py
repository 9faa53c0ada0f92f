"""Record what one run of a model over an episode took."""

import datetime
from collections.abc import Sequence
from decimal import Decimal

from django.db import transaction

from memory.llm import Reply
from memory.models import DistillationRun, Episode
from memory.rules.money import cost, total


@transaction.atomic(durable=True)
def record_run(
    *,
    episode: Episode,
    prompt_version: str,
    replies: Sequence[Reply],
    prices: tuple[Decimal, Decimal],
    kept_back: int,
    now: datetime.datetime,
) -> DistillationRun:
    """Keep the tokens and cost of a run, whether or not its reading is stored.

    `prices` are for a million tokens in and out; at zero each the cost is unknown,
    and so it is when the server did not count. `kept_back` is how many observations
    the model was not shown.
    """
    tokens_in = total(reply.tokens_in for reply in replies)
    tokens_out = total(reply.tokens_out for reply in replies)
    return DistillationRun.objects.create(
        workspace=episode.workspace,
        episode=episode,
        model=replies[-1].model,
        prompt_version=prompt_version,
        reply_hashes=[reply.digest for reply in replies],
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        cost=cost(tokens_in, tokens_out, prices),
        kept_back=kept_back,
        at=now,
    )
