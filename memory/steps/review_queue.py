"""The queue of claims that no person has judged."""

import datetime
from collections.abc import Sequence

from memory.models import Claim, ReviewItem, Workspace
from memory.rules.priority import priority


def to_review(
    workspace: Workspace, claims: Sequence[Claim], now: datetime.datetime
) -> None:
    """Put new claims into the queue; their place is refined as others rest on them."""
    ReviewItem.objects.bulk_create(
        ReviewItem(
            claim=claim,
            workspace=workspace,
            waiting_since=now,
            scored_at=now,
            score=priority(impact=0, uncertainty=1.0, age_days=0.0),
        )
        for claim in claims
    )
