"""The queue of claims that no person has judged."""

import datetime
from collections.abc import Collection, Sequence
from typing import Any

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


def places(claims: Collection[int]) -> dict[int, dict[str, Any]]:
    """The places of claims in the queue, as a decision keeps them."""
    rows = ReviewItem.objects.filter(claim__in=claims)
    found = {
        row.claim_id: {
            "waiting_since": row.waiting_since.isoformat(),
            "asked_evidence": row.asked_evidence,
        }
        for row in rows
    }
    nowhere = {"waiting_since": None, "asked_evidence": False}
    return {claim: found.get(claim, nowhere) for claim in claims}
