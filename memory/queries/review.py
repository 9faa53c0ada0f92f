"""The review queue, in the order in which people should look at it."""

import datetime
from dataclasses import dataclass

from django.db.models import Count, Min, QuerySet

from memory.models import ReviewItem, Workspace


@dataclass(frozen=True)
class Backlog:
    """How much waits, and since when."""

    waiting: int
    oldest: datetime.datetime | None


def review_queue(workspace: Workspace) -> QuerySet[ReviewItem]:
    """Claims that no person has judged, the most pressing first.

    Claims whose wording is contradicted come first, items with a question asked
    after the others; none is left out, held ones included.
    """
    rows = ReviewItem.objects.filter(workspace=workspace).select_related(
        "claim__subject",
        "claim__predicate",
        "claim__object",
        "claim__state",
        "held_by__user",
    )
    return rows.order_by("-contradicted", "asked_evidence", "-score", "claim_id")


def backlog(workspace: Workspace) -> Backlog:
    """The queue's length and the age of its oldest item."""
    found = ReviewItem.objects.filter(workspace=workspace).aggregate(
        waiting=Count("pk"), oldest=Min("waiting_since")
    )
    return Backlog(**found)
