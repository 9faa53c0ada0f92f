"""Bring the review queue's order up to date."""

import datetime

from django.db import transaction

from memory.models import ReviewItem, Workspace
from memory.queries.beliefs import beliefs
from memory.rules.priority import priority

BATCH = 500


@transaction.atomic(durable=True)
def refresh_review(*, workspace: Workspace, now: datetime.datetime) -> int:
    """Score again the items that were scored longest ago; gives their number.

    Keeps true: only an item's place changes; holds and questions stay.
    """
    items = list(
        ReviewItem.objects.select_for_update(skip_locked=True)
        .filter(workspace=workspace)
        .order_by("scored_at", "claim_id")[:BATCH]
    )
    known = beliefs(workspace, [item.claim_id for item in items])
    for item in items:
        belief = known[item.claim_id]
        item.impact = belief.dependants
        item.uncertainty = 1 - belief.confidence.by_source
        item.scored_at = now
        item.score = priority(
            impact=item.impact,
            uncertainty=item.uncertainty,
            age_days=(now - item.waiting_since).total_seconds() / 86400,
        )
    ReviewItem.objects.bulk_update(
        items, ["impact", "uncertainty", "score", "scored_at"]
    )
    return len(items)
